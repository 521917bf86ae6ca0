package dev.carillon.server.mcp;

import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One message in, one answer out. The official SDK knows the protocol; this hands it messages and
 * offers it the tools.
 */
final class Protocol {

  private static final Logger log = LoggerFactory.getLogger(Protocol.class);

  private static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private static final String CALLER = "caller";
  private static final String MESSAGE = "message";

  private final McpJsonMapper mapper = new JacksonMcpJsonMapper(JsonMapper.shared());
  private final Desk desk = new Desk();
  private final Toolbox toolbox;

  Protocol(Toolbox toolbox, String version) {
    this.toolbox = toolbox;
    McpServer.sync(desk)
        .serverInfo(McpSchema.Implementation.builder("carillon", version).title("Carillon").build())
        .instructions(resource("instructions.txt").strip())
        .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
        .jsonMapper(mapper)
        // Arguments are judged where the API's bodies are, with the same words.
        .validateToolInputs(false)
        .jsonSchemaValidator((_, _) -> JsonSchemaValidator.ValidationResponse.asValid(null))
        // On the thread of the request, which is virtual.
        .immediateExecution(true)
        .tools(tools().stream().map(this::offered).toList())
        .build();
  }

  /** Where the SDK's server waits for messages. */
  private static final class Desk implements McpStatelessServerTransport {

    private @Nullable McpStatelessServerHandler handler;

    @Override
    public void setMcpHandler(McpStatelessServerHandler handler) {
      this.handler = handler;
    }

    McpStatelessServerHandler handler() {
      return Objects.requireNonNull(handler, "the server is built");
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }

    @Override
    public List<String> protocolVersions() {
      return VERSIONS;
    }
  }

  private List<McpSchema.Tool> tools() {
    try {
      return mapper.readValue(resource("tools.json"), new TypeRef<List<McpSchema.Tool>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("the program's tools.json", e);
    }
  }

  private SyncToolSpecification offered(McpSchema.Tool tool) {
    Object properties = tool.inputSchema().get("properties");
    List<String> known =
        properties instanceof Map<?, ?> map
            ? map.keySet().stream().map(String::valueOf).toList()
            : List.of();
    return new SyncToolSpecification(tool, (context, _) -> call(tool.name(), known, context));
  }

  private McpSchema.CallToolResult call(
      String tool, List<String> known, McpTransportContext context) {
    Caller caller = (Caller) context.get(CALLER);
    JsonNode arguments = ((JsonNode) context.get(MESSAGE)).at("/params/arguments");
    JsonNode given = arguments.isMissingNode() || arguments.isNull() ? Json.object() : arguments;
    try {
      Toolbox.Told told = toolbox.call(caller, tool, Fields.of(given).only(known));
      return McpSchema.CallToolResult.builder()
          .addTextContent(told.text())
          .structuredContent(told.structured())
          .isError(false)
          .build();
    } catch (Problem problem) {
      return refused(Refusal.text(problem));
    } catch (Exception e) {
      return refused(Refusal.accident(tool, e));
    }
  }

  private static McpSchema.CallToolResult refused(String text) {
    return McpSchema.CallToolResult.builder().addTextContent(text).isError(true).build();
  }

  /**
   * Answers a message.
   *
   * @param version the header of that name, or null
   */
  Answer answer(Caller caller, JsonNode message, @Nullable String version) {
    if (version != null && !VERSIONS.contains(version)) {
      return error(
          400,
          null,
          McpSchema.ErrorCodes.INVALID_REQUEST,
          "MCP-Protocol-Version must be one of " + String.join(", ", VERSIONS));
    }
    JsonNode id = message.path("id");
    boolean named = id.isString() || id.isIntegralNumber();
    boolean wellFormed =
        message.isObject()
            && message.path("jsonrpc").asString("").equals(McpSchema.JSONRPC_VERSION)
            && (message.path("params").isMissingNode() || message.path("params").isObject());
    if (wellFormed && message.path("method").isString()) {
      if (named) {
        return request(caller, message, id);
      }
      if (id.isMissingNode()) {
        // Notifications: nothing here depends on any.
        return Answer.bytes(202, "", new byte[0]);
      }
    }
    if (wellFormed && named && (message.has("result") || message.has("error"))) {
      return Answer.bytes(202, "", new byte[0]);
    }
    return error(
        400,
        named ? id : null,
        McpSchema.ErrorCodes.INVALID_REQUEST,
        "expected one JSON-RPC 2.0 message: an object with jsonrpc, method, and an id if it is a"
            + " request");
  }

  private Answer request(Caller caller, JsonNode message, JsonNode id) {
    String method = message.get("method").stringValue();
    try {
      McpSchema.JSONRPCMessage read =
          McpSchema.deserializeJsonRpcMessage(mapper, Json.text(message));
      McpTransportContext context =
          McpTransportContext.create(Map.of(CALLER, caller, MESSAGE, message));
      McpSchema.JSONRPCResponse response =
          desk.handler()
              .handleRequest(context, (McpSchema.JSONRPCRequest) read)
              .contextWrite(reactor -> reactor.put(McpTransportContext.KEY, context))
              .block();
      return Answer.bytes(200, "application/json", mapper.writeValueAsBytes(response));
    } catch (IOException | RuntimeException e) {
      // What the SDK cannot read it throws; that is the sender's mistake, and no news for the log.
      log.debug("{} could not be answered.", method, e);
      return error(
          200,
          id,
          McpSchema.ErrorCodes.INVALID_PARAMS,
          "the params of %s are not as the protocol has them".formatted(method));
    }
  }

  /** What could not be read as JSON at all. */
  static Answer unreadable(Problem problem) {
    JsonNode told = problem.answer().content();
    return error(
        400,
        null,
        McpSchema.ErrorCodes.PARSE_ERROR,
        "%s. %s".formatted(told.path("detail").asString(""), told.path("fix").asString("")));
  }

  private static Answer error(int status, @Nullable JsonNode id, int code, String text) {
    ObjectNode answer = Json.object().put("jsonrpc", McpSchema.JSONRPC_VERSION);
    answer.set("id", id);
    answer.putObject("error").put("code", code).put("message", text);
    return Answer.json(status, answer);
  }

  private static String resource(String name) {
    try (InputStream in = Protocol.class.getResourceAsStream("/dev/carillon/server/mcp/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the program lacks " + name, e);
    }
  }
}
