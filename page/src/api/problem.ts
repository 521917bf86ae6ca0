/** One field that the server refused. */
export interface FieldProblem {
  field: string;
  path: string;
  detail: string;
  expected: string | null;
  got: string | null;
  column: number | null;
}

export interface ProblemBody {
  title: string;
  detail: string;
  code: string;
  fix: string | null;
  errors: FieldProblem[];
}

/** A request that was refused, as the server said it. */
export class Problem extends Error {
  readonly code: string;
  readonly title: string;
  readonly fix: string | null;
  readonly errors: FieldProblem[];

  constructor(
    readonly status: number,
    body: Partial<ProblemBody>,
  ) {
    super(body.detail ?? `The server answered ${status}.`);
    this.code = body.code ?? 'unknown';
    this.title = body.title ?? 'It did not work';
    this.fix = body.fix ?? null;
    this.errors = body.errors ?? [];
  }

  /** What is wrong with this field, or with something inside it. */
  at(field: string): FieldProblem | undefined {
    return this.errors.find((error) => error.field === field || error.field.startsWith(`${field}.`));
  }
}

export const UNREACHABLE = 'page.unreachable';

export function unreachable(): Problem {
  return new Problem(0, {
    code: UNREACHABLE,
    title: 'The server cannot be reached',
    detail: 'It is starting again, or the network between you is cut.',
    fix: 'The page tries again by itself.',
  });
}

/** Anything that was thrown, as a problem. */
export function asProblem(failure: unknown): Problem {
  if (failure instanceof Problem) {
    return failure;
  }
  return new Problem(0, { title: 'It did not work', detail: String(failure) });
}
