package dev.carillon.server.web;

import java.util.Locale;

/** A user or an agent. */
public record Principal(Kind kind, String name) {

  /** Agents manage their own schedules only. */
  public enum Kind {
    USER,
    AGENT
  }

  /** Who acts with the operator's token. */
  public static final Principal OPERATOR = new Principal(Kind.USER, "operator");

  /** As long as anything that names an agent may be. */
  public static final int LONGEST_NAME = 255;

  public Principal {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "a principal's name must have 1 to %d characters".formatted(LONGEST_NAME));
    }
  }

  /** Reads {@code user:ada} or {@code agent:frank}. */
  public static Principal parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? "" : text.substring(0, colon);
    String name = text.substring(colon + 1);
    return switch (kind) {
      case "user" -> new Principal(Kind.USER, name);
      case "agent" -> new Principal(Kind.AGENT, name);
      default ->
          throw new IllegalArgumentException(
              "a principal is written user:NAME or agent:NAME, got \"" + text + "\"");
    };
  }

  public boolean agent() {
    return kind == Kind.AGENT;
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + ":" + name;
  }
}
