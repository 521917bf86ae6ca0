package dev.carillon.importers.pickle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies on the stack beside strings, numbers and bytes. None of these has an equality of its
 * own: a pickle can put a list into itself.
 */
final class PickleValues {

  private PickleValues() {}

  /** A list, tuple or set: all are arrays in JSON. */
  static final class Sequence {
    final List<@Nullable Object> items = new ArrayList<>();
  }

  static final class Mapping {
    final List<@Nullable Object> keys = new ArrayList<>();
    final List<@Nullable Object> values = new ArrayList<>();

    void put(@Nullable Object key, @Nullable Object value) {
      keys.add(key);
      values.add(value);
    }
  }

  /** Something of a module, by name only; there is nothing behind the name. */
  record Global(String module, String name) {
    @Override
    public String toString() {
      return module + "." + name;
    }
  }
}
