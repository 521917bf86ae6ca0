package dev.carillon.server.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** One file of the page, read and compressed once. Safe for use by many threads. */
final class PageFile {

  /** The page brings all it needs: no script or style of its text, nothing from elsewhere. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final List<String> COMPRESSED_ALREADY =
      List.of("image/png", "image/x-icon", "font/woff2");

  private final String type;
  private final String tag;
  private final boolean lasting;
  private final byte[] plain;
  private final byte @Nullable [] gzip;

  /**
   * @param lasting whether its name changes with its content, so that it can be kept for ever
   */
  PageFile(String type, boolean lasting, byte[] content) {
    this.type = type;
    this.lasting = lasting;
    tag = hash(content);
    plain = content;
    gzip = COMPRESSED_ALREADY.contains(type) ? null : compressed(content);
  }

  private static byte[] compressed(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException("memory can be written", e);
    }
    return bytes.toByteArray();
  }

  private static String hash(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Answer answer(@Nullable String accepted, @Nullable String known) {
    boolean zipped = zipped(accepted);
    String etag = "\"%s%s\"".formatted(tag, zipped ? "-gz" : "");
    boolean unchanged = known != null && List.of(known.split(",\\s*")).contains(etag);
    return (unchanged ? guarded(Answer.notModified()) : sent(200, zipped))
        .header("ETag", etag)
        .header("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
  }

  /** The same for an address that has nothing: not to be kept, and without a tag to ask it by. */
  Answer answerNotFound(@Nullable String accepted) {
    return sent(404, zipped(accepted)).header("Cache-Control", "no-store");
  }

  private boolean zipped(@Nullable String accepted) {
    return gzip != null && accepted != null && accepted.contains("gzip");
  }

  private Answer sent(int status, boolean zipped) {
    Answer answer = Answer.bytes(status, type, zipped && gzip != null ? gzip : plain);
    return guarded(zipped ? answer.header("Content-Encoding", "gzip") : answer);
  }

  private static Answer guarded(Answer answer) {
    return answer
        .header("Vary", "Accept-Encoding")
        .header("Content-Security-Policy", POLICY)
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Opener-Policy", "same-origin");
  }
}
