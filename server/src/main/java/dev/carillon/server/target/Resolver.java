package dev.carillon.server.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Turns names into addresses. */
@FunctionalInterface
interface Resolver {

  /** All addresses of the name, at least one. */
  List<InetAddress> resolve(String host) throws UnknownHostException, InterruptedException;
}
