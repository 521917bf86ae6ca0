package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;

@Command(
    name = "mcp",
    description = {
      "Speak MCP over standard input and output, for an agent program that starts this.",
      "The tools are those of the server; docs/mcp.md shows how to connect common programs."
    })
final class McpVerb extends Verb {

  McpVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    // Standard output is the protocol's alone; whatever else there is to say goes to the other one.
    McpBridge bridge = new McpBridge(server::mcp, surroundings.out(), surroundings.err());
    try {
      bridge.carry(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
      return OK;
    } catch (IOException e) {
      throw new Failed("standard input cannot be read: " + e.getMessage());
    }
  }
}
