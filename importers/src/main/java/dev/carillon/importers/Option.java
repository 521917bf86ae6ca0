package dev.carillon.importers;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A choice that an import takes. */
public enum Option {
  /** Calls this instead of starting a workflow. */
  URL("url", "a string"),
  /** Starts this workflow, whatever the job is called. */
  WORKFLOW("workflow", "a string"),
  /** Tells two stores apart that look the same from here. */
  INSTANCE("instance", "a string"),
  /** Leaves out jobs whose workflow is not here. */
  EXISTING_WORKFLOWS("existing_workflows", "true or false"),
  /** Who gets the messages of jobs that name no agent. */
  AGENT("agent", "a string"),
  /** Agents here, by the names they have there. */
  AGENTS("agents", "an object of strings"),
  ROOM_ID("room_id", "a string"),
  /** Reads also what the source's own migration left behind. */
  LEFTOVERS("leftovers", "true or false"),
  /** For jobs of which Redis knows the next run only. */
  INTERVAL_SECONDS("interval_seconds", "a number above 0"),
  /** Whether lines name a user before the command. */
  SYSTEM("system", "true or false");

  private final String key;
  private final String expected;

  Option(String key, String expected) {
    this.key = key;
    this.expected = expected;
  }

  public String key() {
    return key;
  }

  /** What was expected in the place of this value, or null when it is right. */
  public @Nullable String problem(JsonNode value) {
    boolean right =
        switch (this) {
          case URL, WORKFLOW, INSTANCE, AGENT, ROOM_ID ->
              value.isString()
                  && !value.stringValue().isBlank()
                  && value.stringValue().length() <= 2_048
                  && value.stringValue().indexOf('\0') < 0;
          case EXISTING_WORKFLOWS, LEFTOVERS, SYSTEM -> value.isBoolean();
          case INTERVAL_SECONDS -> value.isNumber() && value.doubleValue() > 0;
          case AGENTS -> value.isObject() && value.valueStream().allMatch(JsonNode::isString);
        };
    return right ? null : expected;
  }
}
