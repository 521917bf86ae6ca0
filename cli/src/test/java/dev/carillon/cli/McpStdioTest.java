package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.Json;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code carillon mcp} in a process of its own, between the official client and a real server. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class McpStdioTest {

  private final LocalServer server = LocalServer.running();

  private String token(String principal) throws IOException, InterruptedException {
    String out =
        server
            .person()
            .types("token", "create", "--principal", principal, "--scope", "read,write,run")
            .ok();
    return out.strip();
  }

  private McpSyncClient client(String token) {
    ServerParameters program =
        ServerParameters.builder(LocalServer.java())
            .args(
                List.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    LocalServer.classPath(),
                    "dev.carillon.cli.Main",
                    "mcp"))
            .addEnvVar("CARILLON_SERVER", server.url())
            .addEnvVar("CARILLON_TOKEN", token)
            .build();
    McpSyncClient client =
        McpClient.sync(new StdioClientTransport(program, McpJsonDefaults.getMapper()))
            .requestTimeout(Duration.ofMinutes(1))
            .initializationTimeout(Duration.ofMinutes(1))
            .build();
    client.initialize();
    return client;
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }

  @Test
  void the_tools_of_the_server_are_offered_and_work() throws Exception {
    McpSyncClient client = client(token("agent:frank"));
    try {
      assertThat(client.getServerInfo().name()).isEqualTo("carillon");
      assertThat(client.listTools().tools()).hasSize(8);
      McpSchema.CallToolResult made =
          call(
              client,
              "create_schedule",
              Map.of("name", "Über ✓", "every", "10m", "message", "Check"));
      assertThat(made.isError()).isFalse();
      assertThat(text(made)).contains("Über ✓").contains("message to frank");
      assertThat(text(call(client, "list_schedules", Map.of()))).contains("1 schedule:");
      McpSchema.CallToolResult wrong = call(client, "create_schedule", Map.of("every", "10m"));
      assertThat(wrong.isError()).isTrue();
      assertThat(text(wrong)).contains("does not say what a run does");
    } finally {
      client.closeGracefully();
    }
  }

  @Test
  void many_calls_at_once_each_get_their_own_answer() throws Exception {
    // By hand: the client of the SDK does not let threads send at the same time.
    String[] calls =
        IntStream.range(10, 50)
            .mapToObj(
                """
                {"jsonrpc":"2.0","id":%1$d,"method":"tools/call","params":{"name":"create_schedule",\
                "arguments":{"name":"call %1$d","every":"1h","message":"x"}}}\
                """
                    ::formatted)
            .toArray(String[]::new);
    Conversation said =
        converse(
            Map.of("CARILLON_SERVER", server.url(), "CARILLON_TOKEN", token("agent:many")), calls);
    assertThat(said.answers()).hasSize(40);
    assertThat(said.answers().stream().map(answer -> answer.get("id").asInt()).distinct())
        .hasSize(40);
    assertThat(said.answers())
        .allSatisfy(answer ->
            assertThat(answer.at("/result/content/0/text").asString())
                .contains("call " + answer.get("id").asInt()));
  }

  /** What a process says to these lines, until its input has ended. */
  private record Conversation(int code, List<JsonNode> answers, String err) {}

  private Conversation converse(Map<String, String> environment, String... lines)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            LocalServer.java(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            LocalServer.classPath(),
            "dev.carillon.cli.Main",
            "mcp");
    builder.directory(server.directory().toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CARILLON_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write((String.join("\n", lines) + "\n").getBytes(UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Conversation(
        process.exitValue(), out.lines().map(Json::parse).map(JsonNode.class::cast).toList(), err);
  }

  @Test
  void nothing_but_the_protocol_is_on_standard_output_and_the_end_of_input_is_the_end()
      throws Exception {
    Conversation said =
        converse(
            Map.of("CARILLON_SERVER", server.url(), "CARILLON_TOKEN", token("agent:pipe")),
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
            "this is no JSON",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
    assertThat(said.code()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.answers()).hasSize(3);
    assertThat(said.answers()).allSatisfy(answer -> assertThat(answer.has("jsonrpc")).isTrue());
    assertThat(said.answers())
        .anySatisfy(answer -> assertThat(answer.at("/error/code").asInt()).isEqualTo(-32700))
        .anySatisfy(answer -> assertThat(answer.at("/result/tools")).hasSize(8));
  }

  @Test
  void a_wrong_token_and_a_server_that_is_away_are_said_to_whoever_asked() throws Exception {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}";
    Conversation wrong =
        converse(Map.of("CARILLON_SERVER", server.url(), "CARILLON_TOKEN", "car_no"), ping);
    assertThat(wrong.answers()).hasSize(1);
    assertThat(wrong.answers().getFirst().get("id").asString()).isEqualTo("p");
    assertThat(wrong.answers().getFirst().at("/error/message").asString())
        .contains("the token is unknown");
    Conversation away =
        converse(Map.of("CARILLON_SERVER", "http://127.0.0.1:1", "CARILLON_TOKEN", "x"), ping);
    assertThat(away.answers().getFirst().at("/error/message").asString())
        .contains("no server answers at http://127.0.0.1:1")
        .contains("carillon serve");
  }

  @Test
  void a_message_that_is_too_long_ends_nothing() throws Exception {
    Conversation said =
        converse(
            Map.of("CARILLON_SERVER", server.url(), "CARILLON_TOKEN", token("agent:long")),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + "x".repeat(3_000_000) + "\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    assertThat(said.answers()).hasSize(2);
    assertThat(said.answers().getFirst().at("/error/message").asString()).contains("1 MiB");
    assertThat(said.answers().getLast().get("id").asInt()).isEqualTo(2);
  }
}
