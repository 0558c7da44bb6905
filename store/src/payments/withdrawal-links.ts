import { createHash, randomBytes } from 'node:crypto';
import type { TransactionId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { type TransactionRow, transactionFromRow } from './transaction-rows.ts';

/** Creates the secret of a link that cancels this withdrawal only. Only its hash is stored. */
export async function createWithdrawalLink(db: Db, transactionId: TransactionId): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db
    .insertInto('withdrawal_links')
    .values({ token_hash: hashOf(secret), transaction_id: transactionId })
    .execute();
  return secret;
}

/** Returns the withdrawal of a link. */
export async function readByWithdrawalLink(db: Db, secret: string): Promise<Transaction | undefined> {
  const { rows } = await sql<TransactionRow>`
    select t.* from withdrawal_links l join transactions t on t.id = l.transaction_id
    where l.token_hash = ${hashOf(secret)}`.execute(db);
  return rows[0] && transactionFromRow(rows[0]);
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
