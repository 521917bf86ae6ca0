package dev.carillon.server.config;

/** Where a value came from. */
public sealed interface Source {

  /** Nobody chose. */
  record Default() implements Source {
    @Override
    public String toString() {
      return "default";
    }
  }

  /** A line of the file. */
  record Line(String file, int line) implements Source {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /** A variable of the environment. */
  record Variable(String name) implements Source {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A flag on the command line. */
  record Flag(String name) implements Source {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The program that embeds this one. */
  record Code() implements Source {
    @Override
    public String toString() {
      return "code";
    }
  }
}
