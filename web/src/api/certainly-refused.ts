import type { ApiFailure } from './client.ts';

/**
 * Whether a failed request certainly changed nothing, also by an earlier attempt under the same key. No answer, or one of a broken server,
 * leaves that unknown. So does 401, 403 or 429 for a repeated attempt: it was refused before the server read the key.
 */
export function isCertainlyRefused(failure: ApiFailure, attempts: number): boolean {
  if (failure.kind !== 'refused' || failure.status >= 500 || failure.status === 408) return false;
  return attempts === 1 || ![401, 403, 429].includes(failure.status);
}
