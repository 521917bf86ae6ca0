package dev.carillon.server.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What came with a request besides its address. */
sealed interface Envelope {

  Map<String, List<String>> query();

  @Nullable String header(String name);

  /**
   * @param largest how many bytes it may have
   */
  byte[] body(int largest);

  /**
   * From outside.
   *
   * @param stands whether the caller is still known
   */
  record Http(Context context, Approach approach, BooleanSupplier stands) implements Envelope {

    @Override
    public Map<String, List<String>> query() {
      return context.queryParamMap();
    }

    @Override
    public @Nullable String header(String name) {
      return context.header(name);
    }

    @Override
    public byte[] body(int largest) {
      if (context.req().getContentLengthLong() > largest) {
        throw tooLarge(largest);
      }
      try (InputStream in = context.req().getInputStream()) {
        byte[] bytes = in.readNBytes(largest + 1);
        if (bytes.length > largest) {
          throw tooLarge(largest);
        }
        return bytes;
      } catch (IOException e) {
        throw Problem.of(Code.BODY_NOT_JSON, "the body broke off before its end")
            .fix("Send it again.");
      }
    }

    private static Problem tooLarge(int largest) {
      return Problem.of(
              Code.BODY_TOO_LARGE, "the body may have at most %d bytes".formatted(largest))
          .fix("Send at most %d MiB; keep large data elsewhere.".formatted(largest >> 20))
          .header("Connection", "close");
    }
  }

  /** From another part of this server, which has read what came from outside. */
  record Inside(Inquiry inquiry) implements Envelope {

    @Override
    public Map<String, List<String>> query() {
      Map<String, List<String>> query = new HashMap<>();
      inquiry.query().forEach((name, value) -> query.put(name, List.of(value)));
      return query;
    }

    @Override
    public @Nullable String header(String name) {
      return name.equals("If-Match") ? inquiry.ifMatch() : null;
    }

    @Override
    public byte[] body(int largest) {
      return inquiry.body() == null ? new byte[0] : Json.bytes(inquiry.body());
    }
  }
}
