package dev.carillon.server.target;

import java.io.IOException;

/** An answer that is not HTTP, or more of it than is read. */
final class MalformedReply extends IOException {

  MalformedReply(String message) {
    super(message);
  }
}
