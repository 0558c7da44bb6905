import { hash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '@touchline/core/account';

/**
 * Whether a request may read the metrics: only with the operator's token as a bearer token, and never if none is set. An address
 * proves nothing, because behind a proxy everyone looks like loopback.
 */
export function mayReadMetrics(authorization: string | undefined, token: string | undefined): boolean {
  const sent = bearerToken(authorization);
  return sent !== undefined && token !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** Hashed to equal lengths for a constant-time comparison. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
