package dev.carillon.engine.schedule;

/** A definition that cannot be: which field, what it must be, and what came instead. */
public final class InvalidSchedule extends IllegalArgumentException {

  private final String field;

  public InvalidSchedule(String field, String problem) {
    super(field + " " + problem);
    this.field = field;
  }

  /** The field as it is called in SQL, JSON and on the command line. */
  public String field() {
    return field;
  }
}
