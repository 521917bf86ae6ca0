package dev.carillon.server.target;

import java.net.InetAddress;

/**
 * Where a connection leads, address included: one that was checked for a name is never used for
 * another, nor after the name has moved. Whose it is, too: an organization that calls a place of
 * its own learns nothing of another's calls to it, and cannot disturb them.
 */
record Endpoint(
    int orgId, boolean tls, String host, int port, InetAddress address, boolean literal) {

  static Endpoint of(int orgId, Destination destination, InetAddress address) {
    return new Endpoint(
        orgId,
        destination.tls(),
        destination.host(),
        destination.port(),
        address,
        destination.address() != null);
  }

  /** Without the brackets of an IPv6 address. */
  String bareHost() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
