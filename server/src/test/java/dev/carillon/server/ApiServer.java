package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.postgres.EmbeddedPostgresConfig;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;

/**
 * A real server for one test class, asked over real HTTP: its own database on a PostgreSQL that all
 * classes of the test run share, its own data directory, its own port.
 */
public final class ApiServer implements BeforeAllCallback, AfterAllCallback {

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** The shared PostgreSQL; it ends with the test run. */
  private record Shared(EmbeddedPostgres postgres, Path directory) implements AutoCloseable {

    static Shared start() {
      try {
        Path directory = Files.createTempDirectory("carillon-server-test");
        return new Shared(
            EmbeddedPostgres.start(
                EmbeddedPostgresConfig.in(directory).withSetting("max_connections", "200")),
            directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      postgres.close();
      deleteTree(directory);
    }
  }

  private final UnaryOperator<Engine.Builder> extension;
  private final int failuresPerMinute;
  private final Map<String, String> settings;
  private boolean allowPrivateTargets = true;
  private EmbeddedPostgres postgres;
  private String database;
  private Path data;
  private Server server;
  private String operator;

  public ApiServer() {
    this(UnaryOperator.identity(), Integer.MAX_VALUE);
  }

  /**
   * @param extension adds handlers or carriers to the engine
   */
  public ApiServer(UnaryOperator<Engine.Builder> extension) {
    this(extension, Integer.MAX_VALUE);
  }

  public ApiServer(UnaryOperator<Engine.Builder> extension, int failuresPerMinute) {
    this(extension, failuresPerMinute, Map.of());
  }

  /**
   * @param settings what stands in the configuration besides the database, by key
   */
  public ApiServer(UnaryOperator<Engine.Builder> extension, Map<String, String> settings) {
    this(extension, Integer.MAX_VALUE, settings);
  }

  private ApiServer(
      UnaryOperator<Engine.Builder> extension,
      int failuresPerMinute,
      Map<String, String> settings) {
    this.extension = extension;
    this.failuresPerMinute = failuresPerMinute;
    this.settings = settings;
  }

  /** Refuses to call receivers on this machine, as a server does by itself. */
  public ApiServer refusingPrivateTargets() {
    allowPrivateTargets = false;
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    postgres =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.GLOBAL)
            .computeIfAbsent(Shared.class, _ -> Shared.start(), Shared.class)
            .postgres();
    database = "server_" + COUNT.incrementAndGet();
    onPostgres("create database " + database);
    data = Files.createTempDirectory("carillon-server-data");
    server = start(data);
    operator = Files.readString(data.resolve("operator.token")).strip();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    server.close();
    onPostgres("drop database if exists " + database + " with (force)");
    deleteTree(data);
  }

  private Server start(Path directory) {
    Server started = new Server(configuration(directory), extension, failuresPerMinute);
    started.start();
    return started;
  }

  private Configuration configuration(Path directory) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(Map.of("data", directory.toString(), "port", "0", "db_url", databaseUrl()));
    all.putIfAbsent("allow_private_targets", Boolean.toString(allowPrivateTargets));
    return Configuration.of(all);
  }

  /** One more server on the same database, with the same operator and the same keys. */
  public Another another() throws IOException {
    Path directory = Files.createTempDirectory("carillon-server-data");
    for (String file : List.of("operator.token", "webhook.key")) {
      Files.copy(data.resolve(file), directory.resolve(file));
    }
    return new Another(start(directory), directory);
  }

  /** A further server; to be closed by its test. */
  public static final class Another implements AutoCloseable {

    private final Server server;
    private final Path directory;

    private Another(Server server, Path directory) {
      this.server = server;
      this.directory = directory;
    }

    public String url() {
      return server.url();
    }

    @Override
    public void close() throws IOException {
      server.close();
      deleteTree(directory);
    }
  }

  public String operatorToken() {
    return operator;
  }

