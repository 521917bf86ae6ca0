/** An instant as a datetime-local field has it, in the viewer's zone. */
export function toLocal(instant: string | null): string {
  if (instant === null) {
    return '';
  }
  const at = new Date(instant);
  const two = (count: number): string => String(count).padStart(2, '0');
  const time = `${two(at.getHours())}:${two(at.getMinutes())}${at.getSeconds() === 0 ? '' : `:${two(at.getSeconds())}`}`;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${time}`;
}

/** What such a field says, as an instant; null where it is empty. */
export function fromLocal(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
