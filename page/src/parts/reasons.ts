/** Why a slot did not run, in a sentence's words; what the server says in words of its own stays as it is. */
const WORDS: Record<string, string> = {
  overlap: 'overlap: the run before it was still open',
  missed: 'missed: nothing could run it in time',
};

export function reasonInWords(reason: string): string {
  return WORDS[reason] ?? reason;
}
