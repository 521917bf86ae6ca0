package dev.carillon.server.trace;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A span for every attempt. All attempts of a run share one trace, and its id is the run's: whoever
 * has one finds the other without a search.
 */
final class Spans implements Tracing {

  private static final AttributeKey<String> SCHEDULE_ID =
      AttributeKey.stringKey("carillon.schedule.id");
  private static final AttributeKey<String> SCHEDULE_NAME =
      AttributeKey.stringKey("carillon.schedule.name");
  private static final AttributeKey<String> RUN_ID = AttributeKey.stringKey("carillon.run.id");
  private static final AttributeKey<String> KEY = AttributeKey.stringKey("carillon.attempt.key");
  private static final AttributeKey<String> TARGET = AttributeKey.stringKey("carillon.target");
  private static final AttributeKey<String> DUE = AttributeKey.stringKey("carillon.scheduled_for");
  private static final AttributeKey<Long> RETRY = AttributeKey.longKey("carillon.attempt.retry");
  private static final AttributeKey<Long> ORGANIZATION =
      AttributeKey.longKey("carillon.organization.id");
  private static final AttributeKey<String> STATUS =
      AttributeKey.stringKey("carillon.attempt.status");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private static final ScopedValue<UUID> RUN = ScopedValue.newInstance();
  private static final long PATIENCE_SECONDS = 5;

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  Spans(URI endpoint, double share) {
    String address = endpoint.toString().replaceFirst("/+$", "");
    provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.of(AttributeKey.stringKey("service.name"), "carillon"))))
            .setIdGenerator(new TraceOfRun())
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(share)))
            .addSpanProcessor(
                BatchSpanProcessor.builder(
                        OtlpHttpSpanExporter.builder()
                            .setEndpoint(
                                address.endsWith("/v1/traces") ? address : address + "/v1/traces")
                            .build())
                    .build())
            .build();
    tracer = provider.get("dev.carillon");
  }

  /** A UUID is sixteen bytes that are not all zero, which is what a trace id must be. */
  private static final class TraceOfRun implements IdGenerator {
    @Override
    public String generateSpanId() {
      return IdGenerator.random().generateSpanId();
    }

    @Override
    public String generateTraceId() {
      return RUN.isBound()
          ? RUN.get().toString().replace("-", "")
          : IdGenerator.random().generateTraceId();
    }
  }

  @Override
  public Carrier traced(Carrier carrier) {
    return run -> carry(carrier, run);
  }

  private Answer carry(Carrier carrier, RunContext run) throws Exception {
    Span span = ScopedValue.where(RUN, run.runId()).call(() -> start(run));
    try {
      Answer answer =
          ScopedValue.where(Traceparent.CURRENT, traceparent(span.getSpanContext()))
              .call(() -> carrier.carry(run));
      note(span, answer);
      return answer;
    } catch (Throwable problem) {
      span.setStatus(StatusCode.ERROR, String.valueOf(problem.getMessage()));
      span.setAttribute(ERROR, problem.getClass().getName());
      throw problem;
    } finally {
      span.end();
    }
  }

  private static void note(Span span, Answer answer) {
    switch (answer) {
      case Answer.TakenOver _ -> span.setAttribute(STATUS, "taken_over");
      case Outcome outcome -> {
        span.setAttribute(STATUS, outcome.status().name().toLowerCase(Locale.ROOT));
        RunError error = outcome.error();
        if (error != null) {
          span.setAttribute(ERROR, error.code());
          span.setStatus(StatusCode.ERROR, error.message());
        }
      }
    }
  }

  private Span start(RunContext run) {
    String target = run.delivery().schedule().target().kind().name().toLowerCase(Locale.ROOT);
    return tracer
        .spanBuilder("attempt " + target)
        .setParent(Context.root())
        .setSpanKind(SpanKind.CLIENT)
        .setAttribute(SCHEDULE_ID, run.scheduledJobId().toString())
        .setAttribute(SCHEDULE_NAME, run.scheduledJobName())
        .setAttribute(RUN_ID, run.runId().toString())
        .setAttribute(KEY, run.key())
        .setAttribute(TARGET, target)
        .setAttribute(DUE, run.scheduledFor().toString())
        .setAttribute(RETRY, (long) run.retry())
        .setAttribute(ORGANIZATION, (long) run.delivery().schedule().orgId())
        .startSpan();
  }

  private static String traceparent(SpanContext span) {
    return "00-%s-%s-%s"
        .formatted(span.getTraceId(), span.getSpanId(), span.getTraceFlags().asHex());
  }

  @Override
  public void close() {
    provider.shutdown().join(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
