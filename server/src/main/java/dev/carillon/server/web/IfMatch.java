package dev.carillon.server.web;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header If-Match: a change is made only to one of the versions that it names. */
public final class IfMatch {

  private static final Pattern COMMA = Pattern.compile(",");

  private final @Nullable String header;

  private IfMatch(@Nullable String header) {
    this.header = header;
  }

  public static IfMatch of(Request request) {
    return new IfMatch(request.header("If-Match"));
  }

  /**
   * Refuses with 412 unless this version is one of those named, or any will do.
   *
   * @param what such as {@code schedule}
   */
  public void check(String what, long version) {
    if (header == null || names(header, version)) {
      return;
    }
    throw Problem.of(
            Code.PRECONDITION_FAILED,
            "the %s has version %d, and If-Match does not name it".formatted(what, version))
        .at("If-Match")
        .got(header)
        .expected("\"%d\"".formatted(version))
        .fix("Read it again, and send the change with its new ETag.");
  }

  /**
   * The version that the change must still meet when it is made: the one that was checked, if the
   * client named any.
   */
  public @Nullable Long expected(long checked) {
    return header == null || header.strip().equals("*") ? null : checked;
  }

  static boolean names(String header, long version) {
    String wanted = "\"" + version + "\"";
    return COMMA
        .splitAsStream(header)
        .map(String::strip)
        // Some proxies weaken tags when they compress; some people leave the quotes out.
        .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
        .anyMatch(
            tag -> tag.equals("*") || tag.equals(wanted) || ("\"" + tag + "\"").equals(wanted));
  }
}
