package dev.carillon.server.web;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * What the HTTP server itself refuses, such as an ambiguous path, said like every other problem.
 */
final class DoorProblems extends ErrorHandler {

  private static final String TYPE = "application/problem+json";

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    // What else came on this connection was not read, so that nothing can follow on it.
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.write(true, ByteBuffer.wrap(body(response.getStatus())), callback);
    return true;
  }

  private static byte[] body(int status) {
    Code code = Code.REQUEST_MALFORMED;
    Problem problem =
        Problem.coded(
                status,
                code.text(),
                code.title(),
                "the address, a header or the request's first line is not as HTTP has it, or too"
                    + " long")
            .fix("Check the address for characters that must be written as %XX, and shorten it.");
    return Objects.requireNonNull(problem.answer().body());
  }
}
