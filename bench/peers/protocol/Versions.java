package dev.carillon.peers;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a library by the name of the jar that a class of it came from. */
final class Versions {

  private static final Pattern JAR = Pattern.compile(".*?-(\\d[\\w.-]*)\\.jar");

  private Versions() {}

  static String of(Class<?> type) {
    String file =
        String.valueOf(Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()));
    Matcher jar = JAR.matcher(file.substring(file.lastIndexOf('/') + 1));
    return jar.matches() ? jar.group(1) : "unknown";
  }
}
