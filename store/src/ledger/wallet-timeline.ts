import type { PlayerView, TimelineStep, WalletTimeline } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { type Cents, dollars } from '@touchline/core/money';
import type { Wallet } from '@touchline/core/wallet';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { logSources } from '../transparency/sources.ts';
import { type Moment, walletAt } from './balances.ts';
import { readPlayer } from './find-players.ts';
import { balancesAfter, utcText, viewBalances } from './view-event.ts';

export type PageQuery = {
  /** A version, exclusive. */
  readonly before?: number | undefined;
  readonly limit: number;
};

/** Returns a wallet's history, newest first, and its balances at `moment` or now. */
export async function walletTimeline(
  db: Db,
  walletId: WalletId,
  query: PageQuery,
  moment?: Moment,
): Promise<WalletTimeline | undefined> {
  const player = await readPlayer(db, walletId);
  if (!player) return undefined;
  const [steps, at, seal] = await Promise.all([
    readSteps(db, walletId, query),
    moment ? walletAt(db, walletId, moment).then(viewBalances) : player.balances,
    readSeal(db, player),
  ]);
  const page = steps.slice(0, query.limit);
  return { player, at, steps: page, next: steps.length > query.limit ? (page.at(-1)?.version ?? null) : null, seal };
}

type StepRow = Omit<TimelineStep, 'amount' | 'cashChange' | 'balances'> & Wallet & { amount: Cents; cashChange: Cents };

async function readSteps(db: Db, walletId: WalletId, { before, limit }: PageQuery): Promise<TimelineStep[]> {
  const { rows } = await sql<StepRow>`
    select e.seq, e.version, e.type, e.amount,
      ${utcText('e.recorded_at')} as "recordedAt", ${utcText('e.effective_at')} as "effectiveAt",
      (select coalesce(sum(l.amount), 0)::bigint from ledger_entries l
        where l.seq = e.seq and l.account = 'player:cash') as "cashChange",
      ${balancesAfter}
    from (
      select * from ledger_events
      where wallet_id = ${walletId} ${before === undefined ? sql`` : sql`and version < ${before}`}
      order by version desc limit ${limit + 1}
    ) e
    order by e.version desc`.execute(db);
  return rows.map(({ cash, held, bonus, staked, amount, cashChange, ...step }) => ({
    ...step,
    amount: dollars(amount),
    cashChange: dollars(cashChange),
    balances: viewBalances({ cash, held, bonus, staked }),
  }));
}

/** Events are logged in the order of `seq`, and a wallet's versions follow it too. */
async function readSeal(db: Db, { walletId }: PlayerView): Promise<WalletTimeline['seal']> {
  const { rows } = await sql<NonNullable<WalletTimeline['seal']>>`
    select c.size, round(extract(epoch from c.signed_at) * 1000)::float8 as "signedAt", e.version
    from (select * from log_checkpoints order by size desc limit 1) c
    cross join lateral (
      select to_number from log_batches
      where source = ${logSources.event.code} and first_index < c.size order by first_index desc limit 1
    ) b
    cross join lateral (
      select version from ledger_events where wallet_id = ${walletId} and seq <= b.to_number
      order by version desc limit 1
    ) e`.execute(db);
  return rows[0] ?? null;
}
