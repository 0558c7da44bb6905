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
 *
 * If the stored key leads to a request that `isDecided` already, the bettor knows of it and wants another one: it is sent once more
 * under its own key. An attempt that was submitted before keeps its key, so checking again never requests twice.
 */
export async function sendWithStoredKey<Request, Answer>(
  kind: AttemptKind,
  { key: ownKey, request }: Attempt<Request>,
  send: Send<Request, Answer>,
  isDecided: (answer: Result<Answer, ApiFailure>) => boolean = () => false,
): Promise<Answer> {
  const digest = await digestOf(request);
  const stored = readStored(kind);
  const isSubmittedAgain = stored?.attempt === ownKey;
  const storedKey =
    stored?.digest === digest && (isSubmittedAgain || Date.now() - stored.sentAt < validMs) ? stored.key : ownKey;
  const sendUnder = async (key: string): Promise<Result<Answer, ApiFailure>> => {
    const entry: Stored = { key, digest, attempt: ownKey, sentAt: Date.now() };
    sessionStorage.setItem(nameOf(kind), JSON.stringify(entry));
    const answer = await send(request, key);
    if (isAnswered(answer)) deleteStoredKey(kind);
    return answer;
  };
  const sent = await sendUnder(storedKey);
  const isAnother = storedKey !== ownKey && !isSubmittedAgain && isDecided(sent);
  return orThrow(Promise.resolve(isAnother ? await sendUnder(ownKey) : sent));
}

/** Later, the same request is another one: the list of transactions has shown whether the first arrived. */
const validMs = 10 * 60_000;

/** For an attempt that the bettor abandons. */
export const deleteStoredKey = (kind: AttemptKind): void => sessionStorage.removeItem(nameOf(kind));

const nameOf = (kind: AttemptKind): string => `unanswered-${kind}`;

/** `attempt`: the own key of the attempt that it was last sent for. */
type Stored = { readonly key: string; readonly digest: string; readonly attempt?: unknown; readonly sentAt: number };

function readStored(kind: AttemptKind): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(kind)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    // The release before stored neither attempt nor time.
    const { key, digest, attempt, sentAt = Date.now() } = stored as Partial<Record<keyof Stored, unknown>>;
    if (typeof key !== 'string' || typeof digest !== 'string' || typeof sentAt !== 'number') return undefined;
    return { key, digest, attempt, sentAt };
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
