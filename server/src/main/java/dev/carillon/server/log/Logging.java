package dev.carillon.server.log;

import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Setting;

/** Hands the settings of the log to logback.xml, which reads them when the first logger is made. */
public final class Logging {

  private Logging() {}

  public static void set(Configuration configuration) {
    System.setProperty(Setting.LOG.variable(), configuration.value(Setting.LOG));
    System.setProperty(Setting.LOG_FORMAT.variable(), configuration.value(Setting.LOG_FORMAT));
  }
}
