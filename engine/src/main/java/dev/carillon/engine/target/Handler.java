package dev.carillon.engine.target;

/**
 * Java code that carries out the attempts of schedules whose target is {@code handler}.
 *
 * <p>It runs on a virtual thread, which may have carried out other attempts before: what a handler
 * leaves in thread-locals, another may find. None waits for another one that waits. Returning is
 * success, throwing is failure. At the deadline, or when somebody cancels the run, the thread is
 * interrupted. An attempt may be made again after a crash, always under the same run id and with a
 * higher retry number.
 */
@FunctionalInterface
public interface Handler {

  void handle(RunContext run) throws Exception;
}
