import type { Instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import type { Transaction, TransactionStatus, TransactionType } from '@touchline/core/payments';
import { type RawBuilder, sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type TransactionRow, transactionFromRow } from './transaction-rows.ts';

/** A filter, an order and a page of transactions; absent fields do not restrict them. */
export type TransactionQuery = {
  readonly status?: readonly TransactionStatus[] | undefined;
  readonly type?: readonly TransactionType[] | undefined;
  readonly method?: readonly string[] | undefined;
  /** Any of these. */
  readonly flag?: readonly string[] | undefined;
  /** Part of a name or email address, a complete user id, or the start of a transaction id. */
  readonly user?: string | undefined;
  /** Inclusive. */
  readonly least?: Cents | undefined;
  readonly most?: Cents | undefined;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
  readonly sort: 'createdAt' | 'updatedAt' | 'amount' | 'status' | 'type' | 'method' | 'user';
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
};

/**
 * Returns a page of transactions and their total number, as of one moment. Ties are sorted by id, so that pages neither overlap nor
 * leave gaps.
 */
export async function listTransactions(
  db: Db,
  query: TransactionQuery,
): Promise<{ readonly transactions: readonly Transaction[]; readonly total: number }> {
  const where = sql.join(conditionsOf(query), sql` and `);
  const order = sql.raw(query.order);
  const column = sql.raw(columnOf[query.sort]);
  const people = query.sort === 'user' ? sql`join users u on u.wallet_id = t.wallet_id` : sql``;
  // One statement sees one state. An empty page still has a row with the total.
  const { rows } = await sql<TransactionRow & { total: number }>`
    select page.*, counted.total
    from (select count(*) as total from transactions t where ${where}) counted
    left join (
      select t.*, ${column} as sort_key from transactions t ${people} where ${where}
      order by ${column} ${order}, t.id ${order} offset ${query.offset} limit ${query.limit}
    ) page on true
    order by page.sort_key ${order}, page.id ${order}`.execute(db);
  return {
    transactions: rows.filter(({ id }) => id !== null).map(transactionFromRow),
    total: rows[0]?.total ?? 0,
  };
}

const columnOf = {
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  amount: 't.amount',
  status: 't.status',
  type: 't.type',
  method: 't.method',
  user: 'lower(u.name)',
} as const satisfies Record<TransactionQuery['sort'], string>;

function conditionsOf(query: TransactionQuery): RawBuilder<unknown>[] {
  const { status, type, method, flag, user, least, most, from, to } = query;
  return [
    sql`true`,
    ...(status ? [sql`t.status = any(${status})`] : []),
    ...(type ? [sql`t.type = any(${type})`] : []),
    ...(method ? [sql`t.method = any(${method})`] : []),
    // The second condition makes the partial index on flagged transactions usable.
    ...(flag ? [sql`t.flags && ${flag}::text[] and t.flags <> '{}'`] : []),
    ...(user ? [concerns(user.trim().toLowerCase())] : []),
    ...(least === undefined ? [] : [sql`t.amount >= ${least}`]),
    ...(most === undefined ? [] : [sql`t.amount <= ${most}`]),
    ...(from === undefined ? [] : [sql`t.created_at >= ${timestamp(from)}`]),
    ...(to === undefined ? [] : [sql`t.created_at < ${timestamp(to)}`]),
  ];
}

// An array, computed once: a join would search all transactions for users with few of them.
function concerns(wanted: string): RawBuilder<unknown> {
  const theirs = sql`t.wallet_id = any(array(
    select s.wallet_id from users s
    where strpos(lower(s.name), ${wanted}) > 0 or strpos(s.email, ${wanted}) > 0 or s.id::text = ${wanted}))`;
  const range = idsFrom(wanted);
  return range ? sql`(${theirs} or t.id between ${range.first}::uuid and ${range.last}::uuid)` : theirs;
}

/** Returns the range of ids with this prefix; `undefined` if it is too short or not a prefix of an id. */
function idsFrom(wanted: string): { readonly first: string; readonly last: string } | undefined {
  const digits = wanted.replaceAll('-', '');
  if (!/^[0-9a-f]{6,32}$/.test(digits)) return undefined;
  return { first: digits.padEnd(32, '0'), last: digits.padEnd(32, 'f') };
}
