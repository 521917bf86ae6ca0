package dev.carillon.importers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Crontabs: of users, and of the system, whose lines name a user before the command. */
public final class Crontab {

  private static final Pattern ASSIGNMENT =
      Pattern.compile("\\s*([\"']?)([A-Za-z_][A-Za-z0-9_]*)\\1\\s*=\\s*(.*)");
  private static final Pattern NICKNAME = Pattern.compile("(@[A-Za-z]+)\\s+(.*)");
  private static final Pattern ENTRY =
      Pattern.compile("((?:\\S+\\s+){4}\\S+)\\s+(.*)", Pattern.DOTALL);
  private static final Pattern USER = Pattern.compile("(\\S+)(?:\\s+(\\S.*))?");
  private static final Pattern USUAL_USER = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");

  /** What a command may need; others may be secrets, and are named but not kept. */
  private static final Set<String> KEPT = Set.of("SHELL", "PATH", "HOME", "MAILTO", "LANG");

  /** Words that begin commands and look like users. */
  private static final Set<String> COMMANDS =
      Set.of(
          "cd",
          "test",
          "echo",
          "sh",
          "bash",
          "php",
          "python",
          "python3",
          "node",
          "curl",
          "wget",
          "perl",
          "ruby",
          "find",
          "rsync",
          "mail",
          "run-parts",
          "certbot",
          "docker",
          "make");

  private final ImportFile file;
  private final Settings settings;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private final List<Found> items = new ArrayList<>();

  private Crontab(ImportFile file, Settings settings) {
    this.file = file;
    this.settings = settings;
  }

  public static Findings find(List<ImportFile> files, Settings settings) {
    List<Found> items = new ArrayList<>();
    for (ImportFile file : files) {
      Crontab crontab = new Crontab(file, settings);
      int number = 0;
      for (String line : file.text().split("\r?\n", -1)) {
        crontab.line(line.stripLeading(), ++number);
      }
      items.addAll(crontab.items);
    }
    return Findings.of(items);
  }

  private void line(String line, int number) {
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    Matcher assignment = ASSIGNMENT.matcher(line);
    if (assignment.matches()) {
      environment.put(assignment.group(2), unquoted(assignment.group(3).strip()));
      return;
    }
    Matcher nickname = NICKNAME.matcher(line);
    Matcher entry = ENTRY.matcher(line);
    if (nickname.matches()) {
      entry(nickname.group(1), nickname.group(2), number);
    } else if (entry.matches()) {
      entry(entry.group(1), entry.group(2), number);
    } else {
      broken(line, number, "is neither a setting nor five fields and a command");
    }
  }

  private void broken(String line, int number, String reason) {
    items.add(
        new Found.Broken(
            new Identity(settings.instance(file.name()), "line " + number),
            Draft.shortened(line),
            "line %d %s".formatted(number, reason)));
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && (value.startsWith("\"") || value.startsWith("'"))
            && value.endsWith(value.substring(0, 1));
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  private void entry(String timing, String rest, int number) {
    String user = user(rest);
    String text = user == null ? rest : rest.substring(user.length()).stripLeading();
    if (text.isBlank()) {
      broken(timing + " " + rest, number, "names a user and no command");
      return;
    }
    Command command = Command.of(text);
    Identity identity = identity(user, text);
    String name = Draft.shortened(command.line());
    if (timing.equalsIgnoreCase("@reboot")) {
      items.add(
          new Found.Unsuitable(identity, name, "it runs at the start of its host, at no time"));
      return;
    }
    Draft draft = new Draft(settings, name);
    draft.cron(timing.replaceAll("\\s+", " "), environment.get("CRON_TZ"), "its host");
    String delay = environment.getOrDefault("RANDOM_DELAY", "");
    if (delay.matches("[1-9]\\d{0,3}")) {
      draft.seconds("jitter_seconds", Duration.ofMinutes(Long.parseLong(delay)));
    }
    draft.put("description", "%s, line %d".formatted(file.name(), number));
    draft.codeTarget(command.program(), payload(draft, user, command));
    ObjectNode original =
        Lenient.object().put("line", number).put("timing", timing).put("user", user);
    original.put("command", text);
    items.add(
        new Found.Job(
            identity,
            name,
            draft.body(),
            original,
            true,
            null,
            true,
            draft.warnings(),
            Progress.NONE,
            List.of()));
  }

  /** By what it does: a line may move, and its time may change. */
  private Identity identity(@Nullable String user, String text) {
    String what = Digest.sha256((user == null ? "" : user) + "\n" + text).substring(0, 24);
    int count = occurrences.merge(what, 1, Integer::sum);
    return new Identity(settings.instance(file.name()), count == 1 ? what : what + "-" + count);
  }

  private @Nullable String user(String rest) {
    Matcher user = USER.matcher(rest.stripTrailing());
    Boolean system = settings.choice("system");
    if (!user.matches() || Boolean.FALSE.equals(system)) {
      return null;
    }
    boolean known =
        file.name().endsWith("/etc/crontab") || file.name().contains("/cron.d/") || system != null;
    return known || looksLikeUser(user.group(1), user.group(2)) ? user.group(1) : null;
  }

  private static boolean looksLikeUser(String word, @Nullable String rest) {
    return rest != null
        && USUAL_USER.matcher(word).matches()
        && !COMMANDS.contains(word)
        && rest.matches("[/\\[~.a-z(].*")
        && (rest.startsWith("/") || word.matches("root|www-data|nobody"));
  }

  private ObjectNode payload(Draft draft, @Nullable String user, Command command) {
    ObjectNode payload = Lenient.object().put("command", command.line());
    if (user != null) {
      payload.put("user", user);
    }
    if (command.input() != null) {
      payload.put("stdin", command.input());
    }
    ObjectNode kept = Lenient.object();
    List<String> left = new ArrayList<>();
    environment.keySet().stream()
        .sorted()
        .forEach(name -> {
          if (KEPT.contains(name)) {
            kept.put(name, environment.get(name));
          } else if (!name.equals("CRON_TZ") && !name.equals("RANDOM_DELAY")) {
            left.add(name);
          }
        });
    if (!kept.isEmpty()) {
      payload.set("environment", kept);
    }
    if (!left.isEmpty()) {
      draft.warn(
          "the environment is not copied, as it may hold secrets: " + String.join(", ", left));
    }
    return payload;
  }

  /**
   * A command: an unescaped % ends it, and what follows is its input, with more of them as ends of
   * lines.
   */
  private record Command(String line, @Nullable String input) {

    static Command of(String text) {
      StringBuilder line = new StringBuilder();
      StringBuilder input = null;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean escaped = c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '%';
        StringBuilder to = input == null ? line : input;
        if (escaped) {
          to.append('%');
          i++;
        } else if (c == '%' && input == null) {
          input = new StringBuilder();
        } else {
          to.append(c == '%' ? '\n' : c);
        }
      }
      return new Command(line.toString().strip(), input == null ? null : input.toString());
    }

    /** What a workflow for it may be called: the program without its folder. */
    String program() {
      String word = line.isEmpty() ? "command" : line.split("\\s+", 2)[0];
      String base = word.substring(word.lastIndexOf('/') + 1);
      return base.isEmpty() ? "command" : base;
    }
  }
}
