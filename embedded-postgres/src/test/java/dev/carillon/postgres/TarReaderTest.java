package dev.carillon.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarReaderTest {

  @TempDir Path target;
  private final ByteArrayOutputStream archive = new ByteArrayOutputStream();

  @Test
  void files_directories_links_and_modes_are_unpacked() throws IOException {
    entry("bin/", '5', 0755, "", "");
    entry("bin/run", '0', 0755, "", "echo");
    entry("lib/deep/data", '0', 0644, "", "x".repeat(1000));
    entry("lib/data", '2', 0777, "deep/data", "");

    extract();

    assertThat(target.resolve("bin/run")).hasContent("echo").isExecutable();
    assertThat(target.resolve("lib/deep/data")).hasContent("x".repeat(1000));
    assertThat(Files.isExecutable(target.resolve("lib/deep/data"))).isFalse();
    assertThat(target.resolve("lib/data")).isSymbolicLink().hasContent("x".repeat(1000));
  }

  @Test
  void a_long_name_comes_in_an_entry_of_its_own() throws IOException {
    String name = "share/" + "n".repeat(150);
    entry("././@LongLink", 'L', 0, "", name + "\0");
    entry(name.substring(0, 100), '0', 0644, "", "content");

    extract();

    assertThat(target.resolve(name)).hasContent("content");
  }

  @Test
  void unwanted_entries_are_passed_over() throws IOException {
    entry("lib/libpq.a", '0', 0644, "", "static");
    entry("lib/libpq.so", '0', 0644, "", "shared");
    end();

    TarReader.extract(
        new ByteArrayInputStream(archive.toByteArray()), target, name -> !name.endsWith(".a"));

    assertThat(target.resolve("lib/libpq.a")).doesNotExist();
    assertThat(target.resolve("lib/libpq.so")).hasContent("shared");
  }

  @Test
  void nothing_lands_outside_of_the_target() throws IOException {
    entry("../evil", '0', 0644, "", "x");
    assertThatThrownBy(this::extract)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside");
  }

  @Test
  void no_link_leads_outside_of_the_target() throws IOException {
    entry("lib/link", '2', 0777, "../../etc/passwd", "");
    assertThatThrownBy(this::extract)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside");
  }

  @Test
  void other_kinds_of_entry_are_refused() throws IOException {
    entry("device", '3', 0644, "", "");
    assertThatThrownBy(this::extract)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("type '3'");
  }

  @Test
  void a_damaged_archive_is_refused() throws IOException {
    entry("bin/run", '0', 0755, "", "echo");
    byte[] damaged = archive.toByteArray();
    damaged[3] ^= 1;
    assertThatThrownBy(
            () -> TarReader.extract(new ByteArrayInputStream(damaged), target, name -> true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("checksum");
  }

  @Test
  void an_archive_cut_off_anywhere_is_refused() throws IOException {
    entry("bin/run", '0', 0755, "", "e".repeat(600));
    byte[] whole = archive.toByteArray();
    for (int length : new int[] {100, 512, 700, whole.length}) {
      assertThatThrownBy(() ->
              TarReader.extract(
                  new ByteArrayInputStream(Arrays.copyOf(whole, length)), target, name -> true))
          .as("%d bytes", length)
          .isInstanceOf(EOFException.class);
    }
  }

  private void extract() throws IOException {
    end();
    TarReader.extract(new ByteArrayInputStream(archive.toByteArray()), target, name -> true);
  }

  private void end() throws IOException {
    archive.write(new byte[1024]);
  }

  private void entry(String name, char type, int mode, String link, String content)
      throws IOException {
    byte[] header = new byte[512];
    put(header, 0, name);
    put(header, 100, "%07o".formatted(mode));
    put(header, 124, "%011o".formatted(content.length()));
    header[156] = (byte) type;
    put(header, 157, link);
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, 148, "%06o\0".formatted(sum));
    archive.write(header);
    archive.write(content.getBytes(US_ASCII));
    archive.write(new byte[(512 - content.length() % 512) % 512]);
  }

  private static void put(byte[] header, int at, String text) {
    System.arraycopy(text.getBytes(US_ASCII), 0, header, at, text.length());
  }
}
