package dev.carillon.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedPostgresConfigTest {

  private final EmbeddedPostgresConfig config = EmbeddedPostgresConfig.in(Path.of("data"));

  @Test
  void settings_override_the_defaults() {
    String text = ServerSettings.text(config.withSetting("Shared_Buffers", "1GB").settings());

    assertThat(text).contains("shared_buffers = '1GB'").doesNotContain("128MB");
    assertThat(text).contains("fsync = 'on'", "timezone = 'UTC'");
  }

  @Test
  void values_are_quoted() {
    assertThat(ServerSettings.text(Map.of("application_name", "it's a \\ test")))
        .contains("application_name = 'it''s a \\\\ test'");
  }

  @ParameterizedTest
  @CsvSource({
    "fsync, off",
    "FSYNC, false",
    "fsync, 0",
    "fsync, n",
    "full_page_writes, no",
    "synchronous_commit, off",
    "synchronous_commit, of"
  })
  void durability_cannot_be_turned_off(String name, String value) {
    assertThatThrownBy(() -> config.withSetting(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must stay on")
        .hasMessageContaining("\"" + value + "\"");
  }

  @ParameterizedTest
  @CsvSource({"fsync, on", "full_page_writes, TRUE", "synchronous_commit, remote_apply"})
  void durable_values_are_welcome(String name, String value) {
    assertThat(config.withSetting(name, value).settings()).containsEntry(name, value);
  }

  @ParameterizedTest
  @CsvSource({"port", "listen_addresses", "Unix_Socket_Directories", "logging_collector"})
  void what_the_launcher_hangs_on_cannot_be_set(String name) {
    assertThatThrownBy(() -> config.withSetting(name, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Carillon's own");
  }

  @Test
  void nothing_can_be_smuggled_into_the_file() {
    assertThatThrownBy(() -> config.withSetting("jit = on\nfsync", "off"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> config.withSetting("jit", "on\nfsync = off"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("control character");
  }

  @Test
  void a_start_timeout_of_nothing_is_refused() {
    assertThatThrownBy(() -> config.withStartTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0S");
  }
}
