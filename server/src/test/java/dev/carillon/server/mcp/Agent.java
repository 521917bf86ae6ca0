package dev.carillon.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Somebody with a token and the official client, over streamable HTTP. */
final class Agent implements AutoCloseable {

  private final McpSyncClient client;

  private Agent(McpSyncClient client) {
    this.client = client;
  }

  static Agent with(ApiServer api, String token) {
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder(api.url())
            .endpoint("/mcp")
            .addHttpRequestCustomizer(
                (request, _, _, _, _) -> request.setHeader("Authorization", "Bearer " + token))
            .build();
    McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofMinutes(1))
            .initializationTimeout(Duration.ofMinutes(1))
            // The client checks every answer against the tool's output schema.
            .enableCallToolSchemaCaching(true)
            .build();
    return new Agent(client);
  }

  static Agent connected(ApiServer api, String token) {
    Agent agent = with(api, token);
    agent.client.initialize();
    agent.client.listTools();
    return agent;
  }

  McpSyncClient client() {
    return client;
  }

  McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  /** What a call that must succeed says as data. */
  JsonNode data(String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(text(result)).isFalse();
    return Json.stored(Json.text(result.structuredContent()));
  }

  String said(String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(text(result)).isFalse();
    return text(result);
  }

  /** What a call that must be refused says. */
  String refused(String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(text(result)).isTrue();
    return text(result);
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }

  @Override
  public void close() {
    client.closeGracefully();
  }
}
