package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Style;
import dev.carillon.client.Problem;
import dev.carillon.client.Refused;
import dev.carillon.client.Unreachable;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Says what went wrong: what was expected, what came, where, what to do. */
final class Complaint {

  private final PrintWriter err;

  Complaint(Surroundings surroundings) {
    err = surroundings.err();
  }

  /** Prints it and returns the exit code. */
  int about(Exception e) {
    int code = CommandLine.ExitCode.SOFTWARE;
    switch (e) {
      case Usage usage -> {
        say(usage.getMessage());
        code = CommandLine.ExitCode.USAGE;
      }
      case Failed failed -> say(failed.getMessage());
      case Refused refused -> refused(refused.problem());
      case Unreachable unreachable -> {
        say(unreachable.getMessage());
        err.println("  Start one with `carillon serve`, or name another with --server.");
      }
      default -> {
        say("this should not have happened: " + e);
        e.printStackTrace(err);
      }
    }
    err.flush();
    return code;
  }

  private void say(@Nullable String message) {
    err.println("carillon: " + message);
  }

  private void refused(Problem problem) {
    say(Style.plain(problem.detail()));
    // Where a text is wrong at a place, the detail has said which text; this points at it.
    if (problem.got() != null && !problem.detail().contains(problem.got())) {
      err.println("  got:      " + Style.plain(problem.got()));
    }
    if (problem.expected() != null && !problem.detail().contains(problem.expected())) {
      err.println("  expected: " + problem.expected());
    }
    String field = problem.field();
    if (problem.column() != null) {
      err.println("  at:       %s, column %d".formatted(field, problem.column()));
    } else if (field != null && field.contains("[") && !problem.detail().contains(field)) {
      // One of several: the detail alone does not say which.
      err.println("  at:       " + Style.plain(field));
    }
    if (problem.fix() != null) {
      err.println("  " + problem.fix());
    }
    err.println("  (%s, HTTP %d)".formatted(problem.code(), problem.status()));
  }
}
