package dev.carillon.server.target;

import dev.carillon.engine.clock.WallClock;
import dev.carillon.server.events.Sender;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries events to webhooks: the same guard, the same signatures as for targets. */
public final class WebhookSender implements Sender {

  /** As Standard Webhooks suggests: 15 to 30 s. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final int EXCERPT = 300;

  private final WallClock clock;
  private final HttpSender sender;
  private final WebhookKeys keys;
  private final UrlRules urls;

  public WebhookSender(WallClock clock, HttpSender sender, WebhookKeys keys) {
    this.clock = clock;
    this.sender = sender;
    this.keys = keys;
    this.urls = new UrlRules(sender.guard());
  }

  @Override
  public Result send(int orgId, String id, String url, byte[] body) throws InterruptedException {
    try {
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("Content-Type", "application/json");
      headers.put("User-Agent", "Carillon");
      headers.putAll(keys.sign(orgId, id, clock.now().getEpochSecond(), body));
      Call call = Call.of("POST", Destination.of(url), body, TIMEOUT).with(headers);
      Reply reply = sender.send(orgId, call);
      return reply.succeeded()
          ? new Result(reply.status(), null, null)
          : new Result(reply.status(), told(reply), RetryAfter.of(reply, clock.now()));
    } catch (DeliveryException e) {
      return new Result(null, e.code() + ": " + e.getMessage(), null);
    } catch (InvalidUrl e) {
      return new Result(null, "url " + e.getMessage(), null);
    }
  }

  private static String told(Reply reply) {
    String excerpt = Text.excerpt(reply.body(), EXCERPT);
    return "answered %d%s".formatted(reply.status(), excerpt.isEmpty() ? "" : ": " + excerpt);
  }

  @Override
  public @Nullable String problem(String url) {
    return urls.problem(url);
  }
}
