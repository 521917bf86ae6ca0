package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workflows, agents, rooms, grants: what schedules are aimed at. */
@InBrowser
class TargetViewsTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void a_workflow_shows_its_triggers_and_the_schedules_they_are() {
    site.api().put("/executors/default", Map.of("url", site.receiver().url("/ok")));
    site.api()
        .put(
            "/workflows/report",
            Map.of(
                "name",
                "Daily report",
                "triggers",
                List.of(
                    Map.of(
                        "id",
                        "morning",
                        "type",
                        "schedule",
                        "nodeId",
                        "collect",
                        "active",
                        true,
                        "settings",
                        Map.of("cronExpression", "30 6 * * *", "timezone", "Europe/Berlin")),
                    Map.of("id", "upload", "type", "webhook"))));
    Window window = site.window().at("/workflows");
    assertThat(window.row("Daily report")).containsText("2 triggers, 1 schedule");
    window.link("Daily report").click();
    Locator triggers = window.region("Triggers");
    assertThat(triggers).containsText("at 06:30 every day, Europe/Berlin time");
    assertThat(triggers).containsText("Active");
    triggers.getByText("at 06:30").click();
    assertThat(window.region("Definition")).containsText("report");

    window.at("/workflows/report");
    window.button("Delete").click();
    assertThat(window.dialog()).containsText("1 schedule");
    window.answer("Delete").click();
    assertThat(window.text("No workflows yet")).isVisible();
  }

  @Test
  void messages_arrive_in_a_room_as_they_are_said() {
    site.api().put("/agents/frank", Map.of("name", "Frank"));
    site.api()
        .schedule(
            Map.of(
                "name",
                "Mail",
                "interval_seconds",
                2,
                "agent_id",
                "frank",
                "payload_text",
                "Check the mail"));
    Window window = site.window().at("/agents");
    window.link("Frank").click();
    window.region("Rooms").locator("a").first().click();
    Locator messages = window.page().locator(".message");
    assertThat(messages.first()).containsText("Check the mail");
    assertThat(messages.nth(2)).containsText("Check the mail");

    Window other = site.window().at("/agents");
    other.region("Rooms").locator("a").getByText("Mail").click();
    other.field("Message").fill("I am on it");
    other.press("Enter");
    assertThat(window.text("I am on it")).isVisible();
    assertThat(other.field("Message")).hasValue("");
  }

  @Test
  void a_long_room_opens_at_its_end_and_shows_what_was_before_on_request() {
    String room = site.api().post("/rooms", Map.of("name", "Long")).get("id").stringValue();
    for (int i = 1; i <= 203; i++) {
      site.api().post("/rooms/" + room + "/messages", Map.of("text", "Message " + i));
    }
    Window window = site.window().at("/rooms/" + room);
    Locator messages = window.page().locator(".message");
    assertThat(messages.last()).containsText("Message 203");
    assertThat(messages.first()).containsText("Message 4");
    window.button("Show earlier messages").click();
    assertThat(messages.first()).containsText("Message 1");
    assertThat(messages).hasCount(203);
    assertThat(window.button("Show earlier messages")).hasCount(0);
  }

  @Test
  void a_grant_is_given_and_revoked() {
    Window window = site.window().at("/grants");
    window.button("Give a grant").click();
    window.answer("Give").click();
    assertThat(window.dialog().locator("[data-field=billing_account_id]"))
        .containsText(Pattern.compile("billing_account_id"));
    window.dialog().getByLabel("Billing account").fill("acc-42");
    window.dialog().getByLabel("User").fill("grace");
    window.dialog().getByLabel("Expires").fill("2099-01-01T00:00");
    window.answer("Give").click();
    Locator row = window.row("acc-42");
    assertThat(row).containsText("Valid");
    row.getByText("Revoke").click();
    window.answer("Revoke").click();
    assertThat(row).containsText("Revoked");
    assertThat(row.getByText("Revoke", new Locator.GetByTextOptions().setExact(true))).hasCount(0);
  }
}
