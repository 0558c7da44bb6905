import { createHash } from 'node:crypto';
import type { PushSubscriptionKeys } from '@touchline/core/contract';
import type { SessionId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type DataKey, open, seal } from '../sealed.ts';

/** The context that a session's subscription is sealed under. */
export const pushContext = (sessionId: string): string => `push:${sessionId}`;

const digestOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

type Subscriber = { readonly sessionId: SessionId; readonly walletId: WalletId };

/** Has push messages sent to a session's browser. What another session had subscribed with the same browser ends. */
export const savePushSubscription = (
  db: Db,
  key: DataKey,
  { sessionId, walletId }: Subscriber,
  subscription: PushSubscriptionKeys,
  at: Instant,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const digest = digestOf(subscription.endpoint);
    await sql`
      delete from push_subscriptions where endpoint_digest = ${digest} or session_id = ${sessionId}`.execute(trx);
    await sql`
      insert into push_subscriptions (session_id, wallet_id, subscription_sealed, endpoint_digest, created_at)
      values (${sessionId}, ${walletId}, ${seal(key, JSON.stringify(subscription), pushContext(sessionId))}, ${digest},
        ${timestamp(at)})
      on conflict do nothing`.execute(trx);
  });

export const openPushSubscription = (key: DataKey, sessionId: SessionId, sealed: string): PushSubscriptionKeys =>
  // Only `savePushSubscription` seals it.
  JSON.parse(open(key, sealed, pushContext(sessionId))) as PushSubscriptionKeys;

/** Returns the digest of the endpoint that gets a session's push messages. */
export async function readPushDigest(db: Db, sessionId: SessionId): Promise<string | null> {
  const { rows } = await sql<{ digest: string }>`
    select endpoint_digest as digest from push_subscriptions where session_id = ${sessionId}`.execute(db);
  return rows[0]?.digest ?? null;
}

/** Returns since when each of a bettor's browsers gets push messages. */
export async function listPushDevices(db: Db, walletId: WalletId): Promise<readonly { readonly since: Instant }[]> {
  const { rows } = await sql<{ since: Instant }>`
    select created_at as since from push_subscriptions where wallet_id = ${walletId} order by created_at`.execute(db);
  return rows;
}

/** Also deletes the messages that wait for it. */
export async function deletePushSubscription(db: Db, sessionId: SessionId): Promise<void> {
  await sql`delete from push_subscriptions where session_id = ${sessionId}`.execute(db);
}
