package dev.carillon.importers;

/**
 * Who a job is at its source, so that importing it again finds what was made of it.
 *
 * @param instance which store of the source: a file, a queue in a Redis
 * @param id within it
 */
public record Identity(String instance, String id) {}
