package dev.carillon.conventions;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Conditions on single calls, wherever they hide: in lambdas and method references, too. */
final class Accesses {

  private static final Set<String> RANDOM =
      Set.of(
          "java.security.SecureRandom",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.concurrent.ThreadLocalRandom");

  private Accesses() {}

  /** Asking the machine for the time, for its zone, for randomness or for a new id. */
  static DescribedPredicate<JavaAccess<?>> toTimeOrChance() {
    return DescribedPredicate.describe(
        "ask the machine for the time, for randomness or for new ids",
        access ->
            isTimeOrChance(access.getTarget().getOwner().getName(), access.getTarget().getName()));
  }

  private static boolean isTimeOrChance(String owner, String name) {
    return switch (owner) {
      case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
      case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
      case "java.util.UUID" -> name.equals("randomUUID");
      case "java.util.Date" -> name.equals("<init>");
      case "java.util.Calendar" -> name.equals("getInstance");
      case "java.util.TimeZone" -> name.equals("getDefault");
      default ->
          RANDOM.contains(owner)
              || owner.startsWith("java.util.random.")
              || (owner.startsWith("java.time.")
                  && (name.equals("now") || name.startsWith("system") || name.startsWith("tick")));
    };
  }

  static ArchCondition<JavaClass> make(DescribedPredicate<JavaAccess<?>> accesses) {
    return new ArchCondition<>(accesses.getDescription()) {
      @Override
      public void check(JavaClass origin, ConditionEvents events) {
        for (JavaAccess<?> access : origin.getAccessesFromSelf()) {
          events.add(
              new SimpleConditionEvent(access, accesses.test(access), access.getDescription()));
        }
      }
    };
  }
}
