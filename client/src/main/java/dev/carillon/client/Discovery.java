package dev.carillon.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server to talk to, and a token for it. What is given wins over the environment, that
 * over the profile, and where none of these names a server, the local one is taken: its data
 * directory holds its address and the operator's token.
 *
 * @param directory where the data directory is looked for when nobody names one
 */
public record Discovery(Map<String, String> environment, Path directory) {

  /** The file in which a server writes its address when it is ready. */
  public static final String ADDRESS_FILE = "server.url";

  public static final String TOKEN_FILE = "operator.token";

  private static final String USUAL_ADDRESS = "http://127.0.0.1:7373";
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  public Discovery {
    environment = Map.copyOf(environment);
  }

  /** What somebody said outright; null where nothing was. */
  public record Given(
      @Nullable String server,
      @Nullable String token,
      @Nullable String profile,
      @Nullable String organization,
      @Nullable String data) {

    public static Given nothing() {
      return new Given(null, null, null, null, null);
    }
  }

  /**
   * @throws IllegalArgumentException when what was given makes no sense
   */
  public Connection find(Given given) {
    Map<String, String> profile =
        Profiles.read(Profiles.place(environment)).named(first(given.profile(), "PROFILE"));
    Path data =
        directory.resolve(
            or(orNull(first(given.data(), "DATA"), profile.get("data")), "carillon-data"));
    String named = first(given.server(), "SERVER");
    String server = or(orNull(named, profile.get("server")), local(data));
    String token = first(given.token(), "TOKEN");
    // A profile's token is for the profile's server, and no other is ever shown it.
    if (token == null && (named == null || named.equals(profile.get("server")))) {
      token = profile.get("token");
    }
    URI address = address(server);
    // The operator's token goes to this machine only.
    if (token == null && LOOPBACK.contains(String.valueOf(address.getHost()))) {
      token = read(data.resolve(TOKEN_FILE));
    }
    String organization =
        orNull(first(given.organization(), "ORGANIZATION"), profile.get("organization"));
    return new Connection(address, token, organization);
  }

  private @Nullable String first(@Nullable String given, String variable) {
    if (given != null) {
      return given;
    }
    String value = environment.get("CARILLON_" + variable);
    return value == null || value.isEmpty() ? null : value;
  }

  private static String or(@Nullable String one, String other) {
    return one == null ? other : one;
  }

  private static @Nullable String orNull(@Nullable String one, @Nullable String other) {
    return one == null ? other : one;
  }

  private static String local(Path data) {
    return or(read(data.resolve(ADDRESS_FILE)), USUAL_ADDRESS);
  }

  private static URI address(String server) {
    try {
      return URI.create(server);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "expected a server such as http://127.0.0.1:7373, got \"%s\"".formatted(server), e);
    }
  }

  private static @Nullable String read(Path file) {
    try {
      String text = Files.isReadable(file) ? Files.readString(file).strip() : "";
      return text.isEmpty() ? null : text;
    } catch (IOException e) {
      return null;
    }
  }
}
