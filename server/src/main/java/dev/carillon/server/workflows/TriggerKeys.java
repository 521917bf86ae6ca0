package dev.carillon.server.workflows;

import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Problem;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Refuses keys of triggers that are almost one of ours: "Active" would be overlooked, and the
 * trigger be active. All others are the editor's own, and pass.
 */
final class TriggerKeys {

  private static final List<String> OF_TRIGGER =
      List.of("id", "type", "nodeId", "active", "settings", "config");
  private static final String FILTER = "scheduled_job_id";
  private static final List<String> OF_SETTINGS =
      List.of("cronExpression", "timezone", "intervalSeconds", "description", "payload", FILTER);
  private static final List<String> OF_CONFIG = List.of(FILTER);

  /** Shorter words are one letter away from too many others: uid is not id. */
  private static final int SHORTEST_SLIP = 6;

  private TriggerKeys() {}

  static void check(Fields trigger) {
    refuseAlmost(trigger, OF_TRIGGER);
  }

  /** Settings of other types than schedule are not ours to judge. */
  static void checkSchedule(Fields trigger) {
    Fields settings = trigger.object("settings");
    if (settings != null) {
      refuseAlmost(settings, OF_SETTINGS);
      settings.text(FILTER);
    }
    var config = trigger.value("config");
    if (config != null && config.isObject()) {
      Fields older = Fields.of(config, trigger.path("config"));
      refuseAlmost(older, OF_CONFIG);
      older.text(FILTER);
    }
  }

  private static void refuseAlmost(Fields fields, List<String> known) {
    for (String name : fields.names()) {
      String meant = known.contains(name) ? null : meant(fields, known, name);
      if (meant != null) {
        String shown = Fields.cut(name, 60);
        throw Problem.of(
                Code.FIELD_UNKNOWN,
                "the key \"%s\" is almost %s, and would be overlooked".formatted(shown, meant))
            .at(fields.path(shown))
            .expected(meant)
            .got(shown)
            .fix("Did you mean %s?".formatted(meant));
      }
    }
  }

  private static @Nullable String meant(Fields fields, List<String> known, String name) {
    for (String word : known) {
      if (bare(word).equals(bare(name))) {
        return word;
      }
    }
    // Beside the right word, one that is like it is another.
    return known.stream()
        .filter(word -> word.length() >= SHORTEST_SLIP && !fields.has(word))
        .filter(word -> slip(bare(word), bare(name)))
        .findFirst()
        .orElse(null);
  }

  /** cron_expression and CronExpression are cronExpression, written otherwise. */
  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_\\s-]", "");
  }

  /** One letter more, less or other, or two neighbours swapped. */
  private static boolean slip(String word, String typed) {
    int shorter = Math.min(word.length(), typed.length());
    int longer = Math.max(word.length(), typed.length());
    int lead = 0;
    while (lead < shorter && word.charAt(lead) == typed.charAt(lead)) {
      lead++;
    }
    int tail = 0;
    while (tail < shorter - lead
        && word.charAt(word.length() - 1 - tail) == typed.charAt(typed.length() - 1 - tail)) {
      tail++;
    }
    int between = longer - lead - tail;
    boolean swapped =
        between == 2
            && shorter == longer
            && word.charAt(lead) == typed.charAt(lead + 1)
            && word.charAt(lead + 1) == typed.charAt(lead);
    return between <= 1 || swapped;
  }
}
