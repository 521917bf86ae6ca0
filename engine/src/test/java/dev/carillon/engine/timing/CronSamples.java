package dev.carillon.engine.timing;

import java.util.List;
import java.util.Random;

/** Cron expressions for tests: a hand-picked corpus, and seeded random ones. */
final class CronSamples {

  static final List<String> CORPUS =
      List.of(
          "* * * * *",
          "*/10 * * * *",
          "*/7 * * * *",
          "0 * * * *",
          "30 * * * *",
          "*/15 2 * * *",
          "0 */2 * * *",
          "0 */12 * * *",
          "5/20 1-3 * * *",
          "0 0 * * *",
          "30 0 * * *",
          "15 1 * * *",
          "30 1 * * *",
          "0 2 * * *",
          "30 2 * * *",
          "0 3 * * *",
          "59 23 * * *",
          "0,15,30,45 0,1,2,3 * * *",
          "0 9 * * 1-5",
          "0 9-17 * * MON-FRI",
          "0 12 1 * *",
          "0 0 31 * *",
          "0 0 29 2 *",
          "0 0 L * *",
          "30 2 L-3 * *",
          "0 6 LW * *",
          "0 6 15W * *",
          "0 6 1W,31W * *",
          "0 6 1,15,L * *",
          "0 8 * * 5L",
          "0 8 * * MON#2",
          "0 8 * * 0#1,7#5",
          "0 8 * * FRI-SUN",
          "0 8 ? * SUN",
          "0 8 * * 7",
          "0 0 13 * 5",
          "0 0 1,15 * MON,WED",
          "0 0 */2 * 1",
          "0 0 13 * */2",
          "0 0 1-7 * 1/2",
          "0 0 1 1 *",
          "0 0 30 12 *",
          "0 0 1 */3 *",
          "45 23 31 MAR,OCT *",
          "30 2 * 3,10 SUN");

  private CronSamples() {}

  /** A valid five-field expression; it may be one that can never fire. */
  static String random(Random random) {
    return String.join(
        " ",
        field(random, 0, 59),
        field(random, 0, 23),
        random.nextInt(5) == 0 ? specialDay(random) : day(random, 1, 31),
        random.nextInt(3) > 0 ? "*" : field(random, 1, 12),
        random.nextInt(5) == 0 ? specialWeekday(random) : day(random, 0, 7));
  }

  private static String day(Random random, int min, int max) {
    return random.nextInt(3) > 0 ? "*" : field(random, min, max);
  }

  static String field(Random random, int min, int max) {
    int span = max - min;
    int first = min + random.nextInt(span + 1);
    int last = first + random.nextInt(max - first + 1);
    int step = 1 + random.nextInt(span);
    return switch (random.nextInt(7)) {
      case 0 -> "*";
      case 1 -> "*/" + step;
      case 2 -> first + "-" + last;
      case 3 -> first + "-" + last + "/" + step;
      case 4 -> first + "/" + step;
      case 5 -> first + "," + last;
      default -> Integer.toString(first);
    };
  }

  private static String specialDay(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> "L";
      case 1 -> "L-" + (1 + random.nextInt(27));
      case 2 -> "LW";
      default -> (1 + random.nextInt(31)) + "W";
    };
  }

  private static String specialWeekday(Random random) {
    return random.nextBoolean()
        ? random.nextInt(8) + "#" + (1 + random.nextInt(5))
        : random.nextInt(8) + "L";
  }
}
