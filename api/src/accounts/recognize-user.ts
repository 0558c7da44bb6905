import { mailboxOf, type PersonSignal } from '@touchline/core/account';
import type { User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { recognizePerson } from '@touchline/store/privacy';
import type { DataKey } from '@touchline/store/sealed';
import type { QueueEmail } from '../queue.ts';
import type { DeviceCookie } from './device-cookie.ts';

export type RecognizeDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly deviceCookie: DeviceCookie;
  readonly queueEmail: QueueEmail;
};

/** What an address and the ids of a browser say about whose account it is. */
export const signalsOf = (email: string, browserIds: readonly string[]): readonly PersonSignal[] => [
  { kind: 'email', value: mailboxOf(email) },
  ...browserIds.map((value) => ({ kind: 'device', value }) as const),
];

/** For everything that gives access tokens: puts the account of an excluded person on hold, and emails its owner. */
export async function recognizeUser(
  { db, dataKey, queueEmail }: RecognizeDeps,
  { id: userId, walletId, email }: User,
  browserIds: readonly string[],
  requestId: string,
): Promise<void> {
  const signals = signalsOf(email, browserIds);
  const notice = await db
    .transaction()
    .execute((trx) => recognizePerson(trx, dataKey, { userId, walletId, signals, requestId }));
  if (notice) await queueEmail(notice);
}
