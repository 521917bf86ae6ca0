package dev.carillon.importers.redis;

/** A Redis that refuses, or that is none. */
public final class RedisException extends RuntimeException {

  public RedisException(String message) {
    super(message);
  }
}
