package dev.carillon.server.target;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.store.Workflow;
import dev.carillon.server.store.Workflows;
import dev.carillon.server.web.Json;
import dev.carillon.server.workflows.Trigger;
import dev.carillon.server.workflows.TriggerResolver;
import java.util.List;
import java.util.function.UnaryOperator;

/** Hands the event to the workflow's executor, together with the triggers that it starts. */
public final class WorkflowCarrier implements Carrier {

  /** The executor of workflows that name none, and of those that are not stored here. */
  public static final String DEFAULT_EXECUTOR = "default";

  private final Workflows workflows;
  private final ExecutorCalls executors;

  public WorkflowCarrier(Workflows workflows, ExecutorCalls executors) {
    this.workflows = workflows;
    this.executors = executors;
  }

  @Override
  public Answer carry(RunContext run) throws InterruptedException {
    Target.Workflow target = (Target.Workflow) run.delivery().schedule().target();
    Workflow workflow = workflows.find(run.delivery().schedule().orgId(), target.workflowId());
    EventBody body = EventBody.of(run).text("event_type", "schedule");
    body.text("workflow_id", target.workflowId());
    if (workflow == null) {
      // The executor knows its own workflows; it gets what the schedule says.
      body.text("trigger_node_id", target.triggerNodeId()).json("triggers", "[]");
      return executors.call(run, DEFAULT_EXECUTOR, body, UnaryOperator.identity());
    }
    List<Trigger> started =
        TriggerResolver.resolve(
            Trigger.all(workflow.triggers()),
            target.triggerNodeId(),
            run.scheduledJobId().toString());
    if (started.isEmpty() && target.triggerNodeId() == null) {
      return Outcome.Failure.of(
          "no_trigger",
          "workflow %s has no active schedule trigger that answers to schedule %s"
              .formatted(workflow.id(), run.scheduledJobId()));
    }
    body.text(
        "trigger_node_id",
        target.triggerNodeId() == null ? started.getFirst().id() : target.triggerNodeId());
    body.json("triggers", Json.text(started.stream().map(Trigger::json).toList()));
    String executor = workflow.executor();
    return executors.call(
        run, executor == null ? DEFAULT_EXECUTOR : executor, body, UnaryOperator.identity());
  }
}
