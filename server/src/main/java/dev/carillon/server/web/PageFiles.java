package dev.carillon.server.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The web page as it was built: one document, which draws every view by itself, and its files. Safe
 * for use by many threads.
 */
public final class PageFiles {

  private static final String ROOT = "/dev/carillon/server/page/";
  private static final String INDEX = "index.html";

  /** What addresses of views begin with; the page knows the rest of them. */
  private static final Set<String> VIEWS =
      Set.of(
          "",
          "agents",
          "app",
          "grants",
          "imports",
          "next",
          "nodes",
          "rooms",
          "runs",
          "schedules",
          "settings",
          "signin",
          "workflows");

  /** What addresses for programs begin with: their problems stay what programs read. */
  private static final Set<String> MACHINES = Set.of("api", "assets", "mcp");

  /** The address of a view, whichever: steps with something in them. */
  private static final Pattern WORDS = Pattern.compile("(/[A-Za-z0-9%._~-]{1,200}){1,8}/?");

  /**
   * No more than a name, perhaps in the folder of assets: no way leads out of the page's folder.
   */
  private static final Pattern FILE =
      Pattern.compile("/(assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\\.([a-z0-9]{2,12})");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("webmanifest", "application/manifest+json"));

  /** Only files that exist are kept, so that asking for others fills nothing. */
  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  /** What lies at a path of the page, or null. */
  @Nullable PageFile at(String path) {
    if (VIEWS.contains(view(path))) {
      return index();
    }
    Matcher file = FILE.matcher(path);
    return file.matches() ? file(path.substring(1), file.group(2), file.group(1) != null) : null;
  }

  /**
   * What a person sees who mistyped the address of a view: the document, which says so and leads
   * back. Null for whoever did not ask for a document, and where no view has ever been: programs
   * and scripts want their problem as they know it.
   */
  @Nullable PageFile lost(String path, @Nullable String wanted) {
    boolean document = wanted != null && wanted.contains("text/html");
    return document && WORDS.matcher(path).matches() && !MACHINES.contains(view(path))
        ? index()
        : null;
  }

  private PageFile index() {
    return Objects.requireNonNull(
        file(INDEX, "html", false), "the program lacks its page, " + ROOT + INDEX);
  }

  /** What a path begins with; an empty first step is not the beginning of the page. */
  private static String view(String path) {
    int end = path.indexOf('/', 1);
    return end == 1 || !path.startsWith("/")
        ? path
        : path.substring(1, end < 0 ? path.length() : end);
  }

  private @Nullable PageFile file(String name, String ending, boolean lasting) {
    PageFile known = files.get(name);
    String type = TYPES.get(ending);
    if (known != null || type == null) {
      return known;
    }
    try (InputStream in = PageFiles.class.getResourceAsStream(ROOT + name)) {
      if (in == null) {
        return null;
      }
      PageFile read = new PageFile(type, lasting, in.readAllBytes());
      files.put(name, read);
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the page's file " + name, e);
    }
  }
}
