package dev.carillon.cli.verbs;

import dev.carillon.client.Discovery;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server to ask, and as whom. */
final class ServerFlags {

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "the server to ask (CARILLON_SERVER; otherwise the local one)")
  private @Nullable String server;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "better in CARILLON_TOKEN or a profile: flags show in lists of processes")
  private @Nullable String token;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "a section of ~/.config/carillon/profiles (CARILLON_PROFILE)")
  private @Nullable String profile;

  @Option(
      names = "--organization",
      paramLabel = "NAME",
      description = "which one an operator means (CARILLON_ORGANIZATION)")
  private @Nullable String organization;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "the local server's data directory (CARILLON_DATA; carillon-data)")
  private @Nullable String data;

  Discovery.Given given() {
    return new Discovery.Given(server, token, profile, organization, data);
  }
}
