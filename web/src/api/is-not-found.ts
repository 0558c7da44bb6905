import { failureIn } from './call.ts';

/** Whether an actor failed because there is no such thing. A malformed id in the address counts: no thing can have it. */
export function isNotFound(error: unknown): boolean {
  const failure = failureIn(error);
  return failure?.kind === 'refused' && (failure.status === 404 || failure.status === 400);
}
