package dev.carillon.engine.timing;

/**
 * The proleptic Gregorian calendar on plain numbers: java.time's arithmetic without its objects,
 * for the search that visits many days. Valid from March of year 0 on; a test holds it against
 * LocalDate.
 *
 * <p>The method is Howard Hinnant's "chrono-compatible low-level date algorithms": years that start
 * in March put the leap day last, which makes the month lengths a linear function.
 */
final class Civil {

  static final int SECONDS_PER_DAY = 86_400;
  static final int MONTHS = 12;

  private static final int DAYS_PER_ERA = 146_097;
  private static final int EPOCH_SHIFT = 719_468;

  private Civil() {}

  /** Days since 1970-01-01. */
  static long epochDay(int year, int month, int day) {
    int shifted = month > 2 ? year : year - 1;
    int era = shifted / 400;
    int yearOfEra = shifted - era * 400;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return (long) era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
  }

  /** Year, month and day in one number, taken apart by the three methods below. */
  static int date(long epochDay) {
    int shifted = (int) epochDay + EPOCH_SHIFT;
    int era = shifted / DAYS_PER_ERA;
    int dayOfEra = shifted - era * DAYS_PER_ERA;
    int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int marchMonth = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
    int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    return year << 9 | month << 5 | day;
  }

  static int year(int date) {
    return date >>> 9;
  }

  static int month(int date) {
    return date >>> 5 & 0xF;
  }

  static int day(int date) {
    return date & 0x1F;
  }

  /** Sunday is 0. */
  static int weekday(long epochDay) {
    return (int) Math.floorMod(epochDay + 4, 7L);
  }

  static int lengthOfMonth(int year, int month) {
    if (month == 2) {
      boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
      return leap ? 29 : 28;
    }
    // The long months are the odd ones up to July and the even ones from August on.
    return 30 + ((month + (month >>> 3)) & 1);
  }
}
