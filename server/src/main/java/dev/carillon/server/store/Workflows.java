package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Workflows by organization and id. */
public final class Workflows {

  private static final Sql CLAIM = Statements.of("workflows/claim");
  private static final Sql WRITE = Statements.of("workflows/write");
  private static final Sql FIND = Statements.of("workflows/find");
  private static final Sql LIST = Statements.of("workflows/list");
  private static final Sql NAMES = Statements.of("workflows/names");
  private static final Sql DELETE = Statements.of("workflows/delete");

  private static final RowMapper<Workflow> ROW =
      (row, _) ->
          new Workflow(
              requireNonNull(row.getString("id")),
              requireNonNull(row.getString("name")),
              row.getString("executor"),
              requireNonNull(row.getString("triggers")),
              row.getString("definition"),
              row.getLong("version"),
              requireNonNull(Times.read(row, "created_at")),
              requireNonNull(Times.read(row, "updated_at")));

  private final Tenants tenants;

  public Workflows(Tenants tenants) {
    this.tenants = tenants;
  }

  /**
   * Saves a workflow while nobody else can.
   *
   * @param change gets the workflow as it was, and says what it is from now on; when it throws, the
   *     workflow stays as it was
   */
  public Workflow save(int orgId, String id, Function<Workflow, Workflow.Draft> change) {
    return tenants
        .of(orgId)
        .write(
            "save a workflow",
            tx -> {
              Workflow before = tx.query(CLAIM).bind("org", orgId).bind("id", id).map(ROW).one();
              Workflow.Draft after = change.apply(before);
              return tx.query(WRITE)
                  .bind("org", orgId)
                  .bind("id", id)
                  .bind("name", after.name())
                  .bind("executor", Param.of(after.executor()).argument())
                  .bind("triggers", after.triggers())
                  .bind("definition", Param.of(after.definition()).argument())
                  .map(ROW)
                  .one();
            });
  }

  public @Nullable Workflow find(int orgId, String id) {
    return tenants
        .of(orgId)
        .find(
            "find a workflow",
            tx -> tx.query(FIND).bind("org", orgId).bind("id", id).map(ROW).findOne());
  }

  public List<Workflow> list(int orgId, @Nullable String after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list workflows",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("after", Param.of(after).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  /** The names of these, by id; those that are not there are missing. */
  public Map<String, String> names(int orgId, Collection<String> ids) {
    return tenants
        .of(orgId)
        .read(
            "name workflows",
            tx -> {
              Map<String, String> names = new HashMap<>();
              tx.query(NAMES)
                  .bind("org", orgId)
                  .bind("ids", Param.texts(ids).argument())
                  .map((row, _) -> Map.entry(row.getString("id"), row.getString("name")))
                  .forEach(named -> names.put(named.getKey(), named.getValue()));
              return names;
            });
  }

  /**
   * Removes a workflow while nobody else can save it.
   *
   * @param before what has to happen first; when it throws, the workflow stays
   * @return false when there is none
   */
  public boolean delete(int orgId, String id, Consumer<Workflow> before) {
    return tenants
        .of(orgId)
        .write(
            "delete a workflow",
            tx -> {
              Workflow found = tx.query(CLAIM).bind("org", orgId).bind("id", id).map(ROW).one();
              if (found.version() > 0) {
                before.accept(found);
              }
              tx.update(DELETE).bind("org", orgId).bind("id", id).execute();
              return found.version() > 0;
            });
  }
}
