package dev.carillon.examples;

import static dev.carillon.engine.ScheduleDraft.named;

import dev.carillon.engine.Engine;
import dev.carillon.postgres.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Three schedules and the Java code they call. Ends after ten reminders. */
public final class Reminders {

  private Reminders() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path data = Path.of(arguments.length > 0 ? arguments[0] : "reminders-data");
    CountDownLatch reminders = new CountDownLatch(10);

    try (var postgres = EmbeddedPostgres.start(data);
        var dataSource = Pools.on(postgres);
        var engine =
            Engine.on(dataSource)
                .handler(
                    "remind",
                    run -> {
                      System.out.println(run.scheduledFor() + "  " + run.scheduledJobName());
                      reminders.countDown();
                    })
                .start()) {

      var schedules = engine.schedules();
      schedules.define(named("stretch").cron("*/2 * * * * *", "Europe/Berlin").handler("remind"));
      schedules.define(named("blink").every(Duration.ofMillis(500)).handler("remind"));
      schedules.define(named("call Ada").at(Instant.now().plusSeconds(2)).handler("remind"));

      reminders.await(1, TimeUnit.MINUTES);
    }
  }
}
