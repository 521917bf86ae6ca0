package dev.carillon.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The machine's own Chromium, driven by Playwright. */
final class Chromium implements AutoCloseable {

  /** Names the browser's program, where it is not found by itself. */
  static final String VARIABLE = "PAGE_TESTS_CHROMIUM";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /**
   * As root there is no sandbox; the other flags keep it from calling out, which a closed network
   * would only refuse, many times at every start.
   */
  private static final List<String> FLAGS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-dev-shm-usage",
          "--font-render-hinting=none",
          "--force-color-profile=srgb");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Where it is, or nothing. */
  static Optional<Path> find() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      return Optional.of(Path.of(named));
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of("/usr/bin"), Stream.of(path.split(File.pathSeparator)))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium launch(Path program) {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    try {
      Browser browser =
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(program)
                      .setArgs(new ArrayList<>(FLAGS)));
      return new Chromium(playwright, browser);
    } catch (RuntimeException e) {
      playwright.close();
      throw new IllegalStateException("cannot start the browser " + program, e);
    }
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
