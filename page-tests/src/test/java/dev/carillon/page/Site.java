package dev.carillon.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The page as people have it: a real server in a process of its own, a real browser, and an
 * organization for each test class. Server and browser are shared by all classes of the test run.
 */
final class Site implements BeforeAllCallback, AfterEachCallback {

  /** Generous: test machines are slow and do other things besides. */
  static final double PATIENCE_MILLIS = 60_000;

  private static final AtomicInteger COUNT = new AtomicInteger();

  /** What all classes share; it ends with the test run. */
  private record Shared(
      Path directory, CarillonProcess server, Receiver receiver, Chromium chromium)
      implements AutoCloseable {

    static Shared start() {
      PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
      Path directory = temporary();
      return new Shared(
          directory,
          CarillonProcess.serve(directory.resolve("data"), 0),
          Receiver.start(),
          Chromium.launch(Chromium.find().orElseThrow()));
    }

    @Override
    public void close() {
      chromium.close();
      receiver.close();
      server.close();
      deleteTree(directory);
    }
  }

  private final List<Window> windows = new ArrayList<>();
  private Shared shared;
  private Api api;

  @Override
  public void beforeAll(ExtensionContext context) {
    shared =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.GLOBAL)
            .computeIfAbsent(Shared.class, _ -> Shared.start(), Shared.class);
    api = operator().newOrganization("site-" + COUNT.incrementAndGet());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    List<String> complaints = new ArrayList<>();
    for (Window window : windows) {
      complaints.addAll(window.complaints());
      window.close();
    }
    windows.clear();
    if (!complaints.isEmpty()) {
      throw new AssertionError("the browser complained: " + complaints);
    }
  }

  /** The operator acting in this class's organization. */
  Api api() {
    return api;
  }

  Api operator() {
    return new Api(shared.server().url(), shared.server().operatorToken(), null);
  }

  CarillonProcess server() {
    return shared.server();
  }

  Receiver receiver() {
    return shared.receiver();
  }

  String url() {
    return shared.server().url();
  }

  /** A window of somebody who may do everything in the organization. */
  Window window() {
    return window(api.newToken("user:ada", "admin"));
  }

  /** A window of whoever has this token. */
  Window window(String token) {
    return signedIn(options(), token);
  }

  /** A window of this size, in this theme. */
  Window window(int width, int height, ColorScheme theme) {
    return signedIn(
        options().setViewportSize(width, height).setColorScheme(theme),
        api.newToken("user:ada", "admin"));
  }

  /** A window of somebody who is not signed in. */
  Window stranger() {
    return open(options());
  }

  /** A window on another server than the shared one. */
  Window windowOn(String url, String token) {
    Window window = open(options());
    signIn(window.page().context(), url, token);
    return window;
  }

  private static Browser.NewContextOptions options() {
    return new Browser.NewContextOptions()
        .setViewportSize(1280, 900)
        .setTimezoneId("Europe/Berlin")
        .setLocale("en-GB");
  }

  private Window signedIn(Browser.NewContextOptions options, String token) {
    Window window = open(options);
    signIn(window.page().context(), url(), token);
    return window;
  }

  private static void signIn(BrowserContext context, String url, String token) {
    int status =
        context
            .request()
            .post(
                url + "/api/v1/session",
                RequestOptions.create()
                    .setHeader("Carillon-Page", "1")
                    .setData(Map.of("token", token)))
            .status();
    if (status != 200) {
      throw new IllegalStateException("signing in answered " + status);
    }
  }

  private Window open(Browser.NewContextOptions options) {
    BrowserContext context = shared.chromium().browser().newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    Window window = new Window(context.newPage(), url());
    windows.add(window);
    return window;
  }

  static Path temporary() {
    try {
      return Files.createTempDirectory("carillon-page-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void deleteTree(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
