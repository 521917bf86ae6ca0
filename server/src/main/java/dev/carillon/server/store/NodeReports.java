package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What servers say of their nodes. */
public final class NodeReports {

  private static final Sql REPORT = Statements.of("nodes/report");
  private static final Sql REPORTS = Statements.of("nodes/reports");

  /**
   * @param latenessMillis how late at most 99 of 100 attempts of the last minute began; null when
   *     none did
   * @param signsWith what tells its signing keys from others, between commas; null of one that is
   *     too old to say so
   */
  public record Report(
      @Nullable Long latenessMillis, String host, String version, @Nullable String signsWith) {}

  private final Tenants tenants;

  public NodeReports(Tenants tenants) {
    this.tenants = tenants;
  }

  public void put(int node, Report report) {
    tenants
        .all()
        .write(
            "report on a node",
            tx ->
                tx.update(REPORT)
                    .bind("node", node)
                    .bind("lateness_ms", Param.ofNullable(report.latenessMillis()).argument())
                    .bind("host", report.host())
                    .bind("version", report.version())
                    .bind("signs_with", Param.of(report.signsWith()).argument())
                    .execute());
  }

  /** The newest of each node. */
  public Map<Integer, Report> all() {
    return tenants
        .all()
        .read(
            "read reports on nodes",
            tx -> {
              Map<Integer, Report> reports = new HashMap<>();
              tx.query(REPORTS)
                  .map((row, _) ->
                      Map.entry(
                          row.getInt("node"),
                          new Report(
                              (Long) row.getObject("lateness_ms"),
                              requireNonNull(row.getString("host")),
                              requireNonNull(row.getString("version")),
                              row.getString("signs_with"))))
                  .forEach(report -> reports.put(report.getKey(), report.getValue()));
              return reports;
            });
  }
}
