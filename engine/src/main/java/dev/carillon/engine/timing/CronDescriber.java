package dev.carillon.engine.timing;
final class CronDescriber { static String describe(CronRule r, java.time.ZoneId z) { return r + " " + z; } }
