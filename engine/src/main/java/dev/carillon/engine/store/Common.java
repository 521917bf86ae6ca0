package dev.carillon.engine.store;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Equal values as one object, for the first so many of them. Safe for use by many threads. */
final class Common {

  private final ConcurrentMap<Object, Object> values = new ConcurrentHashMap<>();
  private final int atMost;

  Common(int atMost) {
    this.atMost = atMost;
  }

  @SuppressWarnings("unchecked") // an equal value of a final class or record is of that class
  <T> T one(T value) {
    Object known = values.get(value);
    if (known != null) {
      return (T) known;
    }
    if (values.size() < atMost) {
      values.put(value, value);
    }
    return value;
  }
}
