package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Sql;
import java.util.List;

/** The public halves of the keys that any server of this database signs with. */
public final class SigningKeys {

  private static final Sql PUBLISH = Statements.of("signing_keys/publish");
  private static final Sql LIST = Statements.of("signing_keys/list");

  private final Tenants tenants;

  public SigningKeys(Tenants tenants) {
    this.tenants = tenants;
  }

  /**
   * Shows a key for the next two days.
   *
   * @param jwk its public half, as JSON
   */
  public void publish(String kid, String jwk) {
    tenants
        .all()
        .write(
            "publish a key", tx -> tx.update(PUBLISH).bind("kid", kid).bind("jwk", jwk).execute());
  }

  /** Public keys as JSON, the ones seen last first. */
  public List<String> list() {
    return tenants
        .all()
        .read(
            "list keys",
            tx -> tx.query(LIST).map((row, _) -> requireNonNull(row.getString(1))).list());
  }
}
