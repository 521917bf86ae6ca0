package dev.carillon.cli.verbs;

import java.util.Iterator;
import java.util.List;

/** Words to choose from, for shells that complete them. What is typed is the server's to judge. */
abstract class Choices implements Iterable<String> {

  private final List<String> words;

  private Choices(String... words) {
    this.words = List.of(words);
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }

  static final class Statuses extends Choices {
    Statuses() {
      super("active", "paused", "done", "dead", "stopped");
    }
  }

  static final class Targets extends Choices {
    Targets() {
      super("workflow", "graph", "message", "http", "handler");
    }
  }

  static final class Outcomes extends Choices {
    Outcomes() {
      super("running", "waiting", "success", "error", "timeout", "skipped", "cancelled");
    }
  }

  static final class Ends extends Choices {
    Ends() {
      super("dead", "paused");
    }
  }

  static final class Overlaps extends Choices {
    Overlaps() {
      super("skip", "queue", "allow", "replace");
    }
  }

  static final class CatchUps extends Choices {
    CatchUps() {
      super("latest", "all", "skip");
    }
  }

  static final class Origins extends Choices {
    Origins() {
      super("slot", "completion");
    }
  }

  static final class Sources extends Choices {
    Sources() {
      super("openclaw", "bullmq", "rq", "crontab", "kubernetes");
    }
  }

  static final class OfTokens extends Choices {
    OfTokens() {
      super("create", "list", "revoke");
    }
  }

  static final class Scopes extends Choices {
    Scopes() {
      super("read", "write", "run", "admin");
    }
  }

  static final class Shells extends Choices {
    Shells() {
      super("bash", "zsh", "fish");
    }
  }
}
