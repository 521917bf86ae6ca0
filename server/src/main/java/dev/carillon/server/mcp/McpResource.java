package dev.carillon.server.mcp;

import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Router;
import dev.carillon.server.web.Scope;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * MCP over streamable HTTP. Every message stands for itself: there are no sessions, so that any
 * node answers, a restart interrupts nobody, and whoever asks is found out anew each time. Hence
 * there is no stream to open with GET and nothing to end with DELETE; the protocol has 405 for
 * both.
 */
public final class McpResource {

  private static final String PATH = "/mcp";

  /** Browsers name the page that asks; others send no Origin. */
  private static final Set<String> OWN_PAGES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Supplier<Protocol> protocol;

  /**
   * @param api what the tools ask
   * @param now by the clock that counts for a caller's schedules
   */
  public McpResource(Router api, Function<Caller, Instant> now, String version) {
    protocol = new Once(() -> new Protocol(new Toolbox(api, now), version));
  }

  public List<Route> routes() {
    return List.of(Route.post(PATH, Scope.READ, this::receive).forAgents());
  }

  private Answer receive(Request request) {
    checkOrigin(request.header("Origin"));
    JsonNode message;
    try {
      message = Json.read(request.body());
    } catch (Problem problem) {
      return problem.status() == 413 ? problem.answer() : Protocol.unreadable(problem);
    }
    return protocol.get().answer(request.caller(), message, request.header("MCP-Protocol-Version"));
  }

  /** A page of another host that a name was bent to this machine for gets no further than this. */
  private static void checkOrigin(@Nullable String origin) {
    if (origin != null && !OWN_PAGES.contains(host(origin))) {
      throw Problem.of(Code.ORIGIN_REFUSED, "a web page of another host may not ask here")
          .at("Origin")
          .expected("no Origin, or one of this machine such as http://localhost:6274")
          .got(origin)
          .fix("Ask from a program instead of a page, or from a page on this machine.");
    }
  }

  private static String host(String origin) {
    try {
      String host = URI.create(origin).getHost();
      return host == null ? "" : host;
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Loading the protocol takes longer than the rest of the server: whoever asks first, waits. */
  private static final class Once implements Supplier<Protocol> {

    private final Supplier<Protocol> maker;
    private @Nullable Protocol made;

    Once(Supplier<Protocol> maker) {
      this.maker = maker;
    }

    @Override
    public synchronized Protocol get() {
      if (made == null) {
        made = maker.get();
      }
      return made;
    }
  }
}
