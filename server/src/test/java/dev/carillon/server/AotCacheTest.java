package dev.carillon.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's cache of classes, on the jars of this very build. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AotCacheTest {

  private static final Path FUNCTIONS = Path.of("../scripts/aot-cache.sh").toAbsolutePath();
  private static final String OPTIONS = "-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -Xmx512m";

  @TempDir Path temporary;

  @Test
  void a_start_takes_its_classes_from_the_cache_and_none_that_changed_since() throws Exception {
    List<Path> jars = jars();
    Path cache = Path.of(shell(jars, "aot_file serve"));
    assertThat(shell(jars, "aot_options " + cache)).isEmpty();
    shell(jars, "aot_make " + cache);
    assertThat(cache).isNotEmptyFile();
    List<String> fromCache = words(shell(jars, "aot_options " + cache));

    Path loaded = temporary.resolve("loaded");
    List<String> options = options(jars, fromCache);
    options.add("-Xlog:class+load:file=" + loaded);
    try (ServerProcess server = serve(options)) {
      server.awaitReadyz(200);
      assertThat(server.stop()).isZero();
    }
    assertThat(Files.readAllLines(loaded))
        .as("classes that come from the cache")
        .anyMatch(line -> isFromCache(line, "dev.carillon.server.Main"))
        .anyMatch(line -> isFromCache(line, "dev.carillon.engine.dispatch.Dispatcher"));

    change(jars);
    assertThat(shell(jars, "aot_file serve"))
        .as("another name for other jars")
        .isNotEqualTo("" + cache);
    // Whoever uses the old cache all the same is served from the jars, without a word about it.
    try (ServerProcess server = serve(options(jars, fromCache))) {
      server.awaitReadyz(200);
      assertThat(server.stop()).isZero();
      assertThat(server.log()).doesNotContain("aot", "AOT", "[warning]", "[error]");
    }
  }

  @Test
  void where_no_cache_can_be_written_there_is_none() throws Exception {
    List<Path> jars = List.of(Files.createFile(temporary.resolve("empty.jar")));
    Path nowhere = Path.of("/dev/null/x.aot");
    assertThat(shell(jars, "cache_dir=/dev/null; aot_make " + nowhere)).isEmpty();
    assertThat(shell(jars, "aot_options " + nowhere)).isEmpty();
    // It has a name all the same: the launcher must not end over it.
    assertThat(shell(jars, "cache_dir=/dev/null; file=$(aot_file x); echo $file"))
        .startsWith("/dev/null/x-");
    assertThat(shell(jars, "life=%s/life; aot_keep %s".formatted(temporary, nowhere))).isEmpty();
  }

  private static boolean isFromCache(String line, String type) {
    return line.contains(" " + type + " ") && line.contains("shared objects file");
  }

  private ServerProcess serve(List<String> options) throws IOException {
    ServerProcess server =
        ServerProcess.runWith(
            options,
            temporary,
            Map.of(),
            "serve",
            "--data",
            temporary.resolve("data").toString(),
            "--port",
            "0");
    server.awaitReady();
    return server;
  }

  private static List<String> options(List<Path> jars, List<String> more) {
    List<String> options = new ArrayList<>(words(OPTIONS));
    options.addAll(more);
    options.addAll(List.of("-cp", path(jars)));
    return options;
  }

  private static List<String> words(String text) {
    return List.of(text.split(" ", -1));
  }

  private static String path(List<Path> jars) {
    return String.join(":", jars.stream().map(Path::toString).toList());
  }

  /** What the launcher's functions print, when they run as they do in the launcher. */
  private String shell(List<Path> jars, String call) throws Exception {
    String script =
        "set -eu; java=%s; jvm_options='%s'; class_path='%s'; cache_dir=%s; . %s; %s"
            .formatted(
                ServerProcess.java(),
                OPTIONS,
                path(jars),
                temporary.resolve("cache"),
                FUNCTIONS,
                call);
    Path said = temporary.resolve("said");
    Process shell =
        new ProcessBuilder("sh", "-c", script)
            .redirectErrorStream(false)
            .redirectError(said.toFile())
            .start();
    String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertThat(shell.waitFor()).as(Files.readString(said)).isZero();
    return output;
  }

  /** The class path of this test, with a jar in the place of each directory of classes. */
  private List<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String entry : ServerProcess.classPath().split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (entry.endsWith(".jar")) {
        jars.add(path);
      } else if (Files.isDirectory(path) && path.endsWith("classes")) {
        jars.add(jar(path, temporary.resolve(jars.size() + ".jar")));
      }
    }
    return jars;
  }

  private static Path jar(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(classes)) {
      for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(one).toString()));
        Files.copy(one, out);
      }
    }
    return jar;
  }

  /** Gives one of our own jars another file. */
  private void change(List<Path> jars) throws IOException {
    Path classes = Files.createDirectory(temporary.resolve("more"));
    Files.writeString(classes.resolve("changed.txt"), "changed");
    Path old = jars.stream().filter(jar -> jar.startsWith(temporary)).findFirst().orElseThrow();
    Path unpacked = classes.resolve("old");
    try (java.util.jar.JarFile jar = new java.util.jar.JarFile(old.toFile())) {
      for (JarEntry entry : java.util.Collections.list(jar.entries())) {
        Path file = unpacked.resolve(entry.getName());
        Files.createDirectories(file.resolve(".."));
        Files.copy(jar.getInputStream(entry), file);
      }
    }
    Files.copy(classes.resolve("changed.txt"), unpacked.resolve("changed.txt"));
    Files.delete(old);
    jar(unpacked, old);
  }
}
