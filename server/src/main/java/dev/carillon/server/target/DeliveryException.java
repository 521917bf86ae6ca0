package dev.carillon.server.target;

import org.jspecify.annotations.Nullable;

/** A call that came to no answer. */
public final class DeliveryException extends Exception {

  private final String code;

  DeliveryException(String code, String message) {
    this(code, message, null);
  }

  DeliveryException(String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** A stable word for programs: {@code address_refused}, {@code connect_failed}, … */
  public String code() {
    return code;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
