package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.RunContext;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Holds attempts until the test lets them go, and tells how each ended. */
final class Gate implements Handler {

  final BlockingQueue<RunContext> entered = new LinkedBlockingQueue<>();
  final BlockingQueue<String> interrupted = new LinkedBlockingQueue<>();
  final CountDownLatch open = new CountDownLatch(1);

  @Override
  public void handle(RunContext run) throws InterruptedException {
    entered.add(run);
    try {
      open.await();
    } catch (InterruptedException e) {
      interrupted.add(String.valueOf(run.cancelReason()));
      throw e;
    }
  }

  RunContext next() throws InterruptedException {
    RunContext run = entered.poll(20, TimeUnit.SECONDS);
    assertThat(run).as("an attempt starts").isNotNull();
    return run;
  }
}
