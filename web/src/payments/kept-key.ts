import type { Result } from '@touchline/core/result';
import { isCertainlyRefused } from '../api/certainly-refused.ts';
import type { ApiFailure } from '../api/client.ts';
import type { MoneyAttempt } from './attempt-machine.ts';

type Sent<Answer> = Result<Answer, ApiFailure>;
type Send<Request, Answer> = (request: Request, key: string) => Promise<Sent<Answer>>;
/** What is asked for: one of each may be without an answer at a time. */
export type Wish = 'deposit' | 'withdrawal';

/**
 * Sends a request under the key of the same request that was never answered, as before a reload, else under its own. The key is kept
 * with a digest of the request, never with the request, for bank details are in it; an answer forgets it.
 */
export async function sendUnderKeptKey<Request, Answer>(
  wish: Wish,
  { key: ownKey, request }: MoneyAttempt<Request>,
  send: Send<Request, Answer>,
): Promise<Sent<Answer>> {
  const digest = await digestOf(request);
  const kept = readKept(wish);
  const key = kept?.digest === digest ? kept.key : ownKey;
  sessionStorage.setItem(nameOf(wish), JSON.stringify({ key, digest }));
  const sent = await send(request, key);
  if (isAnswered(sent)) forgetKey(wish);
  return sent;
}

/** The bettor begins anew, having been told to look whether the last request arrived. */
export const forgetKey = (wish: Wish): void => sessionStorage.removeItem(nameOf(wish));

const nameOf = (wish: Wish): string => `unanswered-${wish}`;

function readKept(wish: Wish): { readonly key: string; readonly digest: string } | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(wish)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('key' in kept) || !('digest' in kept)) return undefined;
    const { key, digest } = kept;
    return typeof key === 'string' && typeof digest === 'string' ? { key, digest } : undefined;
  } catch {
    return undefined;
  }
}

/** A doorkeeper's answer (logged out, too many requests) says nothing of a try before it, of which a reload has left no count. */
function isAnswered(sent: Sent<unknown>): boolean {
  if (sent.ok) return true;
  const { refusal } = sent;
  const isNoted = refusal.kind === 'refused' && refusal.view.code === 'provider-unavailable';
  return isNoted || isCertainlyRefused(refusal, 2);
}

async function digestOf(request: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(request, withoutSecrets)),
  );
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What confirms a request is no part of it, and even its digest must not be kept. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  name === 'password' || name === 'totp' ? undefined : value;
