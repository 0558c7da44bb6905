import type { Result } from '@touchline/core/result';
import { orThrow } from '../api/call.ts';
import type { ApiFailure } from '../api/client.ts';
import { type Attempt, isCertainlyRefused } from '../attempt/attempt-machine.ts';

type Send<Request, Answer> = (request: Request, key: string) => Promise<Result<Answer, ApiFailure>>;
/** At most one unanswered attempt of each kind is stored. */
export type AttemptKind = 'deposit' | 'withdrawal' | 'cash-out';

/**
 * Sends a request under the key of the same request if that was never answered, as before a reload; else under its own. The key is
 * stored with a digest of the request, never with the request, which holds bank details. An answer deletes it. Rejects with `CallFailed`.
 */
export async function sendWithStoredKey<Request, Answer>(
  kind: AttemptKind,
  { key: newKey, request }: Attempt<Request>,
  send: Send<Request, Answer>,
): Promise<Answer> {
  const digest = await digestOf(request);
  const stored = readStored(kind);
  const key = stored?.digest === digest ? stored.key : newKey;
  sessionStorage.setItem(nameOf(kind), JSON.stringify({ key, digest }));
  const sent = await send(request, key);
  if (isAnswered(sent)) deleteStoredKey(kind);
  return orThrow(Promise.resolve(sent));
}

/** For an attempt that the bettor abandons. */
export const deleteStoredKey = (kind: AttemptKind): void => sessionStorage.removeItem(nameOf(kind));

const nameOf = (kind: AttemptKind): string => `unanswered-${kind}`;

function readStored(kind: AttemptKind): { readonly key: string; readonly digest: string } | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(kind)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('key' in stored) || !('digest' in stored)) return undefined;
    const { key, digest } = stored;
    return typeof key === 'string' && typeof digest === 'string' ? { key, digest } : undefined;
  } catch {
    return undefined;
  }
}

/** A reload leaves no count of earlier attempts, so one is assumed. */
const isAnswered = (sent: Result<unknown, ApiFailure>): boolean => sent.ok || isCertainlyRefused(sent.refusal, 2);

async function digestOf(request: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(request, withoutSecrets)),
  );
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The password or code that confirms a request is not part of it, and not even its digest may be stored. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  name === 'password' || name === 'totp' ? undefined : value;
