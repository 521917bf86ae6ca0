package dev.carillon.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SourceFormatTest {

  /** {@code make fmt} sets this to rewrite the files instead of failing. */
  private static final boolean WRITE = Boolean.getBoolean("carillon.format.write");

  @Test
  void every_java_file_is_formatted() throws IOException {
    var unformatted = new SourceFormat().check(Path.of("..").toRealPath(), WRITE);

    assertThat(WRITE ? java.util.List.of() : unformatted)
        .as("files that google-java-format would change; `make fmt` rewrites them")
        .isEmpty();
  }
}
