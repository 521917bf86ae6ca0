package dev.carillon.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.schedule.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the diagrams of docs/state-machine.md against the code. */
class StateMachineDocTest {

  private static final Pattern ARROW = Pattern.compile("^\\s*(\\w+) --> (\\w+) : .+$");

  @Test
  void the_diagram_of_a_run_shows_exactly_the_moves_the_machine_makes() throws IOException {
    Set<String> made = new TreeSet<>();
    for (RunState state : RunMachineTest.states().values()) {
      for (RunEvent event : RunMachineTest.events().values()) {
        Decision decision =
            RunMachine.decide(state, 0, event, RunMachineTest.RULES, RunMachineTest.NOW);
        if (decision instanceof Decision.Moved moved) {
          made.add(name(state) + " --> " + name(moved.next()));
        }
      }
    }

    assertThat(arrows("run")).isEqualTo(made);
  }

  @Test
  void the_diagram_of_a_schedule_names_every_status() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String arrow : arrows("schedule")) {
      named.addAll(List.of(arrow.split(" --> ", -1)));
    }

    for (Status status : Status.values()) {
      assertThat(named).contains(status.name().toLowerCase(Locale.ROOT));
    }
    assertThat(named).hasSize(Status.values().length);
  }

  private static String name(RunState state) {
    return state.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The arrows of the Mermaid diagram under the heading, without their labels. */
  private static Set<String> arrows(String heading) throws IOException {
    String doc = Files.readString(Path.of("../docs/state-machine.md"));
    int section = doc.indexOf("## A " + heading);
    int start = doc.indexOf("```mermaid", section);
    int end = doc.indexOf("```", start + 3);
    assertThat(section).as("heading \"## A %s\"", heading).isNotNegative();
    Set<String> arrows = new TreeSet<>();
    for (String line : doc.substring(start, end).split("\n", -1)) {
      var matcher = ARROW.matcher(line);
      if (matcher.matches()) {
        arrows.add(matcher.group(1) + " --> " + matcher.group(2));
      }
    }
    return arrows;
  }
}
