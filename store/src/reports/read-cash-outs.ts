import { type CashOutQuote, cashOutValue, legFactor, linesPayout } from '@touchline/core/betting';
import type { RevenueGroup } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { type Cents, minus, noMoney, plus } from '@touchline/core/money';
import { sql } from 'kysely';
import { readBets } from '../bets/index.ts';
import type { Db } from '../connect.ts';
import { betOfEvent } from './day-totals.ts';
import type { Period } from './read-period.ts';

/**
 * Cash-outs of a group. `worth`: their value without our margin. `decided` and `paidForDecided`: those whose bets have all results since,
 * and what was paid for them; `wouldHavePaid`: what the same parts would have returned.
 */
export type CashOutTotals = {
  readonly count: number;
  readonly stakes: Cents;
  readonly paid: Cents;
  readonly worth: Cents;
  readonly decided: number;
  readonly paidForDecided: Cents;
  readonly wouldHavePaid: Cents;
};
export type CashOutReport = {
  readonly total: CashOutTotals;
  readonly groups: readonly { readonly group: string; readonly totals: CashOutTotals }[];
};

const none: CashOutTotals = {
  count: 0,
  stakes: noMoney,
  paid: noMoney,
  worth: noMoney,
  decided: 0,
  paidForDecided: noMoney,
  wouldHavePaid: noMoney,
};

/** A longer list is not added up at once. */
const mostCashOuts = 50_000;
const pageSize = 1_000;

/** Returns the cash-outs of a period, each valued again from what its event holds; `too-many` if it has more than 50,000. */
export async function readCashOuts(
  db: Db,
  { from, to, by, unit }: Period & { readonly by: RevenueGroup; readonly unit: 'day' | 'month' },
): Promise<CashOutReport | 'too-many'> {
  const group = {
    day: sql`to_char(e.recorded_at at time zone 'UTC', ${unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'})`,
    league: sql`bet.league`,
    market: sql`bet.market`,
  };
  const groups = new Map<string, CashOutTotals>();
  let total = none;
  let after = 0;
  for (;;) {
    const { rows } = await sql<CashOutRow>`
      select e.seq, ${group[by]} as "group", e.amount, e.payload
      from ledger_events e cross join lateral (${betOfEvent}) bet
      where e.type = 'CashedOut' and e.recorded_at >= ${from}::timestamptz and e.recorded_at < ${to}::timestamptz
        and e.seq > ${after}
      order by e.seq limit ${pageSize}`.execute(db);
    const bets = new Map(
      (await readBets(db, [...new Set(rows.map(({ payload }) => payload.betId))])).map((bet) => [bet.id, bet]),
    );
    for (const row of rows) {
      const bet = bets.get(row.payload.betId);
      if (!bet) continue;
      const { stake, quote } = row.payload;
      const odds = bet.legs.map((leg) => leg.odds);
      const totals = {
        ...none,
        count: 1,
        stakes: stake,
        paid: row.amount,
        worth: cashOutValue(stake, { odds, system: bet.system }, { ...quote, margin: '0' }),
        ...endOf(bet.legs, row.amount, (factors) => linesPayout(stake, factors, bet.system)),
      };
      total = sum(total, totals);
      groups.set(row.group, sum(groups.get(row.group) ?? none, totals));
    }
    after = rows.at(-1)?.seq ?? after;
    if (total.count > mostCashOuts) return 'too-many';
    if (rows.length < pageSize) break;
  }
  const inOrder = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return { total, groups: inOrder.map(([name, totals]) => ({ group: name, totals })) };
}

type CashOutRow = {
  readonly seq: number;
  readonly group: string;
  readonly amount: Cents;
  readonly payload: { readonly betId: BetId; readonly stake: Cents; readonly quote: CashOutQuote };
};
type Legs = Awaited<ReturnType<typeof readBets>>[number]['legs'];

/** How a part that was cashed out would have ended, once every leg is graded. */
function endOf(legs: Legs, paid: Cents, payoutOf: (factors: ReturnType<typeof legFactor>[]) => Cents) {
  const factors = legs.flatMap(({ status, odds }) => (status === 'pending' ? [] : [legFactor(status, odds)]));
  return factors.length < legs.length ? {} : { decided: 1, paidForDecided: paid, wouldHavePaid: payoutOf(factors) };
}

const sum = (a: CashOutTotals, b: CashOutTotals): CashOutTotals => ({
  count: a.count + b.count,
  stakes: plus(a.stakes, b.stakes),
  paid: plus(a.paid, b.paid),
  worth: plus(a.worth, b.worth),
  decided: a.decided + b.decided,
  paidForDecided: plus(a.paidForDecided, b.paidForDecided),
  wouldHavePaid: plus(a.wouldHavePaid, b.wouldHavePaid),
});

/** What we keep of the value of cash-outs, and what the decided ones have saved: negative if the bets would have returned less. */
export const cashOutResult = ({ worth, paid, paidForDecided, wouldHavePaid }: CashOutTotals) => ({
  margin: minus(worth, paid),
  saved: minus(wouldHavePaid, paidForDecided),
});
