package dev.carillon.server.access;

import dev.carillon.engine.clock.Dice;
import dev.carillon.engine.clock.Ticker;
import java.time.Duration;

/**
 * The one-time code of the link that {@code serve} prints: whoever can read the program's output is
 * the operator. It lives in this process only and works once, within fifteen minutes. Safe for use
 * by many threads.
 */
public final class SignInCode {

  public static final Duration LIFE = Duration.ofMinutes(15);

  private final Ticker ticker;
  private final String text;
  private final String hash;
  private final long madeAt;
  private boolean used;

  public SignInCode(Ticker ticker, Dice dice) {
    this.ticker = ticker;
    Secret secret = Secret.plain(dice.bytes(32));
    text = secret.text();
    hash = secret.hash();
    madeAt = ticker.nanos();
  }

  /**
   * The address to open. The code stands behind the #, which browsers keep to themselves: it
   * reaches no log of a server or proxy, and no other page.
   */
  public String link(String url) {
    return url + "/signin#code=" + text;
  }

  /** Whether this is the code; if so, it is used up. */
  synchronized boolean redeem(Secret given) {
    boolean good =
        !used && ticker.nanos() - madeAt < LIFE.toNanos() && Secret.same(given.hash(), hash);
    used |= good;
    return good;
  }
}
