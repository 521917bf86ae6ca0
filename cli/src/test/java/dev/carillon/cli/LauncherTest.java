package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.LocalServer.Said;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a checkout of its own, of which Maven has laid out the programs: the script
 * itself, the classes of this build, and a Maven that only says that it was called.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LauncherTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String BEFORE = "2020-01-01T00:00:00Z";
  private static final String SINCE = "2100-01-01T00:00:00Z";

  @TempDir Path temporary;
  private Path checkout;

  @BeforeEach
  void lay_out_a_checkout() throws IOException {
    checkout = Files.createDirectory(temporary.resolve("checkout"));
    Files.copy(ROOT.resolve("carillon"), checkout.resolve("carillon"));
    Path scripts = Files.createDirectory(checkout.resolve("scripts"));
    for (String script : List.of("find-java.sh", "aot-cache.sh", "collector.sh")) {
      Files.copy(ROOT.resolve("scripts").resolve(script), scripts.resolve(script));
    }
    source("pom.xml", BEFORE);
    source("server/pom.xml", BEFORE);
    source("server/src/main/java/Server.java", BEFORE);
    source("cli/pom.xml", BEFORE);
    lay("server");
    lay("cli");
    Path maven = Files.createDirectory(temporary.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho 'Maven was called'\nexit 1\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void source(String name, String changed) throws IOException {
    Path file = checkout.resolve(name);
    Files.createDirectories(file.getParent());
    Files.setLastModifiedTime(Files.createFile(file), FileTime.from(Instant.parse(changed)));
  }

  /** A jar that holds nothing but where the classes of this test are. */
  private void lay(String program) throws IOException {
    Path lib = checkout.resolve("%s/target/carillon-%s/lib".formatted(program, program));
    Files.createDirectories(lib);
    List<String> places =
        Stream.of(LocalServer.classPath().split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty())
            .map(entry -> Path.of(entry).toUri().toString())
            .toList();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", places));
    try (OutputStream file = Files.newOutputStream(lib.resolve(program + "-0.jar"))) {
      new JarOutputStream(file, manifest).close();
    }
  }

  private Process start(Path launcher, String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of("sh", launcher.toString()));
    line.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("CARILLON_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("CARILLON_AOT", "off");
    builder
        .environment()
        .merge("PATH", temporary.resolve("bin").toString(), (old, own) -> own + ":" + old);
    return builder.redirectError(temporary.resolve("err").toFile()).start();
  }

  private Said run(Path launcher, String... arguments) throws Exception {
    Process process = start(launcher, arguments);
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Said(process.exitValue(), out, Files.readString(temporary.resolve("err")));
  }

  @Test
  void what_maven_alone_has_built_is_started() throws Exception {
    Path launcher = checkout.resolve("carillon");
    String data = temporary.resolve("data").toString();
    Process server = start(launcher, "serve", "--data", data, "--port", "0");
    try (BufferedReader output = server.inputReader(UTF_8)) {
      assertThat(output.readLine())
          .as(Files.readString(temporary.resolve("err")))
          .startsWith("Carillon is ready at ");
      // Through a link, as from a directory of the PATH.
      Path link = Files.createSymbolicLink(temporary.resolve("linked"), launcher);
      Said list = run(link, "list", "--data", data);
      assertThat(list.ok()).startsWith("No schedules.");
      assertThat(list.err()).isEmpty();
    } finally {
      server.destroy();
      assertThat(server.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void what_changed_since_maven_built_it_is_built_first() throws Exception {
    source("server/src/main/java/Changed.java", SINCE);
    Said said = run(checkout.resolve("carillon"), "list");
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err())
        .contains("building, since server/src/main/java/Changed.java has changed")
        .contains("Maven was called");
  }

  @Test
  void what_is_not_built_is_built_first() throws Exception {
    Files.delete(checkout.resolve("cli/target/carillon-cli/lib/cli-0.jar"));
    Said said = run(checkout.resolve("carillon"), "list");
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("building, since it has not been built yet");
  }
}
