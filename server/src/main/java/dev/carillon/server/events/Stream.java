package dev.carillon.server.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carillon.server.store.Event;
import dev.carillon.server.store.Events;
import dev.carillon.server.store.Events.OnRecord;
import dev.carillon.server.store.Position;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Standing;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One live stream, as server-sent events. It lasts until its reader goes, is too slow, or has no
 * right to it any more.
 */
final class Stream {

  private static final Logger log = LoggerFactory.getLogger(Stream.class);

  /** Also tells us that the reader is gone: nobody else would. */
  private static final long HEARTBEAT_SECONDS = 10;

  private static final long SILENT_ROUNDS = HEARTBEAT_SECONDS / Standing.EVERY.toSeconds();

  private static final int PAGE = 500;
  private static final int PER_FLUSH = 100;

  private final Events events;
  private final Hub hub;
  private final int orgId;
  private final EventFilter filter;

  Stream(Events events, Hub hub, int orgId, EventFilter filter) {
    this.events = events;
    this.hub = hub;
    this.orgId = orgId;
    this.filter = filter;
  }

  /**
   * @param last the last event the reader saw, or null to begin now
   */
  void serve(Request request, @Nullable Position last) {
    Context context = request.context();
    String missed = last == null ? null : missed(last);
    Subscriber subscriber = hub.join(orgId, filter.wantsSuccesses(), filter);
    try {
      context.contentType("text/event-stream; charset=utf-8");
      context.header("Cache-Control", "no-store");
      context.header("X-Accel-Buffering", "no");
      OutputStream out = context.res().getOutputStream();
      Position seen = begin(out, subscriber, last, missed);
      go(out, subscriber, seen, request.standing());
    } catch (IOException e) {
      log.debug("A reader of events has gone.", e);
    } catch (InterruptedException e) {
      log.debug("A stream of events was ended.", e);
    } finally {
      hub.leave(subscriber);
    }
    if (subscriber.stopped()) {
      // The interruption was for this stream alone. The reader comes back with its last id.
      boolean cleared = Thread.interrupted();
      log.debug("A stream was cut off (interrupted: {}).", cleared);
    }
  }

  /**
   * Sends what the reader has missed and what is on record.
   *
   * @return the last event it has now
   */
  private Position begin(
      OutputStream out, Subscriber subscriber, @Nullable Position last, @Nullable String missed)
      throws IOException {
    write(out, "retry: 1000\n\n");
    if (last == null) {
      write(out, "id: " + subscriber.from + "\n\n");
      out.flush();
      return subscriber.from;
    }
    if (missed != null) {
      String data = Json.text(Json.object().put("reason", missed));
      write(out, "id: %s\nevent: reset\ndata: %s\n\n".formatted(subscriber.from, data));
      out.flush();
      return subscriber.from;
    }
    Position seen = last;
    List<Event> page;
    do {
      page = events.after(orgId, seen, PAGE);
      for (Event event : page) {
        if (event.position().compareTo(subscriber.from) > 0) {
          page = List.of(); // the rest comes through the buffer
          break;
        }
        seen = event.position();
        if (filter.test(event)) {
          write(out, event);
        }
      }
    } while (page.size() == PAGE);
    out.flush();
    return seen;
  }

  /** Why events after this one may be missing, or null when all are on record. */
  private @Nullable String missed(Position last) {
    OnRecord onRecord = events.onRecord(orgId);
    if (last.xid() > onRecord.newestXid()) {
      return "this database has never had that event; it may have been restored or replaced";
    }
    if (last.xid() <= onRecord.sweptXid()) {
      return "events after that one have been swept away already";
    }
    Long since = onRecord.successesSince();
    if (filter.wantsSuccesses() && (since == null || since > last.xid())) {
      return "nobody listened for a while, and successes were not recorded";
    }
    return null;
  }

  private static void go(OutputStream out, Subscriber subscriber, Position begun, Standing standing)
      throws IOException, InterruptedException {
    Position seen = begun;
    int silent = 0;
    while (!subscriber.stopped() && !standing.lost()) {
      Event event = subscriber.buffer.poll(Standing.EVERY.toSeconds(), TimeUnit.SECONDS);
      silent = event == null ? silent + 1 : 0;
      if (event == null && silent < SILENT_ROUNDS) {
        continue;
      }
      if (event == null) {
        write(out, ":\n\n");
        silent = 0;
      }
      for (int i = 0; event != null && i < PER_FLUSH; i++) {
        // It may have come from another server, which was a moment ahead of this one.
        if (event.position().compareTo(seen) > 0) {
          write(out, event);
          seen = event.position();
        }
        event = i + 1 < PER_FLUSH ? subscriber.buffer.poll() : null;
      }
      out.flush();
    }
  }

  /** JSON has no line breaks, so that one line of data is enough. */
  private static void write(OutputStream out, Event event) throws IOException {
    write(
        out,
        "id: %s\nevent: %s\ndata: %s\n\n"
            .formatted(event.position(), event.type(), Json.text(EventJson.of(event))));
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }
}
