package dev.carillon.server.target;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which headers a schedule may add to its calls. */
public final class HeaderRules {

  private static final int MOST = 64;
  private static final int LARGEST = 16 * 1024;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E\\x80-\\xFF]*");

  /** They say where a request ends, or who sent it. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "accept-encoding",
          "idempotency-key",
          "traceparent",
          "tracestate");

  /**
   * No credential stands in any column. Receivers call theirs what they like, but nearly all names
   * end in what it is, with or without hyphens.
   */
  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "(.*[^a-z0-9])?(key|auth|jwt|bearer|pwd)|.*(token|secret|password|passwd|passphrase"
              + "|authorization|authentication|credentials?|cookie|(api|access|auth|private)key)");

  /** They end like one, and say which part, place or message it is about. */
  private static final Pattern INNOCENT =
      Pattern.compile(
          ".*(idempotency|partition|routing|ordering|sort|group|cache|surrogate|message|event"
              + "|deduplication|dedup|correlation)[^a-z0-9]?key"
              + "|.*(continuation|page|next|sync)[^a-z0-9]?token");

  private HeaderRules() {}

  /**
   * Why they may not be sent.
   *
   * @param header which of them, or null for all together or one whose name cannot be repeated
   * @param why what is wrong, to be put behind its name
   * @param fix what to do instead
   */
  public record Refusal(@Nullable String header, String why, String fix) {}

  /** What is wrong with them, or null. */
  public static @Nullable Refusal refusal(Map<String, String> headers) {
    if (headers.size() > MOST) {
      return new Refusal(
          null, "must be at most %d, got %d".formatted(MOST, headers.size()), "Send fewer.");
    }
    int size = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      Refusal refusal = refusal(header.getKey(), header.getValue());
      if (refusal != null) {
        return refusal;
      }
      size += header.getKey().length() + header.getValue().length() + 4;
    }
    return size <= LARGEST
        ? null
        : new Refusal(
            null,
            "must have at most %d bytes together, got %d".formatted(LARGEST, size),
            "Put what is large into the payload.");
  }

  private static @Nullable Refusal refusal(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      return new Refusal(
          null,
          "has a name that is no header: " + Text.excerpt(name, 80),
          "Use letters, digits and hyphens.");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (reserved(lower)) {
      return new Refusal(name, "is set by the delivery itself", "Leave it out.");
    }
    if (credential(lower)) {
      return new Refusal(
          name,
          "would be a credential, and none is stored",
          "Check the signature that comes with every delivery instead; see docs/targets.md.");
    }
    if (!VALUE.matcher(value).matches()) {
      return new Refusal(
          name,
          "has a character in its value that a header cannot carry",
          "Leave out line breaks and control characters, and encode letters beyond Latin-1.");
    }
    return null;
  }

  private static boolean reserved(String name) {
    return RESERVED.contains(name) || name.startsWith("webhook-") || name.startsWith("proxy-");
  }

  private static boolean credential(String name) {
    return CREDENTIAL.matcher(name).matches() && !INNOCENT.matcher(name).matches();
  }
}
