/** HTTP: routes, strict JSON, problems, pages, and who is calling. */
@NullMarked
package dev.carillon.server.web;

import org.jspecify.annotations.NullMarked;
