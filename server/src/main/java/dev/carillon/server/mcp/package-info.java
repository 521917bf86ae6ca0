/** Schedules for agents, over the Model Context Protocol: eight tools, each a word for the API. */
@NullMarked
package dev.carillon.server.mcp;

import org.jspecify.annotations.NullMarked;
