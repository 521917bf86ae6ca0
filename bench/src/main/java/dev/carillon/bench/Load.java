package dev.carillon.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Requests over several connections, each sending the next as soon as it has its answer. */
final class Load {

  static final int CONNECTIONS = 16;

  private Load() {}

  /**
   * The JVM of a fresh server compiles for about a minute on two cores; nothing is measured yet.
   */
  static void warmUp(ServerProcess server, Options options, IntFunction<Wire.Request> creations) {
    long end = System.nanoTime() + 6_000_000_000L * options.warmUpSeconds();
    try (Wire wire = new Wire(server.url(), server.token());
        Wire other = new Wire(server.url(), server.token())) {
      for (int number = 0; System.nanoTime() < end; number++) {
        wire.exchange(creations.apply(number));
        other.exchange(Wire.Request.get("/api/v1/schedules?limit=10"));
      }
    } catch (IOException e) {
      throw new IllegalStateException("the server does not answer: " + e.getMessage(), e);
    }
  }

  /**
   * Sends for so long, and reports how many got their answer how fast.
   *
   * @param status what each must be answered with
   * @param requests the next request, by its number
   */
  static void measure(
      ServerProcess server,
      Options options,
      Report.Section section,
      int status,
      IntFunction<Wire.Request> requests) {
    long warm = System.nanoTime() + 1_000_000_000L * options.warmUpSeconds();
    int seconds = options.secondsOr(20, 5);
    long end = warm + 1_000_000_000L * seconds;
    List<CompletableFuture<Samples>> connections = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      int first = i;
      connections.add(
          CompletableFuture.supplyAsync(
              () -> send(server, first, status, requests, warm, end),
              work -> Thread.ofPlatform().daemon().start(work)));
    }
    Pause.millis(Math.max(0, (warm - System.nanoTime()) / 1_000_000));
    Map<String, Long> threads = server.cpuOfThreads();
    Profile profile = options.profile() ? Profile.begin(server.database()) : null;
    ServerProcess.Cpu before = server.cpu();
    Pause.millis(Math.max(0, (end - System.nanoTime()) / 1_000_000));
    ServerProcess.Cpu after = server.cpu();
    Samples all = new Samples();
    connections.forEach(connection -> all.addAll(connection.join()));
    section.put("connections", CONNECTIONS).put("per_second", all.count() / (double) seconds);
    all.report(section, "answer_ms");
    after.reportSince(before, all.count(), section);
    if (profile != null) {
      profile.end(all.count());
      Profile.printThreads(threads, server.cpuOfThreads(), all.count());
    }
  }

  private static Samples send(
      ServerProcess server,
      int first,
      int status,
      IntFunction<Wire.Request> requests,
      long warm,
      long end) {
    Samples samples = new Samples();
    try (Wire wire = new Wire(server.url(), server.token())) {
      for (int number = first; ; number += CONNECTIONS) {
        Wire.Request request = requests.apply(number);
        long asked = System.nanoTime();
        int answered = wire.exchange(request);
        long now = System.nanoTime();
        if (answered != status) {
          throw new IllegalStateException(
              "%s was answered %d, expected %d".formatted(request, answered, status));
        }
        if (now > end) {
          return samples;
        }
        if (asked > warm) {
          samples.add((now - asked) / 1_000);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("the server does not answer: " + e.getMessage(), e);
    }
  }
}
