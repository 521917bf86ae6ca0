package dev.carillon.server.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing an operator may choose.
 *
 * @param key its name in the file; the variable and the flag are made of it
 * @param kind what its value must look like
 * @param fallback the text that stands when nobody chose
 * @param help one line for people
 * @param secret whether its value may hold a password and is masked wherever it is shown
 */
public record Setting<T>(String key, Kind<T> kind, String fallback, String help, boolean secret) {

  public static final Setting<Path> DATA =
      of("data", Kind.directory(), "carillon-data", "directory of its files and its database");
  public static final Setting<Integer> PORT =
      of("port", Kind.port(), "7373", "where HTTP listens on 127.0.0.1; 0 takes any free port");
  public static final Setting<Optional<String>> DB_URL =
      new Setting<>(
          "db_url",
          Kind.databaseUrl(),
          "",
          "your own PostgreSQL 15 or newer instead of the embedded one",
          true);
  public static final Setting<Boolean> ALLOW_PRIVATE_TARGETS =
      of(
          "allow_private_targets",
          Kind.truth(),
          "false",
          "lets targets and webhooks reach private, loopback and link-local addresses");
  public static final Setting<Boolean> BEHIND_PROXY =
      of(
          "behind_proxy",
          Kind.truth(),
          "false",
          "whether X-Forwarded-Proto and X-Forwarded-Host, set by a proxy in front, are believed");

  public static final Setting<Boolean> ENABLED =
      of(
          "enabled",
          Kind.truth(),
          "true",
          "whether this server runs schedules; the API always does");
  public static final Setting<Duration> POLL_INTERVAL =
      of(
          "poll_interval",
          Kind.duration(Duration.ofMillis(100)),
          "5s",
          "how often all that is due is read again, to cover lost notices");
  public static final Setting<Integer> MAX_PER_POLL =
      of("max_per_poll", Kind.count(1, 100_000), "2000", "most slots begun in one statement");
  public static final Setting<Integer> MAX_CONCURRENT =
      of("max_concurrent", Kind.count(1, 1_000_000), "10000", "most attempts carried out at once");
  public static final Setting<Integer> MAX_CONCURRENT_PER_ORG =
      of(
          "max_concurrent_per_org",
          Kind.count(1, 1_000_000),
          "5000",
          "most attempts of one organization carried out at once");
  public static final Setting<Duration> RUN_TIMEOUT =
      of(
          "run_timeout",
          Kind.duration(Duration.ofMillis(1), Duration.ofDays(366)),
          "5m",
          "longest attempt of an http, handler or message target whose schedule names no timeout");
  public static final Setting<Integer> MAX_RUN_HISTORY =
      of(
          "max_run_history",
          Kind.count(0, 1_000_000),
          "100",
          "runs kept in the history of each schedule");
  public static final Setting<Duration> LEASE =
      of(
          "lease",
          Kind.duration(Duration.ofMillis(500)),
          "10s",
          "how long a node is trusted without a sign of life; the same on every server");
  public static final Setting<Duration> SHUTDOWN_GRACE =
      of(
          "shutdown_grace",
          Kind.duration(Duration.ZERO),
          "30s",
          "how long running work may go on after a stop was asked for");

  public static final Setting<Duration> LATE_AFTER =
      of(
          "late_after",
          Kind.duration(Duration.ofSeconds(1)),
          "60s",
          "how overdue a slot may be before schedule.late is reported");
  public static final Setting<Duration> EVENTS_KEEP =
      of(
          "events.keep",
          Kind.duration(Duration.ofMinutes(1)),
          "24h",
          "how long a stream of events can be resumed, and ended deliveries are shown");
  public static final Setting<Integer> WEBHOOKS_MAX_ATTEMPTS =
      of(
          "webhooks.max_attempts",
          Kind.count(1, 100),
          "10",
          "tries before the delivery of an event is given up as dead");

  public static final Setting<Duration> WEBHOOKS_RETRY_DELAY =
      of(
          "webhooks.retry_delay",
          Kind.duration(Duration.ofMillis(1)),
          "5s",
          "wait before the second try of a delivery; the later ones grow with it, up to a day");

  public static final Setting<String> LOG =
      of(
          "log",
          Kind.word(List.of("off", "error", "warn", "info", "debug", "trace")),
          "info",
          "how much is logged to standard error");
  public static final Setting<String> LOG_FORMAT =
      of("log.format", Kind.word(List.of("text", "json")), "text", "one line of text or of JSON");
  public static final Setting<Optional<URI>> OTEL_ENDPOINT =
      of(
          "otel.endpoint",
          Kind.webAddress(),
          "",
          "where traces go (OTLP over HTTP), such as http://127.0.0.1:4318; none = no traces");
  public static final Setting<Double> OTEL_SAMPLE =
      of("otel.sample", Kind.share(), "1", "the share of attempts that are traced");

  /** All of them, in the order people read them in. */
  public static final List<Setting<?>> ALL =
      List.of(
          DATA,
          PORT,
          DB_URL,
          ALLOW_PRIVATE_TARGETS,
          BEHIND_PROXY,
          ENABLED,
          POLL_INTERVAL,
          MAX_PER_POLL,
          MAX_CONCURRENT,
          MAX_CONCURRENT_PER_ORG,
          RUN_TIMEOUT,
          MAX_RUN_HISTORY,
          LEASE,
          SHUTDOWN_GRACE,
          LATE_AFTER,
          EVENTS_KEEP,
          WEBHOOKS_MAX_ATTEMPTS,
          WEBHOOKS_RETRY_DELAY,
          LOG,
          LOG_FORMAT,
          OTEL_ENDPOINT,
          OTEL_SAMPLE);

  private static <T> Setting<T> of(String key, Kind<T> kind, String fallback, String help) {
    return new Setting<>(key, kind, fallback, help, false);
  }

  /** {@code CARILLON_LOG_FORMAT} for {@code log.format}. */
  public String variable() {
    return "CARILLON_" + key.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** {@code --log-format} for {@code log.format}. */
  public String flag() {
    return "--" + key.replace('.', '-').replace('_', '-');
  }

  /** A flag of this kind needs no value behind it to mean yes. */
  boolean mayStandAlone() {
    return fallback.equals("true") || fallback.equals("false");
  }
}
