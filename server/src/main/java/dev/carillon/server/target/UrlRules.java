package dev.carillon.server.target;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Judges URLs when they are handed in. Names are judged by what they resolve to, and that only when
 * they are called: until then it may change.
 */
public final class UrlRules {

  private final AddressGuard guard;

  public UrlRules(AddressGuard guard) {
    this.guard = guard;
  }

  /** What is wrong with it, to be put behind the field's name; null for nothing. */
  public @Nullable String problem(String url) {
    try {
      InetAddress address = Destination.of(url).address();
      String refusal = address == null ? null : guard.refusal(address);
      if (address == null || refusal == null) {
        return null;
      }
      String advice = guard.advice(address);
      return "leads to %s, which is %s and is not called%s"
          .formatted(address.getHostAddress(), refusal, advice == null ? "" : ". " + advice);
    } catch (InvalidUrl e) {
      return e.getMessage();
    }
  }
}
