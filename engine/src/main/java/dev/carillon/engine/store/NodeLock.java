package dev.carillon.engine.store;

/**
 * The lock that keeps a node's writes and a change of its shards apart.
 *
 * <p>Every transaction that writes on behalf of a node shares the node's lock, then looks at its
 * lease and its shards, then writes. Whoever takes shards away from a node, or gives them back for
 * it, holds the lock alone. So either the change comes first and the writer sees it, or the writer
 * comes first and the change waits until what it wrote can be seen.
 */
final class NodeLock {

  /** Our part of the space that all users of advisory locks share: "node" in ASCII. */
  static final Param CLASS = Param.of(0x6e6f6465);

  static final Sql WORK = Sql.of("session/work-as-node");
  static final Sql TAKE = Sql.of("session/take-from-nodes");

  private NodeLock() {}
}
