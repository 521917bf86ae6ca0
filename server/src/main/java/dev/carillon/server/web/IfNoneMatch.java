package dev.carillon.server.web;

import org.jspecify.annotations.Nullable;

/**
 * The header If-None-Match: a PUT with {@code *} creates, and replaces nothing; a GET is told when
 * there is nothing new.
 */
public final class IfNoneMatch {

  private final @Nullable String header;

  private IfNoneMatch(@Nullable String header) {
    this.header = header;
  }

  public static IfNoneMatch of(Request request) {
    return new IfNoneMatch(request.header("If-None-Match"));
  }

  /** Whether this version is one of those named. */
  public boolean names(long version) {
    return header != null && IfMatch.names(header, version);
  }

  /**
   * Refuses with 412 when this version, or any, is one of those named.
   *
   * @param what such as {@code workflow}
   * @param version that which is there, or 0 for none
   */
  public void check(String what, long version) {
    if (header == null || version == 0 || !names(version)) {
      return;
    }
    throw Problem.of(
            Code.PRECONDITION_FAILED,
            "the %s is there already, with version %d, and If-None-Match excludes it"
                .formatted(what, version))
        .at("If-None-Match")
        .got(header)
        .fix("Leave If-None-Match out to replace it.");
  }
}
