package dev.carillon.simulator.store;

import java.util.Comparator;
import java.util.UUID;

/** The order of ids as PostgreSQL has it: by their bytes, which Java's own order is not. */
final class Ids {

  static final Comparator<UUID> ORDER =
      (left, right) -> {
        int high =
            Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
        return high != 0
            ? high
            : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
      };

  private Ids() {}
}
