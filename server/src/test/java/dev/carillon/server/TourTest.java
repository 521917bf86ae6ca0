package dev.carillon.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The five-minute tour of docs/api.md works as it is printed. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TourTest {

  /** A word of a shell's line: in single quotes, in double quotes, or bare. */
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static List<String> tour() throws IOException {
    List<String> lines =
        Files.readString(Path.of("../docs/api.md"))
            .lines()
            .dropWhile(line -> !line.startsWith("<!-- tour"))
            .skip(2)
            .takeWhile(line -> !line.equals("```"))
            .toList();
    assertThat(lines).hasSizeGreaterThan(20);
    return lines;
  }

  @Test
  void every_line_of_it_is_answered_as_a_newcomer_hopes() throws IOException {
    String id = "";
    int asked = 0;
    for (String line : tour()) {
      if (line.startsWith("ID=")) {
        id = api.operator().get("/api/v1/schedules?q=report").json().at("/items/0/id").asString();
      } else if (line.startsWith("api ")) {
        ApiServer.Reply reply = ask(words(line.replace("$ID", id)));
        assertThat(reply.status()).as(line + "\n" + reply).isBetween(200, 299);
        asked++;
      } else {
        assertThat(line).matches("|#.*|URL=.*|TOKEN=.*|api\\(\\) .*");
      }
    }
    assertThat(asked).isGreaterThan(12);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group(3));
    }
    return words;
  }

  private static ApiServer.Reply ask(List<String> words) {
    String method = null;
    String path = null;
    String body = null;
    List<String> headers = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-X" -> method = words.get(++i);
        case "-d" -> body = words.get(++i);
        case "-H" -> headers.addAll(List.of(words.get(++i).split(": ", 2)));
        default -> path = words.get(i).replace("$URL", "");
      }
    }
    String verb = method != null ? method : body == null ? "GET" : "POST";
    return api.operator().send(verb, path, body, headers.toArray(String[]::new));
  }
}
