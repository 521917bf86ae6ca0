package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZonesTest {

  private static TimingException refusal(String id) {
    var refusal = catchThrowableOfType(TimingException.class, () -> Zones.parse(id));
    assertThat(refusal).as("refusal of " + id).isNotNull();
    assertThat(refusal.field()).isEqualTo("timezone");
    return refusal;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "GMT",
        "Etc/UTC",
        "Etc/GMT+12",
        "Europe/Berlin",
        "America/New_York",
        "America/Argentina/Buenos_Aires",
        "America/Santiago",
        "Asia/Beirut",
        "Africa/Cairo",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Pacific/Apia",
        "Africa/Casablanca",
        "America/Nuuk",
        "Antarctica/Troll",
        "Europe/Kiev",
        "Europe/Kyiv",
        "Asia/Calcutta",
        "Asia/Kolkata",
        "Japan"
      })
  void a_place_is_accepted_under_its_old_and_its_new_name(String id) {
    assertThat(Zones.parse(id).getId()).isEqualTo(id);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "EST, America/New_York",
    "est, America/New_York",
    "EST5EDT, America/New_York",
    "PST, America/Los_Angeles",
    "CET, Europe/Berlin",
    "CEST, Europe/Berlin",
    "BST, Europe/London",
    "GB, Europe/London",
    "JST, Asia/Tokyo",
    "Z, UTC",
    "utc, UTC",
    "europe/berlin, Europe/Berlin",
    "EUROPE/BERLIN, Europe/Berlin",
    "Europe/Belrin, Europe/Berlin",
    "Europe/Berlni, Europe/Berlin",
    "America/NewYork, America/New_York",
    "America/New York, America/New_York",
    "Berlin, Europe/Berlin",
    "tokyo, Asia/Tokyo",
    "New York, America/New_York"
  })
  void a_near_miss_is_refused_with_what_was_meant(String id, String meant) {
    var refusal = refusal(id);

    assertThat(refusal.code()).isEqualTo("timing.zone.unknown");
    assertThat(refusal).hasMessage("timezone " + id + " is not an IANA time zone id");
    assertThat(refusal.fix()).isEqualTo("Did you mean " + meant + "?");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "+02:00, Etc/GMT-2",
    "-03:00, Etc/GMT+3",
    "UTC+2, Etc/GMT-2",
    "GMT-5, Etc/GMT+5",
    "+05:45, UTC",
    "+00:00, UTC",
    "+25:00, UTC"
  })
  void a_fixed_offset_is_refused_because_it_knows_no_clock_changes(String id, String instead) {
    var refusal = refusal(id);

    assertThat(refusal.code()).isEqualTo("timing.zone.offset");
    assertThat(refusal).hasMessage("timezone must be a place, got the fixed offset " + id);
    assertThat(refusal.fix()).contains(" or " + instead + " if the clock never changes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mars/Base", "Europe/", "/", "SystemV/EST5EDT", "\u0000", "../etc"})
  void what_is_no_zone_is_refused(String id) {
    assertThat(refusal(id).code()).isEqualTo("timing.zone.unknown");
    assertThat(refusal(id).getMessage()).doesNotContain("\u0000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void nothing_is_refused_as_empty(String id) {
    assertThat(refusal(id).code()).isEqualTo("timing.zone.empty");
    assertThat(refusal(id)).hasMessage("timezone must not be empty");
  }

  @Test
  void a_megabyte_is_refused_without_looking_for_what_it_resembles() {
    assertThat(refusal("Europe/".repeat(150_000)).getMessage()).hasSizeLessThan(200);
  }
}
