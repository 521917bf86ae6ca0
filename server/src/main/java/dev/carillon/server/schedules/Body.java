package dev.carillon.server.schedules;

import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.timing.TimingException;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Refusals;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What somebody sent to define or change a schedule, with every field under its own name and its
 * target said.
 */
final class Body {

  private Body() {}

  /**
   * Puts aliases under their own names, and refuses what is no field or cannot be set.
   *
   * @param also further fields that this place knows
   */
  static ObjectNode named(Fields sent, String... also) {
    refuseReadOnly(sent, List.of(also));
    List<String> known = new java.util.ArrayList<>(FieldNames.ACCEPTED);
    known.addAll(List.of(also));
    sent.only(known);
    ObjectNode body = Json.object();
    for (String name : sent.names()) {
      JsonNode value = sent.value(name);
      if (FieldNames.PLAIN.contains(own(name)) && value != null && value.isString()) {
        Names.plain(sent.path(name), value.stringValue());
      }
      boolean millis = name.equals(FieldNames.INTERVAL_MS);
      put(sent, body, name, own(name), millis ? seconds(sent) : value);
    }
    return body;
  }

  /** Does what may refuse the body, and has the refusal name an alias where one came. */
  static <T> T inItsWords(Fields sent, Supplier<T> work) {
    try {
      return work.get();
    } catch (TimingException e) {
      throw renamed(sent, Refusals.of(e, sent.path()));
    } catch (InvalidSchedule e) {
      throw renamed(sent, Refusals.of(e, sent.path()));
    } catch (Problem e) {
      throw renamed(sent, e);
    }
  }

  static Problem renamed(Fields sent, Problem problem) {
    for (String name : sent.names()) {
      String own = own(name);
      if (!own.equals(name) && sent.path(own).equals(problem.where())) {
        return problem.at(sent.path(name));
      }
    }
    return problem;
  }

  private static String own(String name) {
    return name.equals(FieldNames.INTERVAL_MS)
        ? "interval_seconds"
        : FieldNames.ALIASES.getOrDefault(name, name);
  }

  private static void refuseReadOnly(Fields sent, List<String> also) {
    for (String name : sent.names()) {
      String instead = FieldNames.READ_ONLY.get(name);
      if (instead != null && !also.contains(name)) {
        throw Problem.of(Code.FIELD_READ_ONLY, name + " is shown, and cannot be set")
            .at(sent.path(name))
            .fix(instead.isEmpty() ? "Leave it out." : instead);
      }
    }
  }

  private static void put(
      Fields sent, ObjectNode body, String name, String own, @Nullable JsonNode value) {
    if (body.has(own)) {
      throw Problem.field(
          sent.path(name), "means the same as another field of the body; give one of them");
    }
    body.set(own, value);
  }

  private static @Nullable JsonNode seconds(Fields sent) {
    var interval = sent.millis(FieldNames.INTERVAL_MS);
    return interval == null
        ? null
        : Json.object()
            .put("s", BigDecimal.valueOf(interval.toMillis(), 3).stripTrailingZeros())
            .get("s");
  }

  /** The kind of target that the body says, or implies by its fields; null for neither. */
  static @Nullable TargetKind target(Fields fields) {
    TargetKind said = fields.word("target", TargetKind.class);
    String by = "target";
    TargetKind kind = said;
    for (Map.Entry<TargetKind, List<String>> target : FieldNames.OF_TARGET.entrySet()) {
      for (String name : target.getValue()) {
        if (!fields.given(name)) {
          continue;
        }
        if (kind != null && kind != target.getKey()) {
          throw Problem.field(
                  fields.path(name),
                  "belongs to the target %s, and %s says %s"
                      .formatted(word(target.getKey()), by, word(kind)))
              .fix("A schedule has one target: leave out the fields of the others.");
        }
        kind = target.getKey();
        by = said == null ? name : by;
      }
    }
    return kind;
  }

  /** Whether it runs a graph and leaves it to us to grant that. */
  static boolean lacksGrant(Fields fields) {
    return target(fields) == TargetKind.GRAPH && !fields.given("grant_id");
  }

  private static String word(TargetKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The definition with a change merged into it: a field that is null goes back to its default, a
   * new kind of timing or target takes the place of the old one.
   */
  static ObjectNode merged(ObjectNode definition, ObjectNode change) {
    ObjectNode merged = definition.deepCopy();
    dropOldTiming(merged, change);
    dropOldTarget(merged, change);
    for (String name : change.propertyNames()) {
      if (change.get(name).isNull()) {
        merged.remove(name);
      } else {
        merged.set(name, change.get(name));
      }
    }
    return merged;
  }

  private static void dropOldTiming(ObjectNode merged, ObjectNode change) {
    for (String timing : FieldNames.TIMINGS) {
      if (change.hasNonNull(timing) && !merged.has(timing)) {
        merged.remove(FieldNames.TIMINGS);
        merged.remove(List.of("timezone", "interval_from"));
        return;
      }
    }
  }

  private static void dropOldTarget(ObjectNode merged, ObjectNode change) {
    TargetKind next = target(Fields.of(change));
    TargetKind before = target(Fields.of(merged));
    if (next != null && before != null && next != before) {
      merged.remove("target");
      merged.remove(FieldNames.OF_TARGET.getOrDefault(before, List.of()));
    }
  }
}
