package dev.carillon.engine.timing;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads time zone ids: the places of the IANA database, and UTC.
 *
 * <p>Abbreviations and fixed offsets are refused because they say how far the clock is from UTC
 * today, not when it changes: "EST" and "+02:00" are each right for half of a year.
 */
public final class Zones {

  /** What people write, and the place most of them mean. */
  private static final Map<String, String> MEANT =
      Map.ofEntries(
          Map.entry("EST", "America/New_York"),
          Map.entry("EDT", "America/New_York"),
          Map.entry("EST5EDT", "America/New_York"),
          Map.entry("CST", "America/Chicago"),
          Map.entry("CDT", "America/Chicago"),
          Map.entry("CST6CDT", "America/Chicago"),
          Map.entry("MST", "America/Denver"),
          Map.entry("MDT", "America/Denver"),
          Map.entry("MST7MDT", "America/Denver"),
          Map.entry("PST", "America/Los_Angeles"),
          Map.entry("PDT", "America/Los_Angeles"),
          Map.entry("PST8PDT", "America/Los_Angeles"),
          Map.entry("HST", "Pacific/Honolulu"),
          Map.entry("AKST", "America/Anchorage"),
          Map.entry("CET", "Europe/Berlin"),
          Map.entry("CEST", "Europe/Berlin"),
          Map.entry("MET", "Europe/Berlin"),
          Map.entry("EET", "Europe/Helsinki"),
          Map.entry("EEST", "Europe/Helsinki"),
          Map.entry("WET", "Europe/Lisbon"),
          Map.entry("BST", "Europe/London"),
          Map.entry("GB", "Europe/London"),
          Map.entry("GB-EIRE", "Europe/London"),
          Map.entry("MSK", "Europe/Moscow"),
          Map.entry("W-SU", "Europe/Moscow"),
          Map.entry("IST", "Asia/Kolkata"),
          Map.entry("JST", "Asia/Tokyo"),
          Map.entry("KST", "Asia/Seoul"),
          Map.entry("ROK", "Asia/Seoul"),
          Map.entry("PRC", "Asia/Shanghai"),
          Map.entry("ROC", "Asia/Taipei"),
          Map.entry("AEST", "Australia/Sydney"),
          Map.entry("NZ", "Pacific/Auckland"),
          Map.entry("NZST", "Pacific/Auckland"),
          Map.entry("NZ-CHAT", "Pacific/Chatham"),
          Map.entry("UCT", "UTC"),
          Map.entry("Z", "UTC"),
          Map.entry("GMT0", "UTC"));

  private Zones() {}

  /** The zone of that exact id. */
  public static ZoneId parse(String id) {
    if (id.isBlank()) {
      throw new TimingException(
          "timing.zone.empty",
          "timezone must not be empty",
          Place.whole(id, "timezone"),
          "an IANA time zone id",
          "Name a place such as Europe/Berlin, or UTC.");
    }
    if (isPlace(id) && ZoneId.getAvailableZoneIds().contains(id)) {
      return ZoneId.of(id);
    }
    throw refusal(id);
  }

  /** All but abbreviations, which are in capitals throughout, and the SystemV relics. */
  private static boolean isPlace(String id) {
    if (id.equals("UTC") || id.equals("GMT")) {
      return true;
    }
    return !id.startsWith("SystemV/") && id.chars().anyMatch(Character::isLowerCase);
  }

  private static TimingException refusal(String id) {
    var offset = offset(id);
    if (offset != null) {
      return new TimingException(
          "timing.zone.offset",
          "timezone must be a place, got the fixed offset " + Place.abbreviate(id),
          Place.whole(id, "timezone"),
          "an IANA time zone id",
          "Name a place such as Europe/Berlin, whose clock changes are known, or "
              + fixedZone(offset)
              + " if the clock never changes.");
    }
    var meant = meant(id);
    return new TimingException(
        "timing.zone.unknown",
        "timezone " + Place.abbreviate(id) + " is not an IANA time zone id",
        Place.whole(id, "timezone"),
        "an IANA time zone id",
        meant == null
            ? "Name a place such as Europe/Berlin, or UTC."
            : "Did you mean " + meant + "?");
  }

  private static @Nullable String meant(String id) {
    for (var entry : MEANT.entrySet()) {
      if (entry.getKey().equalsIgnoreCase(id)) {
        return entry.getValue();
      }
    }
    Collection<String> places =
        ZoneId.getAvailableZoneIds().stream().filter(Zones::isPlace).toList();
    var closest = Spelling.closest(id, places);
    return closest != null ? closest : cityOf(id, places);
  }

  /** "Berlin" and "berlin" name a place whose region was left out; "New York" has a space. */
  private static @Nullable String cityOf(String id, Collection<String> places) {
    var city = "/" + id.strip().replace(' ', '_');
    return places.stream()
        .filter(place -> place.regionMatches(true, place.lastIndexOf('/'), city, 0, city.length()))
        .filter(place -> place.length() - place.lastIndexOf('/') == city.length())
        .min(String::compareTo)
        .orElse(null);
  }

  /** The offset that +02:00, UTC+2 or GMT-3 names, out of range included; null for all else. */
  private static @Nullable String offset(String id) {
    var rest = id.startsWith("UTC") || id.startsWith("GMT") ? id.substring(3) : id;
    boolean signed = rest.startsWith("+") || rest.startsWith("-");
    return signed && rest.substring(1).matches("[0-9:]{1,8}") ? rest : null;
  }

  /** Etc/GMT-2 is two hours ahead of UTC: POSIX counts west of Greenwich as positive. */
  private static String fixedZone(String offset) {
    try {
      int seconds = ZoneOffset.of(offset).getTotalSeconds();
      int hours = seconds / 3600;
      if (seconds % 3600 == 0 && hours >= -12 && hours <= 14) {
        return hours == 0 ? "UTC" : "Etc/GMT%s%d".formatted(hours > 0 ? "-" : "+", Math.abs(hours));
      }
    } catch (DateTimeException e) {
      return "UTC";
    }
    return "UTC";
  }
}