  /** The database that the server runs on, with user and password. */
  public String databaseUrl() {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s"
        .formatted(postgres.port(), database, postgres.user(), postgres.password());
  }

  /** The same database without the server, as a store sees it. */
  public Tenants tenants() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(databaseUrl());
    return new Tenants(source);
  }

  public EmbeddedPostgres postgres() {
    return postgres;
  }

  public String url() {
    return server.url();
  }

  public Path dataDirectory() {
    return data;
  }

  /** Everything that can be asked. */
  public List<Route> routes() {
    return server.router().routes();
  }

  /** Asks with the operator's token, in the default organization. */
  public Client operator() {
    return new Client(this, operator, null);
  }

  /** Asks without any token. */
  public Client anonymous() {
    return new Client(this, null, null);
  }

  public Client withToken(String token) {
    return new Client(this, token, null);
  }

  /** Makes an organization, and answers with the operator acting inside it. */
  public Client organization(String name) {
    Client inside = new Client(this, operator, name);
    JsonNode made = operator().post("/api/v1/orgs", "{\"name\":\"%s\"}".formatted(name)).json();
    if (!made.has("id")) {
      throw new IllegalStateException("organization " + name + ": " + made);
    }
    return inside;
  }

  /** One who asks: a token, perhaps an organization, perhaps more headers. */
  public record Client(ApiServer api, String token, String organization) {

    /** Makes a token, and answers with one who uses it. */
    public Client token(String principal, String... scopes) {
      String body =
          "{\"principal\":\"%s\",\"scopes\":%s}".formatted(principal, Json.text(List.of(scopes)));
      return new Client(api, post("/api/v1/tokens", body).json().get("token").stringValue(), null);
    }

    public Reply get(String path) {
      return send("GET", path, null);
    }

    public Reply post(String path, String body, String... headers) {
      return send("POST", path, body, headers);
    }

    public Reply put(String path, String body, String... headers) {
      return send("PUT", path, body, headers);
    }

    public Reply patch(String path, String body, String... headers) {
      return send("PATCH", path, body, headers);
    }

    public Reply delete(String path) {
      return send("DELETE", path, null);
    }

    /**
     * @param headers names and values in turn
     */
    public Reply send(String method, String path, String body, String... headers) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(api.url() + path))
              .method(
                  method,
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body));
      if (token != null) {
        request.header("Authorization", "Bearer " + token);
      }
      if (organization != null) {
        request.header("Carillon-Organization", organization);
      }
      if (headers.length > 0) {
        request.headers(headers);
      }
      try {
        Reply reply = new Reply(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        List<String> breaches =
            Contract.breaches(
                method, path, reply.status(), reply.header("Content-Type"), reply.body());
        if (!breaches.isEmpty()) {
          throw new AssertionError(
              "%s %s answered against openapi.yaml: %s\n%s"
                  .formatted(method, path, breaches, reply));
        }
        return reply;
      } catch (IOException e) {
        throw new UncheckedIOException(method + " " + path, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** What came back. */
  public record Reply(HttpResponse<String> response) {

    public int status() {
      return response.statusCode();
    }

    public String body() {
      return response.body();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }

    public JsonNode json() {
      return Json.stored(response.body());
    }

    /** The text of a field of the body. */
    public String text(String field) {
      return json().get(field).asString();
    }

    /** The code of a problem. */
    public String code() {
      return text("code");
    }

    @Override
    public String toString() {
      return status() + " " + body();
    }
  }

  /** Turns a row into what a test wants to know. */
  public interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  /** Looks into the database, past the server, as the owner of the tables. */
  public <T> List<T> query(String sql, RowMapper<T> mapper) {
    try (Connection connection = connection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(mapper.map(rows));
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  public int execute(String sql) {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  public Connection connection() throws SQLException {
    return DriverManager.getConnection(databaseUrl());
  }

  private void onPostgres(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void deleteTree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
