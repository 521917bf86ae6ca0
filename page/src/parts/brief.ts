/**
 * An error for a single line that stands beside the name of what failed: which address was called is known there, and
 * would push out of sight what it answered.
 */
export function brief(error: string): string {
  return error.replace(/(?:\w+: )?[A-Z]+ \S+ answered (?=\d{3}\b)/, '');
}
