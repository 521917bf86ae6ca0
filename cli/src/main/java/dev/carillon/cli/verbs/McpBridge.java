package dev.carillon.cli.verbs;

import dev.carillon.client.Json;
import dev.carillon.client.Problem;
import dev.carillon.client.Refused;
import dev.carillon.client.Unreachable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries messages of MCP between lines of text and a server: one line is one message. It knows
 * nothing of tools, so that what the server offers is offered here, word for word.
 */
final class McpBridge {

  /** More than the server takes in one message: it says so better than we could. */
  private static final int LONGEST_LINE = 2 * 1024 * 1024;

  private static final int AT_ONCE = 16;

  private static final int PARSE_ERROR = -32700;
  private static final int SERVER_ERROR = -32000;

  private final Function<String, @Nullable String> server;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Semaphore room = new Semaphore(AT_ONCE);

  /**
   * @param server answers a message; null where it needs no answer
   */
  McpBridge(Function<String, @Nullable String> server, PrintWriter out, PrintWriter err) {
    this.server = server;
    this.out = out;
    this.err = err;
  }

  /** Returns when the input has ended and every message has its answer. */
  void carry(Reader in) throws IOException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      StringBuilder line = new StringBuilder();
      boolean more = true;
      while (more) {
        line.setLength(0);
        more = read(in, line);
        String message = line.toString().strip();
        if (line.length() > LONGEST_LINE) {
          say(error(null, PARSE_ERROR, "a message may have at most 1 MiB"));
        } else if (!message.isEmpty()) {
          room.acquireUninterruptibly();
          threads.execute(() -> answer(message));
        }
      }
    }
  }

  /** One line, of which no more is kept than tells that it is too long; false at the end. */
  private static boolean read(Reader in, StringBuilder line) throws IOException {
    int c = in.read();
    while (c >= 0 && c != '\n') {
      if (line.length() <= LONGEST_LINE) {
        line.append((char) c);
      }
      c = in.read();
    }
    return c >= 0;
  }

  private void answer(String message) {
    try {
      String answer = server.apply(message);
      if (answer != null) {
        say(answer);
      }
    } catch (Refused e) {
      failed(message, refusal(e.problem()));
    } catch (Unreachable e) {
      failed(message, e.getMessage() + ". Start one with `carillon serve`, and call again.");
    } catch (RuntimeException e) {
      failed(message, "this should not have happened: " + e);
    } finally {
      room.release();
    }
  }

  private static String refusal(Problem problem) {
    String fix = problem.fix() == null ? "" : " " + problem.fix();
    return "%s.%s (%s)".formatted(problem.detail(), fix, problem.code());
  }

  private void failed(String message, String why) {
    JsonNode id = id(message);
    if (id == null) {
      err.println("carillon: " + why);
      err.flush();
    } else {
      say(error(id, SERVER_ERROR, why));
    }
  }

  /** Whom to answer; null where nobody waits for it. */
  private static @Nullable JsonNode id(String message) {
    try {
      JsonNode id = Json.parse(message).get("id");
      return id == null || id.isNull() ? null : id;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String error(@Nullable JsonNode id, int code, String text) {
    ObjectNode answer = Json.object().put("jsonrpc", "2.0");
    answer.set("id", id);
    answer.putObject("error").put("code", code).put("message", text);
    return answer.toString();
  }

  private synchronized void say(String line) {
    out.print(line.strip() + "\n");
    out.flush();
  }
}
