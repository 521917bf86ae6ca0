package dev.carillon.importers.rq;

import dev.carillon.importers.Lenient;
import dev.carillon.importers.pickle.PickleRefused;
import dev.carillon.importers.pickle.Unpickler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A job of RQ: a function's name and arguments, pickled or as JSON, within a hash of texts.
 *
 * @param call function, instance, arguments and named arguments; null when they cannot be read
 * @param unread why not
 */
record RqJob(
    Map<String, byte[]> fields, @Nullable JsonNode call, JsonNode meta, @Nullable String unread) {

  private static final int LARGEST = 4 << 20;

  static RqJob of(Map<String, byte[]> fields) {
    JsonNode call = null;
    String unread = null;
    JsonNode meta = Lenient.object();
    try {
      call = value(inflated(fields.getOrDefault("data", new byte[0])));
      if (!call.isArray() || call.size() != 4) {
        call = null;
        unread = "it is no call";
      }
    } catch (PickleRefused e) {
      unread = e.getMessage();
    }
    byte[] kept = fields.get("meta");
    if (kept != null && kept.length > 0) {
      try {
        meta = value(kept);
      } catch (PickleRefused e) {
        unread = e.getMessage();
      }
    }
    return new RqJob(fields, call, meta, unread);
  }

  private static JsonNode value(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    JsonNode json = text.startsWith("[") || text.startsWith("{") ? Lenient.json(text) : null;
    return json == null ? Unpickler.read(bytes) : json;
  }

  /** What zlib unpacks; what it cannot unpack is taken as it is. */
  private static byte[] inflated(byte[] data) {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(data))) {
      return in.readNBytes(LARGEST + 1);
    } catch (IOException e) {
      return data;
    }
  }

  String text(String field) {
    byte[] value = fields.get(field);
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  /** The function, or what the description calls it. */
  String function() {
    if (call != null && call.get(0).isString()) {
      return call.get(0).stringValue();
    }
    String description = text("description");
    int bracket = description.indexOf('(');
    return bracket > 0 ? description.substring(0, bracket) : description;
  }

  ObjectNode payload() {
    ObjectNode payload = Lenient.object().put("function", function());
    if (call != null) {
      payload.set("args", call.get(2));
      payload.set("kwargs", call.get(3));
    } else {
      payload
          .put("description", text("description"))
          .put(
              "data_base64",
              Base64.getEncoder().encodeToString(fields.getOrDefault("data", new byte[0])));
    }
    return payload;
  }

  ObjectNode original() {
    ObjectNode original = Lenient.object();
    fields.keySet().stream()
        .filter(field -> !field.equals("data") && !field.equals("meta"))
        .forEach(field -> original.put(field, text(field).replace("\0", "")));
    original.set("meta", meta);
    original.set("call", call);
    return original;
  }
}
