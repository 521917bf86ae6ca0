package dev.carillon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerInvocationTest {

  private static final String URL = "jdbc:postgresql://db.example/carillon?password=secret";

  private static Invocation parse(String line) {
    return parse(line, Map.of());
  }

  private static Invocation parse(String line, Map<String, String> environment) {
    List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" ", -1));
    return Invocation.parse(words, environment);
  }

  private static Configuration serve(String line, Map<String, String> environment) {
    return ((Invocation.Serve) parse(line, environment)).configuration();
  }

  @Test
  void serve_needs_nothing() {
    Configuration configuration = serve("serve", Map.of());

    assertThat(configuration).isEqualTo(Configuration.defaults());
    assertThat(configuration.data()).isEqualTo(Path.of("carillon-data"));
    assertThat(configuration.port()).isEqualTo(7373);
    assertThat(configuration.dbUrl()).isNull();
  }

  @Test
  void serve_takes_flags_in_both_spellings() {
    for (String line :
        List.of(
            "serve --data d --port 0 --allow-private-targets --db-url " + URL,
            "serve --db-url=" + URL + " --allow-private-targets=true --port=0 --data=d",
            "serve --allow-private-targets true --data d --db-url " + URL + " --port=0")) {
      Configuration configuration = serve(line, Map.of());

      assertThat(configuration.data()).isEqualTo(Path.of("d"));
      assertThat(configuration.port()).isZero();
      assertThat(configuration.dbUrl()).isEqualTo(URL);
      assertThat(configuration.value(Setting.ALLOW_PRIVATE_TARGETS)).isTrue();
    }
  }

  @Test
  void the_environment_says_the_same_and_flags_win() {
    var environment = Map.of("CARILLON_DATA", "e", "CARILLON_PORT", "8000", "CARILLON_DB_URL", URL);

    assertThat(serve("serve", environment).port()).isEqualTo(8000);
    assertThat(serve("serve", environment).data()).isEqualTo(Path.of("e"));
    assertThat(serve("serve", environment).dbUrl()).isEqualTo(URL);
    assertThat(serve("serve --port 9000", environment).port()).isEqualTo(9000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h", "serve --help"})
  void help_is_understood_in_every_form(String line) {
    assertThat(parse(line)).isEqualTo(new Invocation.Help());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "``| expected a verb such as serve, got nothing",
        "serv| unknown verb \"serv\": did you mean serve?",
        "start| unknown verb \"start\"",
        "serve --prot 1| unknown flag --prot: did you mean --port?",
        "serve -port 1| unknown flag -port: did you mean --port?",
        "serve --dburl x| unknown flag --dburl: did you mean --db-url?",
        "serve --colour red| unknown flag --colour",
        "config --prot 1| unknown flag --prot: did you mean --port?",
        "serve now| serve takes no argument \"now\"",
        "serve --data| --data expects a value behind it, got none",
        "serve --data --port 1| --data expects a value behind it, got none",
        "serve --port 1 --port 2| --port was given twice; once is enough",
        "serve --port x| --port expects a port from 1 to 65535, or 0 for any free one, got \"x\"",
        "serve --port 70000| --port expects a port from 1 to 65535, or 0 for any free one, got"
            + " \"70000\"",
      },
      delimiter = '|')
  void wrong_usage_is_refused_with_what_was_expected(String line, String message) {
    assertThatThrownBy(() -> parse(line)).isInstanceOf(UsageException.class).hasMessage(message);
  }

  @Test
  void a_wrong_value_names_the_variable_it_came_from() {
    assertThatThrownBy(() -> parse("serve", Map.of("CARILLON_PORT", "x")))
        .hasMessageStartingWith("CARILLON_PORT expects a port");
    assertThatThrownBy(() -> parse("serve", Map.of("CARILLON_LOG", "wran")))
        .hasMessage(
            "CARILLON_LOG expects one of off, error, warn, info, debug, trace, got \"wran\"");
  }

  @Test
  void a_refused_database_url_is_not_repeated() {
    assertThatThrownBy(() -> parse("serve --db-url postgres://ada:secret@db.example/carillon"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("does not begin with jdbc:postgresql:")
        .hasMessageNotContaining("secret");
  }

  @Test
  void what_people_see_of_a_database_has_no_password() {
    assertThat(DatabaseAddress.of(URL).label()).isEqualTo("at db.example/carillon");
    assertThat(DatabaseAddress.of("jdbc:postgresql://ada:secret@db.example/x").label())
        .isEqualTo("at db.example/x");
    assertThat(DatabaseAddress.of(URL)).hasToString("at db.example/carillon");
  }
}
