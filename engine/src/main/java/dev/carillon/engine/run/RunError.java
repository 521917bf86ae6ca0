package dev.carillon.engine.run;

/** Why an attempt failed: a stable code for programs, a message for people. */
public record RunError(String code, String message) {

  private static final int LONGEST_MESSAGE = 2_000;

  public RunError {
    // PostgreSQL text holds no NUL, and a stack of megabytes helps nobody.
    message = message.replace("\u0000", "");
    if (message.length() > LONGEST_MESSAGE) {
      message = message.substring(0, LONGEST_MESSAGE) + "…";
    }
  }

  @Override
  public String toString() {
    return code + ": " + message;
  }
}
