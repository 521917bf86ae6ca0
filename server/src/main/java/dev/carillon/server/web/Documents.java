package dev.carillon.server.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The description of the API, for programs and for people. */
public final class Documents {

  private static final String ROOT = "/dev/carillon/server/docs/";

  /** The page brings all it needs; nothing is loaded from elsewhere. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'";

  private Documents() {}

  public static List<Route> routes() {
    return List.of(
        file("/openapi.yaml", "openapi.yaml", "application/yaml"),
        file("/docs", "docs.html", "text/html; charset=utf-8"),
        file("/docs/docs.js", "docs.js", "text/javascript; charset=utf-8"),
        file("/docs/docs.css", "docs.css", "text/css; charset=utf-8"));
  }

  private static Route file(String path, String name, String type) {
    byte[] bytes = read(name);
    return Route.open(
        path,
        _ ->
            Answer.bytes(200, type, bytes)
                .header("Cache-Control", "public, max-age=300")
                .header("Content-Security-Policy", POLICY));
  }

  private static byte[] read(String name) {
    try (InputStream in = Documents.class.getResourceAsStream(ROOT + name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + ROOT + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
