package dev.carillon.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.Engine;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.postgres.EmbeddedPostgresConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

public final class Scratch {
  private Scratch() {}

  public static void main(String[] args) throws Exception {
    int schedules = Integer.parseInt(args[0]);
    int intervalMs = Integer.parseInt(args[1]);
    int seconds = Integer.parseInt(args[2]);
    Path dir = Files.createTempDirectory("carillon-bench");
    try (EmbeddedPostgres pg =
        EmbeddedPostgres.start(
            EmbeddedPostgresConfig.in(dir).withSetting("shared_buffers", "1GB").withSetting("max_wal_size","8GB"))) {
      HikariConfig hikari = new HikariConfig();
      hikari.setJdbcUrl(pg.jdbcUrl());
      hikari.setUsername(pg.user());
      hikari.setPassword(pg.password());
      hikari.setMaximumPoolSize(16);
      AtomicLong runs = new AtomicLong();
      try (HikariDataSource ds = new HikariDataSource(hikari);
          Engine engine = Engine.on(ds).handler("noop", _ -> runs.incrementAndGet()).start()) {
        long t0 = System.nanoTime();
        for (int i = 0; i < schedules; i += 5000) {
          List<ScheduleDraft> drafts = new ArrayList<>();
          for (int j = i; j < Math.min(schedules, i + 5000); j++) {
            ScheduleDraft d = ScheduleDraft.named("s" + j).every(Duration.ofMillis(intervalMs)).handler("noop");
            if (args.length > 3) {
              d.afterCompletion();
            }
            drafts.add(d);
          }
          engine.schedules().createAll(drafts);
        }
        System.out.printf("created %d in %.1f s%n", schedules, (System.nanoTime() - t0) / 1e9);
        long before = runs.get();
        for (int s = 0; s < seconds; s++) {
          Thread.sleep(1000);
          long now = runs.get();
          System.out.printf("%d runs/s, settled %d, refused %d, lateness max %d ms, shards %d%n", now - before, engine.stats().settled(), engine.stats().refused(), engine.stats().latenessMillisMax(), engine.shards());
          before = now;
        }
      }
    }
  }
}
