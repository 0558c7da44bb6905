import type { Store } from '@touchline/store/connect';
import { doneTwice } from '../chaos/wallet-history.ts';
import { proveBooks } from '../prove-money.ts';
import { until } from '../until.ts';
import type { Deeds } from './bettors.ts';

export type StormAudit = {
  /** Acknowledged, but not exactly once in the ledger. */
  readonly lost: readonly string[];
  /** In the ledger without an acknowledgement: a repeated call was carried out as a second command. */
  readonly unknown: readonly string[];
  /** Keys that were carried out twice. */
  readonly doubled: readonly string[];
  /** Deposits that were paid and not credited exactly once, or credited and not paid. */
  readonly wrongDeposits: readonly string[];
  /** What recomputing the ledger finds wrong. */
  readonly wrongBooks: readonly string[];
};

const creditedWithinMs = 60_000;

/** Compares what was acknowledged with what the ledger and its tables hold. */
export async function auditStorm(store: Store, walletIds: readonly string[], deeds: Deeds): Promise<StormAudit> {
  const { acknowledged, paid } = deeds;
  const idsOf = (kind: string) => acknowledged.filter((deed) => deed.kind === kind).map(({ id }) => id);
  const bets = await eventsBy(store, walletIds, 'StakeTaken', 'betId');
  const withdrawals = await eventsBy(store, walletIds, 'WithdrawalRequested', 'transactionId');
  await until(
    'the paid deposits to be credited',
    async () => {
      const credited = await eventsBy(store, walletIds, 'DepositCredited', 'transactionId');
      return [...paid].every((id) => credited.has(id)) ? true : undefined;
    },
    { withinMs: creditedWithinMs, everyMs: 1_000 },
  ).catch(() => undefined);
  const credits = await eventsBy(store, walletIds, 'DepositCredited', 'transactionId');
  const deposits = await store.pool.query<{ id: string; status: string }>(
    "select id::text, status from transactions where wallet_id = any($1) and type = 'deposit' and provider is distinct from 'test'",
    [walletIds],
  );
  const begun = new Set(deposits.rows.map(({ id }) => id));
  const standing = deposits.rows.filter(({ status }) => status !== 'failed').map(({ id }) => id);
  const once = (events: ReadonlyMap<string, number>, what: string, ids: readonly string[]) =>
    ids.filter((id) => events.get(id) !== 1).map((id) => `${what} ${id}: ${events.get(id) ?? 0} times`);
  const unasked = (there: Iterable<string>, what: string, ids: readonly string[]) => {
    const known = new Set(ids);
    return [...there].filter((id) => !known.has(id)).map((id) => `${what} ${id}`);
  };
  const ownCredits = new Map([...credits].filter(([id]) => begun.has(id)));
  const { entries, findings, wrongBalances, notOnce } = await proveBooks(store);
  return {
    lost: [
      ...once(bets, 'bet', idsOf('bet')),
      ...once(withdrawals, 'withdrawal', idsOf('withdrawal')),
      ...idsOf('deposit')
        .filter((id) => !begun.has(id))
        .map((id) => `deposit ${id}`),
    ],
    unknown: [
      ...unasked(bets.keys(), 'bet', idsOf('bet')),
      ...unasked(withdrawals.keys(), 'withdrawal', idsOf('withdrawal')),
      ...unasked(standing, 'deposit', idsOf('deposit')),
    ],
    doubled: [...deeds.doubled, ...(await doneTwice(store))],
    wrongDeposits: [
      ...once(credits, 'paid deposit', [...paid]),
      ...unasked(ownCredits.keys(), 'unpaid deposit', [...paid]),
    ],
    wrongBooks: [
      ...(entries === 0 ? [] : [`all entries come to ${entries} cents`]),
      ...findings.map((finding) => JSON.stringify(finding)),
      ...wrongBalances.map((id) => `the balance of ${id}`),
      ...notOnce,
    ],
  };
}

/** How many events of a type the wallets have, by the id in their payload. */
async function eventsBy(
  { pool }: Store,
  walletIds: readonly string[],
  type: string,
  field: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ id: string; count: number }>(
    `select payload ->> $3 as id, count(*)::int as count from ledger_events
     where wallet_id = any($1) and type = $2 group by 1`,
    [walletIds, type, field],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
