package dev.carillon.simulator;

import dev.carillon.simulator.FaultPlan.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is left out of a world, to find out what a failure needs.
 *
 * @param faults kinds of faults that do not happen
 * @param events numbers of planned events, of the nemesis and of users, that do not happen
 */
record Omissions(Set<Fault> faults, Set<Integer> events) {

  static final Omissions NONE = new Omissions(Set.of(), Set.of());

  Omissions {
    faults = Set.copyOf(faults);
    events = Set.copyOf(events);
  }

  Omissions andFault(Fault fault) {
    Set<Fault> more = new TreeSet<>(faults);
    more.add(fault);
    return new Omissions(more, events);
  }

  Omissions andEvents(Set<Integer> numbers) {
    Set<Integer> more = new TreeSet<>(events);
    more.addAll(numbers);
    return new Omissions(faults, more);
  }

  /** As one word: {@code CRASH,PAUSE,3,17}. */
  String encode() {
    List<String> words = new ArrayList<>();
    new TreeSet<>(faults).forEach(fault -> words.add(fault.name()));
    new TreeSet<>(events).forEach(event -> words.add(event.toString()));
    return String.join(",", words);
  }

  static Omissions decode(String word) {
    Omissions omissions = NONE;
    for (String part : word.split(",", -1)) {
      if (!part.isEmpty()) {
        omissions =
            Character.isDigit(part.charAt(0))
                ? omissions.andEvents(Set.of(Integer.valueOf(part)))
                : omissions.andFault(Fault.valueOf(part));
      }
    }
    return omissions;
  }
}
