package dev.carillon.server.web;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a token may be used for. */
public enum Scope {
  /** Look at everything of the organization. */
  READ,
  /** Create, change and delete; looking is included. */
  WRITE,
  /** Start, cancel and report runs. */
  RUN,
  /** All of these, and tokens. */
  ADMIN,
  /** Everything in every organization, and organizations themselves. */
  OPERATOR;

  /** What somebody with this scope may do. */
  public Set<Scope> included() {
    return switch (this) {
      case READ -> EnumSet.of(READ);
      case WRITE -> EnumSet.of(READ, WRITE);
      case RUN -> EnumSet.of(RUN);
      case ADMIN -> EnumSet.of(READ, WRITE, RUN, ADMIN);
      case OPERATOR -> EnumSet.allOf(Scope.class);
    };
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
