package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** MCP as a client in another language finds it: {@code @modelcontextprotocol/sdk} of npm. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class McpFromNodeTest {

  private final LocalServer server = LocalServer.running();

  private String token(String agent) throws IOException, InterruptedException {
    return server
        .person()
        .types("token", "create", "--principal", "agent:" + agent, "--scope", "read,write,run")
        .ok()
        .strip();
  }

  @Test
  void over_streamable_HTTP() throws Exception {
    assertThat(Npm.run(Map.of(), "node", "mcp.mjs", "http", server.url(), token("node-http")))
        .contains("all as expected");
  }

  @Test
  void over_standard_input_and_output() throws Exception {
    List<String> command = new ArrayList<>(List.of("node", "mcp.mjs", "stdio"));
    command.addAll(
        List.of(
            LocalServer.java(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            LocalServer.classPath(),
            "dev.carillon.cli.Main",
            "mcp"));
    assertThat(
            Npm.run(
                Map.of("CARILLON_SERVER", server.url(), "CARILLON_TOKEN", token("node-stdio")),
                command.toArray(String[]::new)))
        .contains("all as expected");
  }

  @Test
  void as_every_snippet_of_the_documentation_says() throws Exception {
    // What the launcher does, without what it would build.
    Path launcher = Npm.place().resolve("carillon").toAbsolutePath();
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.carillon.cli.Main \"$@\"\n"
            .formatted(LocalServer.java(), LocalServer.classPath()));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    assertThat(
            Npm.run(
                Map.of(),
                "node",
                "docs.mjs",
                Path.of("../docs/mcp.md").toAbsolutePath().toString(),
                server.url(),
                token("node-docs"),
                launcher.toString()))
        .contains("snippets, all as expected");
  }
}
