import { signal } from '@preact/signals';
import { noteServerTime } from '../time/clock';
import { Problem, unreachable, type ProblemBody } from './problem';

/** Why the caller must sign in again, or null while nobody was sent away. */
export const sentAway = signal<Problem | null>(null);

export interface Answer<T> {
  body: T;
  /** The version of a definition, for If-Match. */
  etag: string | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Options {
  body?: unknown;
  ifMatch?: string | null;
  abort?: AbortSignal;
}

/** Asks the server. Throws a Problem, and nothing else but an abort. */
export async function ask<T>(method: Method, path: string, options: Options = {}): Promise<Answer<T>> {
  // The server takes a cookie for a change only together with this header, which no foreign page can send.
  const headers: Record<string, string> = { Accept: 'application/json', 'Carillon-Page': '1' };
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  if (options.ifMatch) {
    headers['If-Match'] = options.ifMatch;
  }
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.abort,
    });
  } catch (failure) {
    if (options.abort?.aborted) {
      throw failure;
    }
    throw unreachable();
  }
  noteServerTime(response.headers.get('Date'));
  const text = await response.text();
  if (response.ok) {
    return {
      body: (text === '' ? null : JSON.parse(text)) as T,
      etag: response.headers.get('ETag'),
    };
  }
  const problem = new Problem(response.status, parse(text));
  if (problem.status === 401 && path !== '/session') {
    sentAway.value = problem;
  }
  throw problem;
}

function parse(text: string): Partial<ProblemBody> {
  try {
    return JSON.parse(text) as Partial<ProblemBody>;
  } catch {
    return { detail: text.slice(0, 300) };
  }
}

export async function get<T>(path: string, abort?: AbortSignal): Promise<T> {
  return (await ask<T>('GET', path, { abort })).body;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await ask<T>('POST', path, { body })).body;
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return (await ask<T>('PUT', path, { body })).body;
}

export async function patch<T>(path: string, body: unknown, ifMatch?: string | null): Promise<T> {
  return (await ask<T>('PATCH', path, { body, ifMatch })).body;
}

export async function remove(path: string): Promise<void> {
  await ask<null>('DELETE', path);
}

/** A query string of those parameters that have a value. */
export function query(parameters: Record<string, string | number | undefined | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
