package dev.carillon.server.web;

import io.javalin.http.Context;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;

/**
 * Reads what is left of a body that was refused, after the answer.
 *
 * <p>A connection that is closed while bytes wait unread is reset, and the reset throws the answer
 * away that lies at the client's end. Clients that look for an answer while they send have it by
 * then; those that send everything first, 64 MB over loopback, saw a broken pipe. So the rest is
 * read, up to a bound: nobody is kept busy by a body without an end.
 */
final class Leftovers {

  private static final long MOST_BYTES = 256L << 20;
  private static final long LONGEST = Duration.ofSeconds(10).toNanos();
  private static final int STEP = 64 * 1024;

  private Leftovers() {}

  /**
   * Whether the client may still be sending much that nobody is going to read. A little is there
   * already, and the HTTP server reads it by itself.
   */
  static boolean in(Context context) {
    try {
      // Who asked whether to send the body has not begun to, and the refusal is the answer.
      return context.header("Expect") == null
          && (context.req().getContentLengthLong() > STEP
              || context.header("Transfer-Encoding") != null)
          && !context.req().getInputStream().isFinished();
    } catch (IOException e) {
      return false;
    }
  }

  /** Sends the answer, which is whole, and reads the rest. */
  static void answerAndRead(Context context, byte[] answer) {
    context.header("Connection", "close");
    try {
      context.res().setContentLength(answer.length);
      context.res().getOutputStream().write(answer);
      context.res().flushBuffer();
      ServletInputStream in = context.req().getInputStream();
      byte[] bytes = new byte[STEP];
      long began = System.nanoTime();
      long left = MOST_BYTES;
      while (left > 0 && System.nanoTime() - began < LONGEST) {
        int read = in.read(bytes);
        if (read < 0) {
          return;
        }
        left -= read;
      }
    } catch (IOException e) {
      // The client has gone, with the answer or without it.
    }
  }
}
