package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All verbs, and how one is found and carried out. */
public final class Verbs {

  /** In the order in which people read them. */
  private static final Map<String, Function<Surroundings, Object>> ALL = all();

  /** What the launcher hands to the server, where it stands first. */
  private static final Set<String> OF_THE_SERVER = Set.of("serve", "config");

  private Verbs() {}

  private static Map<String, Function<Surroundings, Object>> all() {
    Map<String, Function<Surroundings, Object>> verbs = new LinkedHashMap<>();
    verbs.put("list", ListVerb::new);
    verbs.put("show", ShowVerb::new);
    verbs.put("create", CreateVerb::new);
    verbs.put("edit", EditVerb::new);
    verbs.put("pause", PauseVerb::new);
    verbs.put("resume", ResumeVerb::new);
    verbs.put("stop", StopVerb::new);
    verbs.put("revive", ReviveVerb::new);
    verbs.put("run", RunVerb::new);
    verbs.put("history", HistoryVerb::new);
    verbs.put("delete", DeleteVerb::new);
    verbs.put("status", StatusVerb::new);
    verbs.put("preview", PreviewVerb::new);
    verbs.put("apply", ApplyVerb::new);
    verbs.put("export", ExportVerb::new);
    verbs.put("import", ImportVerb::new);
    verbs.put("token", TokenVerb::new);
    verbs.put("mcp", McpVerb::new);
    verbs.put("completion", CompletionVerb::new);
    return verbs;
  }

  /** Carries out a command line, and returns the exit code. */
  public static int run(Surroundings surroundings, String... typed) {
    String[] arguments = VerbFirst.of(typed);
    String first = arguments.length == 0 ? "" : arguments[0];
    Function<Surroundings, Object> maker = ALL.get(first);
    // Reading the flags of one verb takes a few milliseconds, those of all of them ten times that.
    if (maker != null) {
      CommandLine verb = new CommandLine(maker.apply(surroundings));
      verb.setCommandName("carillon " + first);
      return set(verb, surroundings).execute(Arrays.copyOfRange(arguments, 1, arguments.length));
    }
    CommandLine all = complete(surroundings);
    all.addSubcommand(new CommandLine.HelpCommand());
    return set(all, surroundings)
        .execute(arguments.length == 0 ? new String[] {"help"} : arguments);
  }

  /** Everything there is, for completions. */
  static CommandLine complete(Surroundings surroundings) {
    CommandLine line = new CommandLine(new Root());
    ALL.forEach((verb, maker) -> line.addSubcommand(verb, maker.apply(surroundings)));
    return line;
  }

  private static CommandLine set(CommandLine line, Surroundings surroundings) {
    CommandLine.Help.Ansi ansi =
        surroundings.style().coloured() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
    return line.setOut(surroundings.out())
        .setErr(surroundings.err())
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setParameterExceptionHandler((e, typed) -> wrongUsage(e, typed, surroundings))
        .setExecutionExceptionHandler((e, _, _) -> new Complaint(surroundings).about(e))
        .setExecutionStrategy(result -> {
          int code = new CommandLine.RunLast().execute(result);
          surroundings.out().flush();
          return code;
        });
  }

  private static int wrongUsage(ParameterException e, String[] typed, Surroundings surroundings) {
    PrintWriter err = surroundings.err();
    boolean noVerb = e.getCommandLine().getCommand() instanceof Root;
    String first = typed.length == 0 ? "" : typed[0];
    if (noVerb && OF_THE_SERVER.contains(first)) {
      err.println("carillon: flags go behind this verb: `carillon %s --data DIR`".formatted(first));
    } else if (noVerb && !first.startsWith("-")) {
      String near = Nearest.to(first, ALL.keySet());
      err.println(
          "carillon: there is no verb \"%s\"%s"
              .formatted(first, near == null ? "" : "; did you mean %s?".formatted(near)));
    } else if (e instanceof UnmatchedArgumentException unmatched) {
      err.println("carillon: " + unmatched(unmatched, noVerb));
      if (!noVerb) {
        UnmatchedArgumentException.printSuggestions(unmatched, err);
      }
    } else {
      err.println("carillon: " + e.getMessage());
    }
    err.println("`%s --help` shows what there is.".formatted(name(e.getCommandLine())));
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** Never repeats what stood behind a flag: it may be a secret, and messages end up in logs. */
  private static String unmatched(UnmatchedArgumentException e, boolean noVerb) {
    List<String> flags =
        e.getUnmatched().stream()
            .filter(word -> word.startsWith("-"))
            .map(VerbFirst::nameOf)
            .toList();
    if (flags.isEmpty()) {
      return "nothing is expected here that reads \"%s\""
          .formatted(String.join("\", \"", e.getUnmatched()));
    }
    String names = String.join(", ", flags);
    return noVerb
        ? "expected a verb, such as list; flags go behind it: `carillon list %s …`".formatted(names)
        : "there is no flag " + names;
  }

  private static String name(CommandLine line) {
    return line.getCommandSpec().qualifiedName();
  }

  static String version() {
    try (InputStream in = Surroundings.class.getResourceAsStream("version.txt")) {
      return in == null ? "?" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "?";
    }
  }

  @Command(
      name = "carillon",
      synopsisSubcommandLabel = "VERB",
      versionProvider = Root.class,
      description = "Carillon, a durable scheduler.%n",
      commandListHeading = "%nVerbs:%n",
      footer = {
        "",
        "  serve       run the server (carillon serve --help)",
        "  config      print every setting of the server, and where it came from",
        "",
        "A schedule is named by its id or by its whole name. `carillon VERB --help` shows the"
            + " flags",
        "of a verb; --server, --token, --profile, --organization, --data and --json may also stand",
        "before it. Exit codes: 0 ok, 1 refused or failed, 2 wrong usage."
      })
  static final class Root implements IVersionProvider {

    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "show this")
    boolean help;

    @Option(
        names = {"-V", "--version"},
        versionHelp = true,
        description = "show which version this is")
    boolean versionAsked;

    @Override
    public String[] getVersion() {
      return new String[] {"Carillon " + version()};
    }
  }
}
