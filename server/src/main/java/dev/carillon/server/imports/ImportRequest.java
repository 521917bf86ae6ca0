package dev.carillon.server.imports;

import dev.carillon.engine.timing.Zones;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Option;
import dev.carillon.importers.Settings;
import dev.carillon.importers.Source;
import dev.carillon.importers.redis.RedisAddress;
import dev.carillon.importers.redis.RedisException;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What somebody asks to be imported.
 *
 * @param snapshot what was read of a Redis; null when there is none
 * @param redis a Redis to read; null when there is none
 */
record ImportRequest(
    Source source,
    boolean dryRun,
    boolean activate,
    Settings settings,
    List<ImportFile> files,
    @Nullable JsonNode snapshot,
    @Nullable RedisAddress redis) {

  private static final int MOST_FILES = 5_000;
  private static final int LONGEST_PATH = 1_000;

  static ImportRequest of(Source source, Fields fields) {
    fields.only(
        source.redis()
            ? List.of(
                "dry_run", "activate", "timezone", "options", "files", "snapshot", "redis_url")
            : List.of("dry_run", "activate", "timezone", "options", "files"));
    String timezone = fields.text("timezone");
    List<ImportFile> files = files(fields);
    Fields snapshot = fields.object("snapshot");
    RedisAddress redis = redis(fields);
    if (source.redis() && (snapshot == null) == (redis == null)) {
      throw Problem.of(
              snapshot == null ? Code.FIELD_MISSING : Code.FIELD_INVALID,
              "expected exactly one of snapshot and redis_url")
          .at(fields.path("snapshot"))
          .expected("what `carillon import` read from a Redis, or the address of one");
    }
    if (!source.redis() && files.isEmpty()) {
      throw fields.missing("files");
    }
    return new ImportRequest(
        source,
        fields.bool("dry_run", false),
        fields.bool("activate", false),
        new Settings(
            timezone == null ? null : Zones.parse(timezone).getId(), options(source, fields)),
        files,
        snapshot == null ? null : fields.value("snapshot"),
        redis);
  }

  private static @Nullable RedisAddress redis(Fields fields) {
    String url = fields.text("redis_url");
    try {
      return url == null ? null : RedisAddress.of(url);
    } catch (RedisException e) {
      // Without what came: it may have a password in it.
      throw Problem.field(fields.path("redis_url"), "cannot be used: " + e.getMessage());
    }
  }

  private static ObjectNode options(Source source, Fields fields) {
    Fields options = fields.object("options");
    ObjectNode checked = Json.object();
    if (options == null) {
      return checked;
    }
    options.only(source.options().stream().map(Option::key).toList());
    for (Option option : source.options()) {
      JsonNode value = options.value(option.key());
      String expected = value == null ? null : option.problem(value);
      if (expected != null) {
        throw Problem.field(options.path(option.key()), "must be " + expected).expected(expected);
      }
      if (value != null) {
        Fields.wellFormed(options.path(option.key()), Json.text(value));
        checked.set(option.key(), value);
      }
    }
    return checked;
  }

  private static List<ImportFile> files(Fields fields) {
    List<JsonNode> sent = fields.list("files", MOST_FILES);
    List<ImportFile> files = new ArrayList<>();
    for (int i = 0; sent != null && i < sent.size(); i++) {
      Fields file = Fields.of(sent.get(i), "$.files[%d]".formatted(i));
      file.only("name", "text", "base64");
      String name = file.requiredText("name");
      if (name.isBlank() || name.length() > LONGEST_PATH) {
        throw Problem.field(
            file.path("name"), "must have 1 to %d characters".formatted(LONGEST_PATH));
      }
      files.add(new ImportFile(name, content(file)));
    }
    return files;
  }

  private static byte[] content(Fields file) {
    JsonNode text = file.value("text");
    String base64 = file.text("base64");
    if ((text == null) == (base64 == null) || (text != null && !text.isString())) {
      throw Problem.field(file.path("text"), "or base64 must be given, and not both")
          .expected("the file as text, or its bytes in base64");
    }
    if (text != null) {
      return text.stringValue().getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw Problem.field(file.path("base64"), "must be base64");
    }
  }
}
