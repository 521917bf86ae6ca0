package dev.carillon.server.web;

import dev.carillon.server.Suggestion;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as it goes over the wire: strict when it comes in (no key twice, nothing behind the end, no
 * more than 64 levels), plain when it goes out.
 */
public final class Json {

  public static final int DEEPEST = 64;

  private static final byte GZIP_FIRST = 0x1f;
  private static final byte GZIP_SECOND = (byte) 0x8b;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(100)
                          .maxNameLength(1_000)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Milliseconds and Z, the same width always. */
  public static @Nullable String instant(@Nullable Instant instant) {
    if (instant == null) {
      return null;
    }
    String text = instant.truncatedTo(ChronoUnit.MILLIS).toString();
    return text.indexOf('.') < 0 ? text.substring(0, text.length() - 1) + ".000Z" : text;
  }

  /** JSON that we wrote down ourselves, or PostgreSQL did. */
  public static JsonNode stored(String text) {
    return MAPPER.readTree(text);
  }

  /**
   * Reads what somebody sent.
   *
   * @throws Problem saying where it stops being JSON
   */
  public static JsonNode read(byte[] bytes) {
    if (bytes.length == 0) {
      throw Problem.of(Code.BODY_MISSING, "expected a JSON object as the body, got no body")
          .fix("Send a JSON object, with Content-Type: application/json.");
    }
    if (bytes.length > 1 && bytes[0] == GZIP_FIRST && bytes[1] == GZIP_SECOND) {
      throw Problem.of(Code.BODY_NOT_JSON, "the body is compressed with gzip")
          .expected("JSON in UTF-8")
          .got("gzip")
          .fix("Send it as it is, without Content-Encoding.");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.startsWith(BYTE_ORDER_MARK)) {
        throw Problem.of(Code.BODY_NOT_JSON, "the body begins with a byte order mark, U+FEFF")
            .fix("Leave it out: JSON in UTF-8 has none.");
      }
      return MAPPER.readTree(text);
    } catch (CharacterCodingException e) {
      throw Problem.of(Code.BODY_NOT_JSON, "the body is not UTF-8")
          .expected("JSON in UTF-8")
          .fix("Send JSON in UTF-8.");
    } catch (StreamConstraintsException e) {
      throw tooMuch(e);
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  private static Problem tooMuch(StreamConstraintsException e) {
    String told = e.getOriginalMessage();
    return told.contains("nesting depth")
        ? Problem.of(
                Code.BODY_TOO_DEEP, "the body is nested deeper than %d levels".formatted(DEEPEST))
            .expected("at most %d levels".formatted(DEEPEST))
            .fix("Make it flatter, or hand a deep value over as a string.")
        : Problem.of(Code.BODY_NOT_JSON, "a name or number in the body is too long" + place(e))
            .fix("Hand long values over as strings.");
  }

  private static Problem notJson(JacksonException e) {
    String told = e.getOriginalMessage();
    if (told.toLowerCase(Locale.ROOT).contains("duplicate")) {
      int from = told.indexOf('"');
      int to = told.indexOf('"', from + 1);
      String key = from < 0 || to < 0 ? "?" : told.substring(from + 1, to);
      return Problem.of(
              Code.BODY_DUPLICATE_KEY, "the key \"%s\" stands twice%s".formatted(key, place(e)))
          .at("$." + key)
          .fix("Keep one of the two; programs disagree about which one counts.");
    }
    return Problem.of(Code.BODY_NOT_JSON, "the body is not JSON" + place(e))
        .fix("Check quotes and commas there; in a shell, put the body into single quotes.");
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }

  /** ". Did you mean cron?", or nothing. */
  public static String didYouMean(Collection<String> words, String typed) {
    String suggestion = Suggestion.among(words, typed);
    return suggestion.isEmpty()
        ? "Known here are: " + String.join(", ", words) + "."
        : "Did" + suggestion.substring(": did".length());
  }
}
