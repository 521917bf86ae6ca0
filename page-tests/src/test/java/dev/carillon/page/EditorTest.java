package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Making and changing schedules. */
@InBrowser
class EditorTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void a_schedule_is_put_together_with_a_preview_of_its_fires_as_one_types() {
    Window window = site.window().at("/schedules/new");
    Locator preview = window.page().getByLabel("Preview");
    assertThat(preview)
        .containsText("At 09:00 on Monday to Friday, Europe/Berlin time", ignoreCase());
    assertThat(preview.locator("time")).hasCount(6);

    window.field("Time").fill("17:45");
    assertThat(preview).containsText("17:45 on Monday to Friday");
    window.button("Sa, Saturday").click();
    assertThat(preview).containsText("Saturday");
    window.field("Time zone").fill("America/New_York");
    assertThat(preview).containsText("America/New_York time");
    assertThat(preview).containsText("for you");

    window.field("Name").fill("Evening call");
    window.field("URL").fill(site.receiver().url("/ok"));
    window.field("Payload").fill("{\"report\":\"daily\"}");
    window.field("Overlap").selectOption("queue");
    assertThat(window.text("One waits and starts as soon as the open run ends")).isVisible();
    window.button("Create").click();

    assertThat(window.heading("Evening call")).isVisible();
    JsonNode made = site.api().get("/schedules?q=Evening").get("items").get(0);
    assertThat(made.get("cron").stringValue()).isEqualTo("45 17 * * 1-6");
    assertThat(made.get("timezone").stringValue()).isEqualTo("America/New_York");
    assertThat(made.get("overlap").stringValue()).isEqualTo("queue");
    assertThat(made.get("payload").get("report").stringValue()).isEqualTo("daily");
    assertThat(made.get("max_retries").intValue()).isEqualTo(3);
  }

  @Test
  void the_preview_notes_where_daylight_saving_moves_a_slot() {
    Window window = site.window().at("/schedules/new");
    window.radio("Write cron").click();
    window.field("Cron").fill("30 2 * 3 7");
    window.field("Time zone").fill("Europe/Berlin");
    assertThat(window.page().getByLabel("Preview").locator(".slot-note").first())
        .containsText("02:30");
  }

  @Test
  void mistakes_stand_at_their_fields_in_the_server_s_words() {
    Window window = site.window().at("/schedules/new");
    window.radio("Write cron").click();
    window.field("Cron").fill("0 24 * * *");
    Locator cron = window.page().locator("[data-field=cron]");
    assertThat(cron.getByRole(AriaRole.ALERT)).containsText("24");
    assertThat(window.field("Cron")).hasAttribute("aria-invalid", "true");

    window.field("Cron").fill("0 9 * * *");
    assertThat(cron.getByRole(AriaRole.ALERT)).hasCount(0);
    window.field("URL").fill("ftp://example.com");
    window.button("Create").click();
    assertThat(window.page().locator("[data-field=url]").getByRole(AriaRole.ALERT))
        .containsText("http");
    assertThat(window.field("URL")).isFocused();

    window.field("Payload").fill("{\"a\": }");
    assertThat(window.page().locator("[data-field=payload]")).containsText("not JSON");
    assertThat(window.button("Create")).isDisabled();
  }

  @Test
  void an_interval_and_a_single_moment_can_be_chosen_too() {
    Window window = site.window().at("/schedules/new");
    window.radio("Interval").click();
    window.field("Every").fill("90");
    window.field("Unit").selectOption("seconds");
    assertThat(window.page().getByLabel("Preview")).containsText("every 1 minute 30 seconds");

    window.radio("Once").click();
    window.field("At").fill("2099-01-01T09:00");
    assertThat(window.page().getByLabel("Preview"))
        .containsText(Pattern.compile("1 Jan 2099, 09:00"));
    window.field("Name").fill("New century check");
    window.radio("Message").click();
    window.field("Agent").fill("frank");
    window.field("Text").fill("Check the mail");
    window.button("Create").click();
    assertThat(window.heading("New century check")).isVisible();
    JsonNode made = site.api().get("/schedules?q=century").get("items").get(0);
    assertThat(made.get("run_at").stringValue()).isEqualTo("2099-01-01T08:00:00.000Z");
    assertThat(made.get("target").stringValue()).isEqualTo("message");
  }

  @Test
  void a_workflow_and_a_graph_under_a_grant_can_be_chosen_too() {
    String grant =
        site.api()
            .post("/grants", Map.of("user_id", "grace", "billing_account_id", "acc-7"))
            .get("id")
            .stringValue();
    Window window = site.window().at("/schedules/new");
    window.field("Name").fill("By workflow");
    window.radio("Workflow").click();
    window.field("Workflow").fill("report");
    window.field("Trigger node").fill("collect");
    window.field("Payload").fill("{\"depth\":2}");
    window.button("Create").click();
    assertThat(window.heading("By workflow")).isVisible();
    JsonNode workflow = site.api().get("/schedules?q=workflow").get("items").get(0);
    assertThat(workflow.get("workflow_id").stringValue()).isEqualTo("report");
    assertThat(workflow.get("trigger_node_id").stringValue()).isEqualTo("collect");
    assertThat(workflow.get("payload").get("depth").intValue()).isEqualTo(2);

    window.at("/schedules/new");
    window.field("Name").fill("By graph");
    window.radio("Graph").click();
    window.button("Create").click();
    assertThat(window.page().locator("[data-field=graph_id]")).containsText("graph_id");
    window.field("Graph").fill("langgraph:poet");
    window.field("Grant").selectOption(grant);
    window.button("Create").click();
    assertThat(window.heading("By graph")).isVisible();
    JsonNode graph = site.api().get("/schedules?q=graph").get("items").get(0);
    assertThat(graph.get("graph_id").stringValue()).isEqualTo("langgraph:poet");
    assertThat(graph.get("grant_id").stringValue()).isEqualTo(grant);
    window.at("/schedules/" + graph.get("id").stringValue() + "/edit");
    assertThat(window.field("Graph")).hasValue("langgraph:poet");
    assertThat(window.field("Grant")).hasValue(grant);
  }

  @Test
  void only_what_was_changed_is_saved_and_nobody_overwrites_another() {
    String id =
        site.api()
            .schedule(
                Map.of(
                    "name",
                    "Edited",
                    "cron",
                    "0 5 * * *",
                    "url",
                    site.receiver().url("/ok"),
                    "max_retries",
                    7));
    Window mine = site.window().at("/schedules/" + id + "/edit");
    Window theirs = site.window().at("/schedules/" + id + "/edit");
    // Both have read it before either changes it.
    assertThat(mine.heading("Edit “Edited”")).isVisible();
    assertThat(theirs.heading("Edit “Edited”")).isVisible();
    mine.field("Time").fill("06:15");
    mine.field("Description").fill("a little later");
    mine.button("Save").click();
    assertThat(mine.heading("Edited")).isVisible();
    JsonNode saved = site.api().get("/schedules/" + id);
    assertThat(saved.get("cron").stringValue()).isEqualTo("15 6 * * *");
    assertThat(saved.get("description").stringValue()).isEqualTo("a little later");
    assertThat(saved.get("max_retries").intValue()).isEqualTo(7);

    theirs.field("Name").fill("Mine!");
    theirs.button("Save").click();
    assertThat(theirs.text("Somebody else has changed it meanwhile")).isVisible();
    assertThat(site.api().get("/schedules/" + id).get("name").stringValue()).isEqualTo("Edited");
  }

  private static com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions
      ignoreCase() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions()
        .setIgnoreCase(true);
  }
}
