package dev.carillon.engine.store;

/**
 * Where the timer of a member of a cohort is, as one number: that of its cohort, the cohort's size
 * and the member's bit. Below zero, unlike the place of a row ({@link Places}); it stays as it is
 * for as long as the schedule is a member.
 */
final class CohortPlace {

  private static final int BITS = 6;
  private static final int MASK = (1 << BITS) - 1;

  private CohortPlace() {}

  /** True when it is not the place of a row. */
  static boolean is(long place) {
    return place < 0;
  }

  static long of(long cohort, int size, int bit) {
    return -((cohort << (2 * BITS)) | ((long) size << BITS) | bit);
  }

  static long cohort(long place) {
    return -place >> (2 * BITS);
  }

  static int size(long place) {
    return (int) (-place >> BITS) & MASK;
  }

  static int bit(long place) {
    return (int) -place & MASK;
  }
}
