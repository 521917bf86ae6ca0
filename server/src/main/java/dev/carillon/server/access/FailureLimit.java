package dev.carillon.server.access;

import dev.carillon.engine.clock.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts wrong tokens by the address they come from. Beyond the limit, wrong tokens of that address
 * are answered with a pause instead of a verdict. A right token is never held up by its neighbours:
 * behind one proxy everybody has one address. Safe for use by many threads.
 */
final class FailureLimit {

  static final int MOST_PER_MINUTE = 10;
  private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

  /** Addresses remembered; the oldest are forgotten first, so that memory is bounded. */
  private static final int MOST_ADDRESSES = 10_000;

  private record Window(long startedAt, int failures) {}

  private final Ticker ticker;
  private final int most;
  private final Map<String, Window> windows =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  FailureLimit(Ticker ticker, int most) {
    this.ticker = ticker;
    this.most = most;
  }

  /** Counts one more failure; answers with the seconds to wait, or 0 while below the limit. */
  synchronized int failed(String address) {
    long now = ticker.nanos();
    Window window = windows.get(address);
    if (window == null || now - window.startedAt() >= WINDOW_NANOS) {
      // Removed first, so that the order of the map is that of the windows.
      windows.remove(address);
      window = new Window(now, 0);
    }
    windows.put(address, new Window(window.startedAt(), window.failures() + 1));
    if (window.failures() < most) {
      return 0;
    }
    long left = WINDOW_NANOS - (now - window.startedAt());
    return (int) Math.max(1, Duration.ofNanos(left).toSeconds() + 1);
  }
}
