import type { BalancesView, LedgerTime, WalletComparison } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { type Cents, dollars } from '@touchline/core/money';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { happenedBy, type Moment, walletAt } from './balances.ts';
import { utcText, viewBalances } from './view-event.ts';

const betsShown = 50;

/** Returns a wallet at two moments and the events after the first up to the second, in one snapshot. */
export const compareMoments = (
  db: Db,
  walletId: WalletId,
  { from, to, time }: { readonly from: string; readonly to: string; readonly time: LedgerTime },
): Promise<WalletComparison> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      walletId,
      time,
      from: await readMoment(trx, walletId, { at: from, time }),
      to: await readMoment(trx, walletId, { at: to, time }),
      between: await readBetween(trx, walletId, { from, to, time }),
    }));

async function readMoment(db: Db, walletId: WalletId, moment: Moment): Promise<WalletComparison['from']> {
  const balances = viewBalances(await walletAt(db, walletId, moment));
  // A bet is open from its stake to its end, and again from a rollback to the next end.
  const { rows } = await sql<{ betId: string; stake: Cents; placedAt: string; count: number; stakes: Cents }>`
    select bet as "betId", stake, ${utcText('placed')} as "placedAt", count(*) over ()::integer as count,
      sum(stake) over ()::bigint as stakes
    from (
      select e.payload ->> 'betId' as bet, max(e.amount) filter (where e.type = 'StakeTaken')
          - coalesce(sum((e.payload ->> 'stake')::bigint) filter (where e.type = 'CashedOut'), 0)::bigint as stake,
        min(${sql.ref(moment.time === 'recorded' ? 'e.recorded_at' : 'e.effective_at')}) as placed
      from ledger_events e
      where e.wallet_id = ${walletId} and ${happenedBy(moment)} and e.type in (
        'StakeTaken', 'SettlementRolledBack', 'BetRejected', 'CashedOut', 'WinningsPaid', 'StakeLost', 'StakeRefunded')
      group by 1
      having sum(case when e.type in ('StakeTaken', 'SettlementRolledBack') then 1 when e.type = 'CashedOut' then 0 else -1 end) > 0
    ) open where stake > 0
    order by placed desc limit ${betsShown}`.execute(db);
  return {
    at: moment.at,
    balances,
    openBets: {
      count: rows[0]?.count ?? 0,
      stakes: dollars(rows[0]?.stakes ?? (0 as Cents)),
      newest: rows.map(({ betId, stake, placedAt }) => ({ betId, stake: dollars(stake), placedAt })),
    },
  };
}

async function readBetween(
  db: Db,
  walletId: WalletId,
  { from, to, time }: { readonly from: string; readonly to: string; readonly time: LedgerTime },
): Promise<WalletComparison['between']> {
  const { rows } = await sql<{ type: string; events: number } & Record<keyof BalancesView, Cents>>`
    select e.type, count(distinct e.seq)::integer as events, ${sql.join(
      (['cash', 'held', 'bonus', 'staked'] as const).map(
        (name) =>
          sql`coalesce(sum(l.amount) filter (where l.account = ${`player:${name}`}), 0)::bigint as ${sql.ref(name)}`,
      ),
    )}
    from ledger_events e left join ledger_entries l on l.seq = e.seq
    where e.wallet_id = ${walletId} and ${happenedBy({ at: to, time })} and not ${happenedBy({ at: from, time })}
    group by e.type order by e.type`.execute(db);
  return rows.map(({ type, events, cash, held, bonus, staked }) => ({
    type,
    events,
    change: { cash: dollars(cash), held: dollars(held), bonus: dollars(bonus), staked: dollars(staked) },
  }));
}
