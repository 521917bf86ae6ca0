package dev.carillon.cli.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What makes fish complete verbs and flags; picocli knows only bash and what can read that. */
final class FishCompletion {

  /**
   * Is true where the verb is the given one, and without one where there is no verb yet. Flags of
   * every verb may stand before it, and their values are not it.
   */
  private static final String FUNCTION =
      """
      function __carillon_verb
          set -l words (commandline -opc)
          set -e words[1]
          while set -q words[1]
              switch $words[1]
                  case FLAGS
                      set -e words[1]
                      set -q words[1]; and set -e words[1]
                  case '-*'
                      set -e words[1]
                  case '*'
                      test "$words[1]" = "$argv[1]"
                      return
              end
          end
          test -z "$argv[1]"
      end
      """;

  /** Values that are the names of files. */
  private static final Set<String> FILES = Set.of("FILE", "DIR", "WHERE");

  private final List<String> lines = new ArrayList<>();

  private FishCompletion() {}

  static String of(CommandLine all) {
    FishCompletion completion = new FishCompletion();
    List<OptionSpec> early = CommandSpec.forAnnotatedObject(new ServerFlags()).options();
    String names =
        String.join(" ", early.stream().flatMap(flag -> List.of(flag.names()).stream()).toList());
    completion.lines.add(FUNCTION.replace("FLAGS", names).stripTrailing());
    completion.lines.add("complete -c carillon -f");
    early.forEach(flag -> completion.flag("", flag));
    all.getCommandSpec().options().forEach(flag -> completion.flag("", flag));
    all.getSubcommands().forEach(completion::verb);
    return String.join("\n", completion.lines) + "\n";
  }

  private void verb(String verb, CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    line("", "-a " + verb, spec.usageMessage().description());
    spec.options().forEach(flag -> flag(verb, flag));
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      String values = values(parameter);
      if (values != null) {
        line(verb, values, parameter.description());
      }
    }
  }

  private void flag(String verb, OptionSpec flag) {
    StringBuilder text = new StringBuilder();
    for (String name : flag.names()) {
      text.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    if (flag.arity().max() > 0) {
      String values = values(flag);
      text.append(" -r ").append(values == null ? "-f" : values);
    }
    line(verb, text.toString().strip(), flag.description());
  }

  /** What says which values there are, or null where anything may stand. */
  private static @Nullable String values(ArgSpec value) {
    if (FILES.contains(value.paramLabel())) {
      return "-F";
    }
    Iterable<String> choices = value.completionCandidates();
    return choices == null
        ? null
        : "-f -a '%s'"
            .formatted(
                String.join(" ", StreamSupport.stream(choices.spliterator(), false).toList()));
  }

  private void line(String verb, String what, String[] description) {
    String about = description.length == 0 ? "" : description[0];
    lines.add(
        "complete -c carillon -n '__carillon_verb %s' %s -d '%s'"
            .formatted(verb, what, about.replace("\\", "\\\\").replace("'", "\\'")));
  }
}
