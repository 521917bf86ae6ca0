package dev.carillon.server.access;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Keys;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Replays;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The header Idempotency-Key: the first request with a key is carried out, the others get its
 * answer, for 24 hours. A key belongs to one organization, one principal and one address.
 *
 * <p>When a server dies between the deed and the note of it, the same request may be tried again a
 * minute later; what it makes has the id of the first try, so that it is not made twice.
 */
public final class KeyedAnswers implements Replays {

  private static final Pattern KEY = Pattern.compile("[\\x21\\x23-\\x7e]{1,255}");

  private final Keys keys;
  private final Ids ids;

  public KeyedAnswers(Keys keys, Ids ids) {
    this.keys = keys;
    this.ids = ids;
  }

  @Override
  public Answer once(Request request, Route.Handler handler) throws Exception {
    Keys.Key key = key(request);
    UUID resource = keys.begin(key, ids.next());
    if (resource == null) {
      return replay(key);
    }
    request.makesUnder(resource);
    Answer answer = handler.handle(request);
    byte[] body = answer.keptBody();
    if (body == null || answer.status() >= 500) {
      keys.forget(key);
    } else {
      keys.finish(
          key,
          answer.status(),
          answer.type(),
          answer.headers().get("Location"),
          answer.headers().get("ETag"),
          new String(body, StandardCharsets.UTF_8));
    }
    return answer;
  }

  private Answer replay(Keys.Key key) {
    Keys.Kept kept = keys.find(key);
    if (kept != null && !kept.request().equals(key.request())) {
      throw Problem.of(Code.KEY_REUSED, "the key was used before, for a request with another body")
          .at("Idempotency-Key")
          .fix("Use a new key for a new request.");
    }
    Integer status = kept == null ? null : kept.status();
    if (kept == null || status == null) {
      throw Problem.of(Code.KEY_IN_FLIGHT, "the first request with this key has not ended yet")
          .at("Idempotency-Key")
          .fix("Ask again in a moment to get its answer.")
          .header("Retry-After", "1");
    }
    Answer answer =
        Answer.bytes(status, kept.contentType(), kept.body().getBytes(StandardCharsets.UTF_8))
            .header("Idempotency-Replayed", "true");
    if (kept.location() != null) {
      answer.header("Location", kept.location());
    }
    if (kept.etag() != null) {
      answer.header("ETag", kept.etag());
    }
    return answer;
  }

  private static Keys.Key key(Request request) {
    String header = String.valueOf(request.header("Idempotency-Key")).strip();
    boolean quoted = header.length() > 1 && header.startsWith("\"") && header.endsWith("\"");
    String key = quoted ? header.substring(1, header.length() - 1) : header;
    if (!KEY.matcher(key).matches()) {
      throw Problem.of(
              Code.KEY_INVALID,
              "the key must have 1 to 255 visible ASCII characters, in two quotes or in none")
          .at("Idempotency-Key")
          .got(header)
          .fix("Use a UUID.");
    }
    Caller caller = request.caller();
    String path = request.context().path().replaceFirst("(.)/$", "$1");
    return new Keys.Key(
        caller.orgId(), caller.principal().toString(), path, key, fingerprint(request));
  }

  private static String fingerprint(Request request) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String query = request.context().queryString();
      digest.update((query == null ? "" : query).getBytes(StandardCharsets.UTF_8));
      digest.update((byte) '\n');
      return HexFormat.of().formatHex(digest.digest(request.body()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
