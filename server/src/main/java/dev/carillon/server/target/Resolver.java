package dev.carillon.server.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Turns names into addresses. */
@FunctionalInterface
interface Resolver {

  /**
   * All addresses of the name, at least one.
   *
   * @param orgId the organization on whose behalf it is asked
   * @throws UnknownHostException if it has none, or none was said in time
   * @throws DeliveryException if nobody was asked
   */
  List<InetAddress> resolve(int orgId, String host)
      throws UnknownHostException, DeliveryException, InterruptedException;

  /** What was wrong, as the beginning of a sentence that goes on with "for" and the name. */
  static String why(UnknownHostException e) {
    return e.getCause() instanceof TimeoutException
        ? "no name server answered in time"
        : "no address is known";
  }
}
