package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.LocalServer.Person;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completion in the shells themselves. Where one is absent that is said; in CI it is a failure. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CompletionTest {

  private static final List<String> STATUSES =
      List.of("active", "paused", "done", "dead", "stopped");

  private final Person person = new Person(LocalServer.running(), "none");

  @TempDir Path directory;

  @BeforeEach
  void have_a_file() throws IOException {
    Files.createFile(directory.resolve("schedules.yaml"));
  }

  private static boolean isAbsent(String shell) {
    boolean found =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, shell)));
    if (!found && "true".equals(System.getenv("CI"))) {
      throw new IllegalStateException("CI needs " + shell);
    }
    if (!found) {
      System.out.println("LEFT OUT: the completion of %s, which is not here.".formatted(shell));
    }
    return !found;
  }

  private Path script(String shell) throws IOException {
    String text = person.types("completion", shell).ok();
    return Files.writeString(directory.resolve("." + shell), text);
  }

  private String run(String... line) throws Exception {
    Path said = directory.resolve(".said");
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(said.toFile());
    // Shells keep notes at home.
    builder.environment().put("HOME", directory.toString());
    Process process = builder.directory(directory.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(said)).as("what %s complains about", line[0]).isEmpty();
    return out;
  }

  /** What bash offers for the last word of a line, its function called as bash calls it. */
  private List<String> bash(String line) throws Exception {
    String offers =
        """
        compopt() { :; }
        source "$0"
        read -r -a COMP_WORDS <<<"$1"
        if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1}
        _complete_carillon
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    return run("bash", "--norc", "-c", offers, script("bash").toString(), line)
        .lines()
        .map(String::strip)
        .filter(offer -> !offer.isEmpty())
        .toList();
  }

  private List<String> fish(String line) throws Exception {
    return run(
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C $argv[2]",
            script("fish").toString(),
            line)
        .lines()
        .map(offer -> offer.split("\t", 2)[0])
        .toList();
  }

  /** What the line of a zsh on a terminal of its own reads, once tab has been pressed. */
  private String zsh(String line) throws Exception {
    String typing =
        """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "bindkey -e; source $1"
        zpty -w -n shell "$2"$'\\t\\C-aprint -r -- \\'\\C-e\\' >'"$3"$'\\r'
        zpty -w shell exit
        while zpty -r shell >/dev/null; do :; done
        """;
    Path typed = directory.resolve(".typed");
    run("zsh", "-f", "-c", typing, "zsh", script("zsh").toString(), line, typed.toString());
    return Files.readString(typed).strip();
  }

  @Test
  void bash_completes_verbs_flags_and_their_words() throws Exception {
    assertThat(bash("carillon li")).containsExactly("list");
    assertThat(bash("carillon ")).contains("history", "import", "serve", "config");
    assertThat(bash("carillon list --sta")).containsExactly("--status");
    assertThat(bash("carillon list --status ")).containsExactlyElementsOf(STATUSES);
    assertThat(bash("carillon import cr")).containsExactly("crontab");
    assertThat(bash("carillon serve --allow")).containsExactly("--allow-private-targets");
    assertThat(bash("carillon --server http://127.0.0.1 hist")).containsExactly("history");
  }

  @Test
  void fish_completes_verbs_flags_and_their_words() throws Exception {
    if (isAbsent("fish")) {
      return;
    }
    assertThat(fish("carillon li")).containsExactly("list");
    assertThat(fish("carillon ")).contains("history", "import", "serve", "config");
    assertThat(fish("carillon list --sta")).containsExactly("--status");
    assertThat(fish("carillon list --status ")).containsExactlyInAnyOrderElementsOf(STATUSES);
    assertThat(fish("carillon token list --watch")).isEmpty();
    assertThat(fish("carillon import cr")).containsExactly("crontab");
    assertThat(fish("carillon apply -f sch")).containsExactly("schedules.yaml");
    assertThat(fish("carillon list sch")).isEmpty();
    assertThat(fish("carillon serve --allow")).containsExactly("--allow-private-targets");
    assertThat(fish("carillon --server http://127.0.0.1 hist")).containsExactly("history");
  }

  @Test
  void zsh_completes_verbs_flags_and_their_words() throws Exception {
    if (isAbsent("zsh")) {
      return;
    }
    assertThat(zsh("carillon li")).isEqualTo("carillon list");
    assertThat(zsh("carillon list --sta")).isEqualTo("carillon list --status");
    assertThat(zsh("carillon list --status pau")).isEqualTo("carillon list --status paused");
    assertThat(zsh("carillon apply -f sch")).isEqualTo("carillon apply -f schedules.yaml");
  }

  @Test
  void flags_of_serve_complete_as_its_help_names_them() throws Exception {
    String help =
        run(
            LocalServer.java(),
            "-cp",
            LocalServer.classPath(),
            "dev.carillon.server.Main",
            "serve",
            "--help");
    List<String> flags =
        Pattern.compile("^  (--\\S+)", Pattern.MULTILINE)
            .matcher(help)
            .results()
            .map(match -> match.group(1))
            .filter(flag -> !flag.equals("--version"))
            .toList();
    assertThat(bash("carillon serve --")).containsExactlyInAnyOrderElementsOf(flags);
  }

  @Test
  void other_shells_are_refused() {
    assertThat(person.types("completion", "tcsh").code()).isEqualTo(2);
  }
}
