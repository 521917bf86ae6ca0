package dev.carillon.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Serves the page with demo data until it is interrupted, for people who change the page. */
final class Preview {

  private Preview() {}

  public static void main(String[] arguments) throws Exception {
    Path data = Files.createTempDirectory("carillon-page").resolve("data");
    int port = arguments.length == 0 ? 0 : Integer.parseInt(arguments[0]);
    try (Receiver receiver = Receiver.start();
        CarillonProcess server = CarillonProcess.serve(data, port)) {
      new Demo(new Api(server.url(), server.operatorToken(), null), receiver).fill();
      System.out.println(server.url() + " " + data.resolve("operator.token"));
      System.out.println(server.signInLink());
      new CountDownLatch(1).await();
    }
  }
}
