package dev.carillon.server.config;

/** The text of a setting, and where it came from. */
record Given(String text, Source source) {}
