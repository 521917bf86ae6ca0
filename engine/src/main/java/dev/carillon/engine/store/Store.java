package dev.carillon.engine.store;

/**
 * All that the engine asks of its database.
 *
 * <p>Each method is one transaction. A method that throws {@link StoreException} may or may not
 * have taken effect (the answer to a commit can get lost), so every caller must be able to ask
 * again: each method says how a repetition is recognised.
 */
public interface Store extends NodeStore, RunStore, RequestStore {}
