package dev.carillon.cli.verbs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Puts the verb of a command line in front of the flags that go with every verb. */
final class VerbFirst {

  private VerbFirst() {}

  /** Returns it as it is where another flag stands before the verb, or where there is no verb. */
  static String[] of(String... typed) {
    int verb = 0;
    while (verb < typed.length && typed[verb].startsWith("-")) {
      int words = words(typed[verb]);
      if (words == 0) {
        return typed;
      }
      verb += words;
    }
    if (verb == 0 || verb >= typed.length) {
      return typed;
    }
    List<String> line = new ArrayList<>(Arrays.asList(typed));
    line.addFirst(line.remove(verb));
    return line.toArray(String[]::new);
  }

  /** How many words such a flag takes, or 0 if it does not go with every verb. */
  private static int words(String flag) {
    String name = nameOf(flag);
    if (flag.equals("--json")) {
      return 1;
    }
    OptionSpec option = CommandSpec.forAnnotatedObject(new ServerFlags()).findOption(name);
    if (option == null) {
      return 0;
    }
    return name.equals(flag) ? 2 : 1;
  }

  /** A flag without its value, which may be a secret. */
  static String nameOf(String flag) {
    return flag.split("=", 2)[0];
  }
}
