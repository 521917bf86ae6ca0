package dev.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which server is asked, and with which token. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DiscoveryTest {

  @TempDir Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void live_in_a_home_of_its_own() {
    environment.put("HOME", home.toString());
  }

  private Connection find(String server, String token, String profile) {
    return new Discovery(environment, home)
        .find(new Discovery.Given(server, token, profile, null, null));
  }

  private void localServer() throws IOException {
    Path data = Files.createDirectories(home.resolve("carillon-data"));
    Files.writeString(data.resolve("operator.token"), "car_operator\n");
    Files.writeString(data.resolve("server.url"), "http://127.0.0.1:8181\n");
  }

  private void profiles(String text) throws IOException {
    Files.createDirectories(home.resolve(".config/carillon"));
    Files.writeString(home.resolve(".config/carillon/profiles"), text);
  }

  @Test
  void a_local_server_is_found_by_its_data_directory() throws IOException {
    localServer();
    assertThat(find(null, null, null).server()).hasToString("http://127.0.0.1:8181");
    assertThat(find(null, null, null).token()).isEqualTo("car_operator");
  }

  @Test
  void without_anything_the_usual_address_is_asked_without_a_token() {
    assertThat(find(null, null, null).server()).hasToString("http://127.0.0.1:7373");
    assertThat(find(null, null, null).token()).isNull();
  }

  @Test
  void the_operators_token_is_never_shown_to_another_machine() throws IOException {
    localServer();
    assertThat(find("https://carillon.example", null, null).token()).isNull();
    assertThat(find("http://localhost:9", null, null).token()).isEqualTo("car_operator");
  }

  @Test
  void flags_win_over_the_environment_and_that_over_profiles() throws IOException {
    profiles(
        """
        # mine
        [default]
        server = https://default.example
        token = car_default

        [work]
        server = https://work.example/
        token = car_work
        organization = acme
        """);
    assertThat(find(null, null, null).token()).isEqualTo("car_default");
    Connection work = find(null, null, "work");
    assertThat(work.server()).hasToString("https://work.example");
    assertThat(work.token()).isEqualTo("car_work");
    assertThat(work.organization()).isEqualTo("acme");
    environment.put("CARILLON_SERVER", "https://variable.example");
    assertThat(find(null, null, "work").server()).hasToString("https://variable.example");
    assertThat(find(null, null, "work").token()).as("a profile's token is its server's").isNull();
    environment.put("CARILLON_TOKEN", "car_variable");
    assertThat(find(null, null, null).token()).isEqualTo("car_variable");
    assertThat(find("https://flag.example", "car_flag", null).token()).isEqualTo("car_flag");
    assertThat(find("https://flag.example", null, null).server())
        .hasToString("https://flag.example");
  }

  @Test
  void what_makes_no_sense_is_said() throws IOException {
    profiles("token = car_secret\n");
    assertThatThrownBy(() -> find(null, null, null))
        .hasMessageContaining("profiles:1")
        .hasMessageNotContaining("car_secret");
    profiles("[work]\nserver = https://work.example\n");
    assertThatThrownBy(() -> find(null, null, "wrok")).hasMessageContaining("are work");
    assertThatThrownBy(() -> find("ftp://x", null, null)).hasMessageContaining("such as http://");
    assertThatThrownBy(() -> find("127.0.0.1", null, null)).hasMessageContaining("such as http://");
    assertThat(find(null, "car_secret", null).toString()).doesNotContain("car_secret");
  }
}
