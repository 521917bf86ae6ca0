package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** MCP as a client in another language finds it: {@code @modelcontextprotocol/sdk} of npm. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class McpFromNodeTest {

  private static final Path SOURCE = Path.of("src/test/npm");
  private static final Path PLACE = Path.of("target/npm");

  private final LocalServer server = LocalServer.running();

  @BeforeAll
  static void the_client_is_installed() throws Exception {
    Files.createDirectories(PLACE);
    for (String file : List.of("package.json", "package-lock.json", "mcp.mjs", "docs.mjs")) {
      Files.copy(SOURCE.resolve(file), PLACE.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    run(
        Map.of(),
        "npm",
        "ci",
        "--prefer-offline",
        "--fetch-retries=5",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts");
  }

  private static String run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(PLACE.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new AssertionError(
          """
          This test needs Node.js 18 or newer with npm, and found no %s on the PATH. Install it \
          (Debian: apt-get install nodejs npm; macOS: brew install node) and try again.\
          """
              .formatted(command[0]),
          e);
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  private String token(String agent) throws IOException, InterruptedException {
    return server
        .person()
        .types("token", "create", "--principal", "agent:" + agent, "--scope", "read,write,run")
        .ok()
        .strip();
  }

  @Test
  void over_streamable_HTTP() throws Exception {
    assertThat(run(Map.of(), "node", "mcp.mjs", "http", server.url(), token("node-http")))
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
            run(
                Map.of("CARILLON_SERVER", server.url(), "CARILLON_TOKEN", token("node-stdio")),
                command.toArray(String[]::new)))
        .contains("all as expected");
  }

  @Test
  void as_every_snippet_of_the_documentation_says() throws Exception {
    // What the launcher does, without what it would build.
    Path launcher = PLACE.resolve("carillon").toAbsolutePath();
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.carillon.cli.Main \"$@\"\n"
            .formatted(LocalServer.java(), LocalServer.classPath()));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    assertThat(
            run(
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
