import { createHmac } from 'node:crypto';
import type { UserId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { openSession } from '@touchline/store/accounts';
import type { Store } from '@touchline/store/connect';
import { creditDollars, openAccount } from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';

export type Account = { readonly userId: UserId; readonly walletId: WalletId; readonly token: string };

/**
 * Creates accounts with money directly in the database, because the limit on registrations would stop this many. Every third wallet is
 * small, so that it is often empty. The tokens are signed with the API's own secret, as after a login.
 */
export async function openAccounts(store: Store, count: number, jwtSecret: string): Promise<readonly Account[]> {
  const writer = createWalletWriter(store);
  const accounts: Account[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id: userId, walletId } = await openAccount(store.db, `chaos${at}@players.test`, `Player ${at}`);
    await creditDollars(writer, walletId, at % 3 === 0 ? 50 : 100_000);
    const session = await openSession(store.db, userId, { userAgent: '', address: '' }, instant(Date.now()));
    const claims = { sub: userId, wal: walletId, role: 'bettor', sid: session.id };
    accounts.push({ userId, walletId, token: signed(claims, jwtSecret) });
  }
  await writer.close();
  return accounts;
}

function signed(claims: object, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, iss: 'touchline', aud: 'touchline-api', iat: now, exp: now + 3_600 },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
