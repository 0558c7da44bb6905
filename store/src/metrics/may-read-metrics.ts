import { hash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '@touchline/core/account';

/**
 * Who may read the metrics: whoever sends the operator's token as a bearer. Where no token was set, nobody: a proxy on the same
 * machine makes the whole world look like loopback, so an address is no proof.
 */
export function mayReadMetrics(authorization: string | undefined, token: string | undefined): boolean {
  const sent = bearerToken(authorization);
  return sent !== undefined && token !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** Of one length, so that they can be compared in a time that tells nothing. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
