package dev.carillon.engine.timing;

import java.util.List;

/** The few rules of English that descriptions need. */
final class English {

  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth");

  private English() {}

  /** "a", "a and b", "a, b and c". */
  static String list(List<String> items) {
    return list(items, "and");
  }

  static String list(List<String> items, String conjunction) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " " + conjunction + " " + items.get(last);
  }

  /** "1 minute", "2 minutes". */
  static String count(long number, String noun) {
    return number + " " + (number == 1 ? noun : noun + "s");
  }

  /** "first" for 1, up to "fifth". */
  static String ordinal(int number) {
    return ORDINALS.get(number - 1);
  }

  /** "2nd", "3rd", "15th". */
  static String nth(int number) {
    int tens = number % 100;
    var suffix =
        tens >= 11 && tens <= 13
            ? "th"
            : switch (number % 10) {
              case 1 -> "st";
              case 2 -> "nd";
              case 3 -> "rd";
              default -> "th";
            };
    return number + suffix;
  }
}
