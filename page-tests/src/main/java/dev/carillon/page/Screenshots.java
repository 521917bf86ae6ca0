package dev.carillon.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.RequestOptions;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/**
 * Takes the pictures of the page that the documentation shows: a server with demo data, each view
 * in light and dark. The first argument is the directory to write them to.
 */
final class Screenshots {

  /** What a picture may weigh at most; they are part of every clone. */
  private static final long LARGEST_BYTES = 250_000;

  private static final long PATIENCE_SECONDS = 180;

  private record Shot(String name, String path, int width, int height) {}

  private final CarillonProcess server;
  private final Path data;
  private final Api api;
  private final Path directory;

  private Screenshots(CarillonProcess server, Path data, Path directory) {
    this.server = server;
    this.data = data;
    this.directory = directory;
    api = new Api(server.url(), server.operatorToken(), null);
  }

  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    Path program =
        Chromium.find()
            .orElseThrow(() ->
                new IllegalStateException(
                    "no Chromium was found: install one, or name it with " + Chromium.VARIABLE));
    Path data = Files.createTempDirectory("carillon-screenshots").resolve("data");
    try (Receiver receiver = Receiver.start();
        CarillonProcess server = CarillonProcess.serve(data, 0);
        Chromium chromium = Chromium.launch(program)) {
      Screenshots screenshots = new Screenshots(server, data, directory);
      screenshots.arrange(new Demo(screenshots.api, receiver));
      for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        screenshots.take(chromium.browser(), theme);
      }
    }
  }

  private void arrange(Demo demo) throws IOException, SQLException {
    demo.fill();
    demo.remember();
    waitFor("runs to show", () -> api.get("/overview").get("recent").size() == 60);
    waitFor("past runs to end", () -> api.get("/runs?status=waiting").get("items").isEmpty());
    for (String busy : List.of("Watch the error budget", "Outbox sweep", "Cache warm-up")) {
      waitFor(busy + " to run", () -> !find(busy).get("last_run_at").isNull());
    }
    Path postgres = data.resolve("postgres");
    String url =
        "jdbc:postgresql://127.0.0.1:%s/carillon?user=carillon&password=%s"
            .formatted(
                Files.readAllLines(postgres.resolve("postmaster.pid")).get(3).strip(),
                Files.readString(data.resolve("postgres.password")).strip());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        InputStream sql =
            Objects.requireNonNull(Screenshots.class.getResourceAsStream("an-hour-of-runs.sql"))) {
      statement.execute(new String(sql.readAllBytes(), UTF_8));
    }
  }

  private interface Condition {
    boolean holds();
  }

  private static void waitFor(String what, Condition condition) {
    for (int second = 0; !condition.holds(); second++) {
      if (second > PATIENCE_SECONDS) {
        throw new IllegalStateException("waited in vain for " + what);
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    }
  }

  private void take(Browser browser, ColorScheme theme) throws IOException {
    String backup = id("Backup verification");
    List<Shot> shots =
        List.of(
            new Shot("overview", "/", 1440, 1000),
            new Shot("schedules", "/schedules?sort=next_run_at&order=asc", 1440, 900),
            new Shot("schedule", "/schedules/" + backup, 1440, 1000),
            new Shot("editor", "/schedules/new", 1440, 900),
            new Shot("phone", "/", 375, 812));
    for (Shot shot : shots) {
      try (BrowserContext context =
          browser.newContext(
              new Browser.NewContextOptions()
                  .setViewportSize(shot.width(), shot.height())
                  .setColorScheme(theme)
                  .setReducedMotion(ReducedMotion.REDUCE)
                  .setTimezoneId("Europe/Berlin")
                  .setLocale("en-GB"))) {
        signIn(context);
        Page page = context.newPage();
        page.navigate(server.url() + shot.path());
        arrange(page, shot);
        save(page, shot.name() + "-" + (theme == ColorScheme.DARK ? "dark" : "light") + ".png");
      }
    }
  }

  private void signIn(BrowserContext context) {
    context
        .request()
        .post(
            server.url() + "/api/v1/session",
            RequestOptions.create()
                .setHeader("Carillon-Page", "1")
                .setData(Map.of("token", api.token())));
  }

  private static void arrange(Page page, Shot shot) {
    page.locator("h1").first().waitFor();
    page.locator(".live[data-is=live]")
        .last()
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
    if (shot.name().equals("editor")) {
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Nightly ledger");
      page.getByText("Write cron").click();
      page.getByLabel("Cron").fill("30 2 * 3 7");
      page.locator(".slot-note").first().waitFor();
    }
    if (shot.name().equals("schedule")) {
      page.locator(".run[data-run] .run-line")
          .filter(new Locator.FilterOptions().setHasText("Error"))
          .first()
          .click();
      page.locator(".attempts").waitFor();
    }
    page.waitForTimeout(1200); // charts draw once their size is known
  }

  private String id(String name) {
    return find(name).get("id").stringValue();
  }

  private JsonNode find(String name) {
    return api.get("/schedules?q=" + name.replace(" ", "%20")).get("items").get(0);
  }

  private void save(Page page, String name) throws IOException {
    Path file = directory.resolve(name);
    page.screenshot(new Page.ScreenshotOptions().setPath(file));
    if (Files.size(file) > LARGEST_BYTES) {
      throw new IllegalStateException(name + " has become too large: " + Files.size(file));
    }
    System.out.println(file);
  }
}
