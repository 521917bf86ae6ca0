package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {

  private static final AddressGuard STRICT = new AddressGuard(false);
  private static final AddressGuard TRUSTING = new AddressGuard(true);

  private static final String[] PRIVATE = {
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.1.1",
    "100.64.0.1",
    "100.127.255.255",
    "198.18.0.1",
    "::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "febf::1",
    "::ffff:127.0.0.1",
    "::ffff:10.1.2.3",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1"
  };

  private static final String[] NEVER = {
    "0.0.0.0",
    "0.1.2.3",
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.51.100.7",
    "203.0.113.9",
    "192.88.99.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::7f00:1",
    "::10.0.0.1",
    "fec0::1",
    "ff02::1",
    "fd00:ec2::254",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "100::1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::a00:1",
    "::ffff:169.254.169.254",
    "::ffff:0.0.0.0",
    "4000::1",
    "2001:10::1"
  };

  private static final String[] PUBLIC = {
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001::1",
    "64:ff9b::1.1.1.1",
    "::ffff:8.8.8.8"
  };

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "::1"})
  void the_refusal_says_what_the_address_is_and_what_the_operator_can_do(String literal) {
    assertThatThrownBy(
            () -> STRICT.check("inside.example", List.of(InetAddress.ofLiteral(literal))))
        .isInstanceOf(DeliveryException.class)
        .hasMessageContaining("inside.example")
        .hasMessageContaining("--allow-private-targets");
  }

  @Test
  void private_addresses_are_refused_unless_the_operator_allows_them() {
    for (String literal : PRIVATE) {
      InetAddress address = InetAddress.ofLiteral(literal);
      assertThat(STRICT.refusal(address)).as(literal).isNotNull();
      assertThat(TRUSTING.refusal(address)).as(literal).isNull();
    }
  }

  @Test
  void metadata_services_multicast_and_reserved_addresses_are_never_called() {
    for (String literal : NEVER) {
      InetAddress address = InetAddress.ofLiteral(literal);
      assertThat(STRICT.refusal(address)).as(literal).isNotNull();
      assertThat(TRUSTING.refusal(address)).as(literal).isNotNull();
    }
  }

  @Test
  void public_addresses_up_to_the_edge_of_the_private_ones_are_called() {
    for (String literal : PUBLIC) {
      assertThat(STRICT.refusal(InetAddress.ofLiteral(literal))).as(literal).isNull();
    }
  }

  @Test
  void one_forbidden_address_among_allowed_ones_is_enough_to_refuse() {
    List<InetAddress> mixed =
        List.of(InetAddress.ofLiteral("1.1.1.1"), InetAddress.ofLiteral("10.0.0.1"));
    assertThatThrownBy(() -> STRICT.check("mixed.example", mixed))
        .isInstanceOf(DeliveryException.class)
        .hasMessageContaining("10.0.0.1");
  }
}
