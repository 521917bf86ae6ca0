package dev.carillon.importers;

/**
 * How far the source had come.
 *
 * @param repeat slots concluded (n)
 * @param retry retries used by the latest run (rc)
 */
public record Progress(int repeat, int retry) {

  public static final Progress NONE = new Progress(0, 0);
}
