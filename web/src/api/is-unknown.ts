import type { ApiFailure } from './client.ts';

/** The server knows no such thing, also where the id in the address can be none. */
export const isUnknown = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && (failure.status === 404 || failure.status === 400);
