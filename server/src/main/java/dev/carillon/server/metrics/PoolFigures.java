package dev.carillon.server.metrics;

/**
 * The connections of this server.
 *
 * @param waiting threads that wait for one
 */
public record PoolFigures(int active, int idle, int waiting, int max) {}
