package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Bodies that are refused before they are read, sent by a client that looks for no answer before it
 * has sent all of it. There is more of them than the buffers of both ends hold.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LargeBodyTest {

  private static final int PIECE = 64 * 1024;
  private static final int PIECES = 1024;

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String WITH_LENGTH = "Content-Length: " + PIECE * PIECES;
  private static final String IN_CHUNKS = "Transfer-Encoding: chunked";

  /** All that comes back after everything was sent. */
  private static String sent(String token, String length, int pieces) throws IOException {
    URI server = URI.create(api.url());
    byte[] blanks = new byte[PIECE];
    Arrays.fill(blanks, (byte) ' ');
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write(
          "POST /api/v1/schedules HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n"
              .formatted(token, length)
              .getBytes(StandardCharsets.UTF_8));
      for (int piece = 0; piece < pieces; piece++) {
        if (length.equals(IN_CHUNKS)) {
          out.write((Integer.toHexString(PIECE) + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
        out.write(blanks);
        if (length.equals(IN_CHUNKS)) {
          out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        }
      }
      if (length.equals(IN_CHUNKS)) {
        out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void the_refusal_reaches_who_sends_everything_first() throws IOException {
    String token = api.operator().token();
    for (String length : new String[] {WITH_LENGTH, IN_CHUNKS}) {
      assertThat(sent(token, length, PIECES))
          .as(length)
          .startsWith("HTTP/1.1 413")
          .contains("body.too_large", "application/problem+json", "Connection: close")
          .endsWith("}");
    }
  }

  @Test
  void who_has_no_token_is_told_so_too() throws IOException {
    assertThat(sent("nobody", WITH_LENGTH, PIECES))
        .startsWith("HTTP/1.1 401")
        .contains("application/problem+json");
  }

  @Test
  void who_asks_before_sending_is_refused_at_once() throws IOException {
    assertThat(sent(api.operator().token(), WITH_LENGTH + "\r\nExpect: 100-continue", 0))
        .startsWith("HTTP/1.1 413")
        .contains("body.too_large");
  }
}
