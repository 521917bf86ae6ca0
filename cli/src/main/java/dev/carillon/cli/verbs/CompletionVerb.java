package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Print what makes a shell complete verbs and flags.",
      "  bash, zsh:  source <(carillon completion bash)",
      "  fish:       carillon completion fish | source"
    })
final class CompletionVerb implements Callable<Integer> {

  /** Verbs that are the server's own, and complete all the same. */
  private static final Map<String, String> OF_THE_SERVER =
      Map.of("serve", "Run the server.", "config", "Print every setting of the server.");

  private final Surroundings surroundings;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private String shell = "";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this")
  boolean help;

  CompletionVerb(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    CommandLine all = Verbs.complete(surroundings);
    OF_THE_SERVER.forEach((verb, about) -> all.addSubcommand(verb, stranger(about)));
    surroundings
        .out()
        .print(
            switch (shell) {
              case "bash" -> AutoComplete.bash("carillon", all);
              case "zsh" ->
                  "autoload -U +X compinit && compinit\n"
                      + "autoload -U +X bashcompinit && bashcompinit\n"
                      + AutoComplete.bash("carillon", all);
              case "fish" -> fish(all);
              default -> throw new Usage("expected bash, zsh or fish, got \"%s\"".formatted(shell));
            });
    return Verb.OK;
  }

  private static CommandLine stranger(String about) {
    CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
    spec.usageMessage().description(about);
    return new CommandLine(spec);
  }

  private static String fish(CommandLine all) {
    StringBuilder script = new StringBuilder("complete -c carillon -f\n");
    all.getSubcommands()
        .forEach((verb, line) -> {
          script.append(
              "complete -c carillon -n __fish_use_subcommand -a %s -d %s\n"
                  .formatted(verb, quoted(line.getCommandSpec().usageMessage().description())));
          for (OptionSpec option : line.getCommandSpec().options()) {
            script.append(flag(verb, option));
          }
        });
    return script.toString();
  }

  private static String flag(String verb, OptionSpec option) {
    StringBuilder line =
        new StringBuilder(
            "complete -c carillon -n '__fish_seen_subcommand_from %s'".formatted(verb));
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    if (option.arity().max() > 0) {
      line.append(" -r");
    }
    // Files where a flag wants one.
    if (List.of(option.names()).contains("--file")) {
      line.append(" -F");
    }
    return line.append(" -d ").append(quoted(option.description())).append('\n').toString();
  }

  private static String quoted(String[] description) {
    String first = description.length == 0 ? "" : description[0];
    return "'" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
