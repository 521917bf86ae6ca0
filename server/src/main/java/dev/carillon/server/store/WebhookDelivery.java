package dev.carillon.server.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way to one webhook.
 *
 * @param event the position of the event, which is its id
 * @param state pending, delivered or dead
 * @param dueAt when a pending one is tried next
 */
public record WebhookDelivery(
    UUID webhookId,
    Position event,
    String type,
    Instant at,
    String state,
    int attempts,
    Instant dueAt,
    @Nullable Instant endedAt,
    @Nullable Integer lastStatus,
    @Nullable String lastError) {

  /**
   * One that somebody has taken to carry it out.
   *
   * @param attempt the number of this try, which is the fence of its report
   * @param data the event's JSON
   */
  public record Taken(
      int orgId,
      UUID webhookId,
      Position event,
      String type,
      Instant at,
      String data,
      int attempt,
      String url) {}

  /** How many deliveries of a webhook somebody has taken and not reported yet. */
  public record UnderWay(int orgId, UUID webhookId, int count) {}

  /** How a try ended. */
  public sealed interface End {

    /** The receiver took it. */
    record Delivered(int status) implements End {}

    /** To be tried again after a while. */
    record Again(long waitMillis, @Nullable Integer status, String error) implements End {}

    /** Given up. */
    record Dead(@Nullable Integer status, String error) implements End {}
  }
}
