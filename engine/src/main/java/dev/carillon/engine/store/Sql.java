package dev.carillon.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One statement from a {@code .sql} file, with named parameters.
 *
 * @param name the file below {@code sql/}, without its ending; it leads the text as a comment, so
 *     that the database's own lists of statements speak our names
 * @param named the text with {@code :name} parameters, as Jdbi takes it
 * @param positional the text with {@code ?} parameters, as JDBC takes it
 * @param places where each parameter stands in the positional text, from 1
 * @param parameters how many parameters the positional text has
 */
public record Sql(
    String name,
    String named,
    String positional,
    Map<String, List<Integer>> places,
    int parameters) {

  /** A colon that is not half of a cast, and the name behind it. */
  static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z][a-z_]*)");

  private static final String ENGINE = "/dev/carillon/engine/";

  public Sql {
    places = Map.copyOf(places);
  }

  /** A statement of the engine. */
  static Sql of(String name) {
    return of(ENGINE, name);
  }

  /**
   * A statement that lies beside the packages of another module.
   *
   * @param root where its resources are, such as {@code /dev/carillon/server/}
   */
  public static Sql of(String root, String name) {
    String text =
        resource(root, "sql/" + name + ".sql")
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n", "/* carillon " + name + " */ ", ""));
    Map<String, List<Integer>> places = new HashMap<>();
    int place = 0;
    Matcher parameter = PARAMETER.matcher(text);
    while (parameter.find()) {
      place++;
      places.computeIfAbsent(parameter.group(1), _ -> new ArrayList<>()).add(place);
    }
    return new Sql(name, text, parameter.replaceAll("?"), places, place);
  }

  /** The same after another statement, both in one message to the database. */
  Sql after(Sql first) {
    Map<String, List<Integer>> both = new HashMap<>();
    first.places.forEach((parameter, at) -> both.put(parameter, new ArrayList<>(at)));
    int shift = first.parameters;
    places.forEach((parameter, at) -> {
      List<Integer> all = both.computeIfAbsent(parameter, _ -> new ArrayList<>());
      at.forEach(place -> all.add(place + shift));
    });
    return new Sql(
        name,
        first.named + ";\n" + named,
        first.positional + ";\n" + positional,
        both,
        shift + parameters);
  }

  /** The text of a file that lies beside a module's packages. */
  static String resource(String root, String path) {
    try (InputStream in = Sql.class.getResourceAsStream(root + path)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + root + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
