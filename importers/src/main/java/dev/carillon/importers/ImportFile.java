package dev.carillon.importers;

import java.nio.charset.StandardCharsets;

/** A file of a source: its path, as much of it as is known, and what is in it. */
public final class ImportFile {

  private final String name;
  private final byte[] content;

  public ImportFile(String name, byte[] content) {
    this.name = name;
    this.content = content;
  }

  public String name() {
    return name;
  }

  /** Not a copy; nobody writes to it. */
  public byte[] content() {
    return content;
  }

  public static ImportFile of(String name, String text) {
    return new ImportFile(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The name without its folders. */
  public String baseName() {
    String path = name.replace('\\', '/');
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The content as text, without a byte order mark. */
  public String text() {
    String text = new String(content, StandardCharsets.UTF_8);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  @Override
  public String toString() {
    return "%s (%d bytes)".formatted(name, content.length);
  }
}
