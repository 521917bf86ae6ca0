/** The figures an operator needs, as Prometheus reads them. */
@NullMarked
package dev.carillon.server.metrics;

import org.jspecify.annotations.NullMarked;
