package dev.carillon.server.target;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says which addresses may be called. Whoever may create a schedule chooses where this server
 * connects to; without this, that reaches everything the server's own network reaches.
 *
 * @param allowPrivate the operator trusts all who may create schedules with the local network
 */
public record AddressGuard(boolean allowPrivate) {

  /**
   * @param always refused even when the operator allows private addresses
   */
  private record Range(InetAddress network, int bits, String what, boolean always) {

    static Range mine(String network, String what) {
      return of(network, what, false);
    }

    static Range nobodys(String network, String what) {
      return of(network, what, true);
    }

    private static Range of(String network, String what, boolean always) {
      int slash = network.indexOf('/');
      return new Range(
          InetAddress.ofLiteral(network.substring(0, slash)),
          Integer.parseInt(network.substring(slash + 1)),
          what,
          always);
    }

    boolean contains(byte[] address) {
      byte[] prefix = network.getAddress();
      if (address.length != prefix.length) {
        return false;
      }
      int whole = bits / 8;
      if (!Arrays.equals(address, 0, whole, prefix, 0, whole)) {
        return false;
      }
      int rest = bits % 8;
      return rest == 0 || ((address[whole] ^ prefix[whole]) & 0xFF) >> (8 - rest) == 0;
    }
  }

  /** The first that matches decides, so single addresses stand before their networks. */
  private static final List<Range> RANGES =
      List.of(
          Range.nobodys("169.254.169.254/32", "a cloud's metadata service"),
          Range.nobodys("169.254.170.2/32", "a cloud's metadata service"),
          Range.nobodys("100.100.100.200/32", "a cloud's metadata service"),
          Range.nobodys("192.0.0.192/32", "a cloud's metadata service"),
          Range.nobodys("0.0.0.0/8", "no address of a host"),
          Range.mine("10.0.0.0/8", "private"),
          Range.mine("100.64.0.0/10", "shared by a carrier's customers"),
          Range.mine("127.0.0.0/8", "this machine itself"),
          Range.mine("169.254.0.0/16", "link-local"),
          Range.mine("172.16.0.0/12", "private"),
          Range.nobodys("192.0.0.0/24", "reserved"),
          Range.nobodys("192.0.2.0/24", "reserved for documentation"),
          Range.nobodys("192.88.99.0/24", "reserved"),
          Range.mine("192.168.0.0/16", "private"),
          Range.mine("198.18.0.0/15", "reserved for measurements"),
          Range.nobodys("198.51.100.0/24", "reserved for documentation"),
          Range.nobodys("203.0.113.0/24", "reserved for documentation"),
          Range.nobodys("224.0.0.0/4", "multicast"),
          Range.nobodys("240.0.0.0/4", "reserved"),
          Range.nobodys("fd00:ec2::254/128", "a cloud's metadata service"),
          Range.mine("::1/128", "this machine itself"),
          Range.mine("fc00::/7", "private"),
          Range.mine("fe80::/10", "link-local"),
          Range.nobodys("fec0::/10", "site-local, which no longer exists"),
          Range.nobodys("ff00::/8", "multicast"),
          Range.nobodys("2001::/32", "a Teredo tunnel to an address inside it"),
          Range.nobodys("2001:10::/28", "reserved"),
          Range.nobodys("2001:db8::/32", "reserved for documentation"),
          Range.nobodys("2002::/16", "a 6to4 tunnel to an address inside it"));

  private static final Range GLOBAL = Range.nobodys("2000::/3", "global");
  private static final Range NAT64 = Range.nobodys("64:ff9b::/96", "translated");

  /** What the address is, when it may not be called; null when it may. */
  @Nullable String refusal(InetAddress address) {
    if (address instanceof Inet6Address six) {
      return refusalOfSix(six.getAddress());
    }
    return inRanges(address.getAddress());
  }

  private @Nullable String refusalOfSix(byte[] address) {
    if (NAT64.contains(address) || isMapped(address)) {
      // A gateway, or the kernel, turns it into the IPv4 address of its last four bytes.
      return inRanges(Arrays.copyOfRange(address, 12, 16));
    }
    String refusal = inRanges(address);
    if (refusal != null || allowedByOperator(address) || GLOBAL.contains(address)) {
      return refusal;
    }
    return "outside the addresses given to hosts";
  }

  private static boolean isMapped(byte[] address) {
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return false;
      }
    }
    return address[10] == (byte) 0xFF && address[11] == (byte) 0xFF;
  }

  private boolean allowedByOperator(byte[] address) {
    return allowPrivate
        && RANGES.stream().anyMatch(range -> !range.always() && range.contains(address));
  }

  private @Nullable String inRanges(byte[] address) {
    for (Range range : RANGES) {
      if (range.contains(address)) {
        return range.always() || !allowPrivate ? range.what() : null;
      }
    }
    return null;
  }

  /**
   * All addresses, if every one of them may be called. One forbidden address among them is enough
   * to refuse: otherwise a name that has both would get there by chance.
   */
  List<InetAddress> check(String host, List<InetAddress> addresses) throws DeliveryException {
    for (InetAddress address : addresses) {
      String refusal = refusal(address);
      if (refusal != null) {
        throw new DeliveryException("address_refused", told(host, address, refusal));
      }
    }
    return addresses;
  }

  private String told(String host, InetAddress address, String refusal) {
    String literal = address.getHostAddress();
    String place = host.equals(literal) ? literal : "%s (%s)".formatted(host, literal);
    String advice = advice(address);
    return "expected an address on the public network, got %s, which is %s.%s"
        .formatted(place, refusal, advice == null ? "" : " " + advice);
  }

  /** What can be done about a refusal; null where nothing can. */
  @Nullable String advice(InetAddress address) {
    boolean helps = !allowPrivate && new AddressGuard(true).refusal(address) == null;
    return helps ? "The operator can allow private addresses with --allow-private-targets." : null;
  }
}
