package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs in another language, with packages of npm that nobody here wrote. */
final class Npm {

  private static final Path SOURCE = Path.of("src/test/npm");
  private static final Path PLACE = Path.of("target/npm");

  private static boolean installed;

  private Npm() {}

  /** Where they are, with all they need. */
  static synchronized Path place() throws IOException, InterruptedException {
    if (!installed) {
      Files.createDirectories(PLACE);
      for (String file :
          List.of("package.json", "package-lock.json", "mcp.mjs", "docs.mjs", "webhook.mjs")) {
        Files.copy(SOURCE.resolve(file), PLACE.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
      start(
          Map.of(),
          "npm",
          "ci",
          "--prefer-offline",
          "--fetch-retries=5",
          "--no-audit",
          "--no-fund",
          "--ignore-scripts");
      installed = true;
    }
    return PLACE;
  }

  /** What it printed; it must end well. */
  static String run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    place();
    return start(environment, command);
  }

  private static String start(Map<String, String> environment, String... command)
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
}
