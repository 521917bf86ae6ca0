package dev.carillon.server.rooms;

import dev.carillon.server.store.Message;
import dev.carillon.server.store.Messages;
import dev.carillon.server.store.RoomNews;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Standing;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A room followed live, as server-sent events. It reads from the database as fast as the other side
 * takes it, so that a slow reader costs no memory here; one that stops reading is cut off by the
 * web server's own timeout.
 */
final class RoomStream {

  private static final Logger log = LoggerFactory.getLogger(RoomStream.class);

  private static final int AT_ONCE = 100;

  /** Proxies close what is silent for a minute, and a reader that left is found out by it. */
  private static final int SILENT_ROUNDS = 7; // of two seconds

  private final Messages messages;
  private final RoomNews news;
  private final int orgId;
  private final UUID roomId;

  RoomStream(Messages messages, RoomNews news, int orgId, UUID roomId) {
    this.messages = messages;
    this.news = news;
    this.orgId = orgId;
    this.roomId = roomId;
  }

  /** Returns when the other side has gone or has no right to it any more, or the server stops. */
  void follow(Request request, long after) throws IOException {
    Context context = request.context();
    Standing standing = request.standing();
    context.status(200);
    context.contentType("text/event-stream");
    context.header("Cache-Control", "no-store");
    context.header("X-Accel-Buffering", "no");
    OutputStream out = context.res().getOutputStream();
    try (RoomNews.Watch watch = news.watch(roomId)) {
      write(out, ": following\n\n");
      long place = after;
      int silent = 0;
      while (!watch.ended() && !standing.lost()) {
        if (silent == 0) {
          place = send(out, place);
        }
        silent = watch.await(Standing.EVERY) ? 0 : silent + 1;
        if (silent == SILENT_ROUNDS) {
          write(out, ": still here\n\n");
          silent = 0;
        }
      }
    } catch (IOException e) {
      log.debug("Somebody stopped following room {}.", roomId, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long send(OutputStream out, long after) throws IOException {
    long place = after;
    List<Message> some;
    do {
      some = messages.list(orgId, roomId, place, AT_ONCE);
      for (Message message : some) {
        write(
            out,
            "id: %s\nevent: message\ndata: %s\n\n"
                .formatted(message.id(), Json.text(MessageResource.json(message))));
        place = message.seq();
      }
    } while (some.size() == AT_ONCE);
    return place;
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
