package dev.carillon.client;

/** The server answered, and said no. */
public final class Refused extends RuntimeException {

  private final transient Problem problem;

  Refused(Problem problem) {
    super(problem.detail());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
