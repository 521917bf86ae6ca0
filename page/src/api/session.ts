import { signal } from '@preact/signals';
import { ask, get, post, sentAway } from './http';
import { Problem } from './problem';
import type { Scope, Session } from './types';

/** Who is looking: unknown until the server has answered, null when nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Asks the server whether the cookie is still good. */
export async function recall(): Promise<void> {
  try {
    session.value = await get<Session>('/session');
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 401) {
      session.value = null;
      return;
    }
    throw failure;
  }
}

export async function signIn(key: { code: string } | { token: string; organization?: string }): Promise<void> {
  session.value = await post<Session>('/session', key);
  sentAway.value = null;
}

export async function signOut(): Promise<void> {
  await ask<null>('DELETE', '/session');
  session.value = null;
}

/** Whether the token behind the session allows this; the server has the last word. */
export function may(scope: Scope): boolean {
  const scopes = session.value?.scopes ?? [];
  if (scopes.includes('operator') || scopes.includes(scope)) {
    return true;
  }
  return scope !== 'operator' && (scopes.includes('admin') || (scope === 'read' && scopes.includes('write')));
}

/** Whether an agent is looking, which is shown its own schedules and rooms and no more. */
export function isAgent(): boolean {
  return session.value?.principal.startsWith('agent:') ?? false;
}
