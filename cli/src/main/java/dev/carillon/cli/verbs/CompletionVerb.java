package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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

  /** Those that the help of {@code serve} names. */
  private static final List<Flag> OF_THE_SERVER =
      List.of(
          new Flag("--config", "FILE", "lines of key = value"),
          new Flag("--data", "DIR", "where it keeps its files and its database"),
          new Flag("--port", "N", "where it listens; 0 takes any free port"),
          new Flag("--db-url", "URL", "your own PostgreSQL instead of the embedded one"),
          new Flag("--allow-private-targets", "", "lets targets reach private addresses"),
          new Flag("--log", "LEVEL", "error, warn, info, debug or trace"),
          new Flag("--log-format", "FORMAT", "text or json"));

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Choices.Shells.class,
      description = "bash, zsh or fish")
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
    all.addSubcommand("serve", ofTheServer("Run the server."));
    all.addSubcommand("config", ofTheServer("Print every setting of the server."));
    surroundings
        .out()
        .print(
            switch (shell) {
              // This script knows the ways of both, and loads zsh's completion where nobody has.
              case "bash", "zsh" -> AutoComplete.bash("carillon", all);
              case "fish" -> FishCompletion.of(all);
              default -> throw new Usage("expected bash, zsh or fish, got \"%s\"".formatted(shell));
            });
    return Verb.OK;
  }

  private static CommandLine ofTheServer(String about) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().description(about);
    for (Flag flag : OF_THE_SERVER) {
      spec.addOption(
          OptionSpec.builder(flag.name())
              .paramLabel(flag.value())
              .arity(flag.value().isEmpty() ? "0" : "1")
              .description(flag.about())
              .build());
    }
    return new CommandLine(spec);
  }

  private record Flag(String name, String value, String about) {}
}
