package dev.carillon.server.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came with a request besides its address. */
sealed interface Envelope {

  Map<String, List<String>> query();

  @Nullable String header(String name);

  /** No longer than {@link Request#LARGEST_BODY_BYTES}. */
  byte[] body();

  /** From outside. */
  record Http(Context context) implements Envelope {

    @Override
    public Map<String, List<String>> query() {
      return context.queryParamMap();
    }

    @Override
    public @Nullable String header(String name) {
      return context.header(name);
    }

    @Override
    public byte[] body() {
      if (context.req().getContentLengthLong() > Request.LARGEST_BODY_BYTES) {
        throw tooLarge();
      }
      try (InputStream in = context.req().getInputStream()) {
        byte[] bytes = in.readNBytes(Request.LARGEST_BODY_BYTES + 1);
        if (bytes.length > Request.LARGEST_BODY_BYTES) {
          throw tooLarge();
        }
        return bytes;
      } catch (IOException e) {
        throw Problem.of(Code.BODY_NOT_JSON, "the body broke off before its end");
      }
    }

    private static Problem tooLarge() {
      return Problem.of(
              Code.BODY_TOO_LARGE,
              "the body may have at most %d bytes".formatted(Request.LARGEST_BODY_BYTES))
          .expected("at most 1 MiB")
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
    public byte[] body() {
      return inquiry.body() == null ? new byte[0] : Json.bytes(inquiry.body());
    }
  }
}
