package dev.carillon.client;

/**
 * What a server answered, read to its end.
 *
 * @param type the media type, empty where none was named
 */
record Answer(int status, String type, String body) {}
