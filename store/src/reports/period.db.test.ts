import type { RevenueGroup } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import type { MatchResult } from '@touchline/core/markets';
import { type Cents, centsFromDollars } from '@touchline/core/money';
import {
  type Balances,
  type Figure,
  type PeriodReport,
  type Revenue,
  revenueFigureNames,
  revenueFigures,
} from '@touchline/core/reports';
import type { Account } from '@touchline/core/wallet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventFilter } from '../ledger/index.ts';
import { compareMoments, totalEvents, trialBalance } from '../ledger/index.ts';
import { settleMatch } from '../settlement/settle-match.ts';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  decideMatch,
  depositWithBonus,
  homeWins,
  type Player,
  type TestMatch,
  tamper,
} from '../testing/index.ts';
import { createWalletWriter, type WalletWriter } from '../wallet/index.ts';
import { countDayTotals, readPeriod } from './index.ts';

let writer: WalletWriter;
let players: readonly Player[];
const now = () => instant(Date.now());

/** The same numbers from 0 to 1 in every run. */
let state = 20_261_123;
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}
const below = (count: number): number => Math.floor(random() * count);

const labels = [(match: TestMatch) => `${match.homeTeam} Win`, () => 'Draw', () => 'Over 2.5', () => 'Under 2.5'];

/** Bets on six matches of three leagues: singles and accumulators, won, lost, void and corrected. */
async function playBook(): Promise<void> {
  writer = createWalletWriter(database);
  players = [];
  for (let player = 0; player < 5; player += 1) {
    players = [...players, await createPlayer(database.db, writer, player < 3 ? 400 : 0)];
  }
  for (const player of players.slice(3)) await depositWithBonus(database.db, writer, player, 60);
  const matches: TestMatch[] = [];
  for (let at = 0; at < 6; at += 1) matches.push(await createMatch(database.db, `Home ${at}`, `Away ${at}`));
  for (const player of players) {
    for (let bet = 0; bet < 9; bet += 1) {
      const first = below(6);
      const on = [matches[first], ...(below(3) === 0 ? [matches[(first + 1 + below(5)) % 6]] : [])];
      const placed = homeWins(
        player,
        on.flatMap((match) => match ?? []),
        100 + below(900),
      );
      const picks = placed.request.picks.map((pick, at) => {
        const match = on[at];
        return match ? { ...pick, label: labels[below(4)]?.(match) ?? pick.label } : pick;
      });
      await writer.submit({ ...placed, request: { ...placed.request, oddsPolicy: 'any', picks } });
    }
  }
  const score = (home: number, away: number): MatchResult => ({ kind: 'score', score: { home, away } });
  const results: readonly (readonly MatchResult[])[] = [
    [score(2, 1)],
    [score(0, 0), score(3, 0)],
    [{ kind: 'void' }],
    [score(1, 1), { kind: 'void' }, score(1, 2)],
    [{ kind: 'void' }, score(2, 2)],
    [score(1, 0)],
  ];
  for (const [at, decisions] of results.entries()) {
    for (const result of decisions) await decide(matches[at]?.id as TestMatch['id'], result);
  }
  await writer.close();
  // A league for every two matches, and about 37 minutes between two events, so that the book covers days of two months.
  await tamper(
    database,
    ...matches.map(({ id }, at) => `update matches set league_key = 'league_${Math.floor(at / 2)}' where id = '${id}'`),
    `update ledger_events set recorded_at = timestamptz '2026-01-28T22:10:00.5Z' + seq * interval '37 minutes'`,
  );
}

async function decide(matchId: TestMatch['id'], result: MatchResult): Promise<void> {
  await decideMatch(database.db, matchId, { result, voidBets: [] });
  await settleMatch({ db: database.db, pipelines: database.pipelines }, matchId, { now });
}

const database = await createTestDatabase();
await playBook();
afterAll(() => database.close());

type Period = { readonly from: string; readonly to: string };
const at = (day: string, time = '00:00:00') => `${day}T${time}.000000Z`;
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString().replace('Z', '999Z');
const read = async (period: Period, by: RevenueGroup = 'day') => {
  const report = await readPeriod(database.db, { ...period, by, unit: 'day' });
  if (report === 'not-ready') throw new Error('it must be ready');
  return report;
};

const periods: readonly Period[] = [
  { from: at('2026-01-01'), to: at('2026-04-01') },
  { from: at('2026-01-30'), to: at('2026-01-31') },
  { from: at('2026-01-29', '03:17:00'), to: at('2026-02-02', '13:00:01') },
  { from: at('2026-01-30', '03:00:00'), to: at('2026-01-30', '15:00:00') },
  { from: at('2026-01-29', '13:00:00'), to: at('2026-01-30') },
  { from: at('2025-01-01'), to: at('2025-02-01') },
];

const plain = (balances: Balances) => Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0));
const balancesAt = async (moment: string) => {
  const { accounts } = await trialBalance(database.db, { time: 'recorded', at: before(moment) });
  return plain(Object.fromEntries(accounts.map(({ account, balance }) => [account, balance])) as Balances);
};

/** The sum of the entries behind a figure, as the ledger's list adds them up. */
async function sumOfEvents({ kinds, accounts, isNegated }: Figure, filter: Partial<EventFilter>): Promise<Cents> {
  const found = await totalEvents(database.db, {
    time: 'recorded',
    type: kinds.join(','),
    account: accounts.join(','),
    ...filter,
  });
  expect(found.isComplete).toBe(true);
  const sum = centsFromDollars(found.amount ?? Number.NaN) ?? Number.NaN;
  return (isNegated ? 0 - sum : sum) as Cents;
}
const range = ({ from, to }: Period) => ({ from, to: before(to) });

// The totals are exact however far the events are counted.
describe.each(['not counted', 'partly counted', 'counted'])('a report over events that are %s', (progress) => {
  beforeAll(async () => {
    if (progress === 'counted') expect(await countDayTotals(database.db)).toBe(true);
    if (progress !== 'partly counted') return;
    const owner = await sql<{ seq: number }>`select max(seq)::bigint as seq from ledger_events`.execute(database.db);
    const last = owner.rows[0]?.seq ?? 0;
    // Hides the newer half while the older one is counted.
    await tamper(database, `create table hidden as select * from ledger_events where seq > ${Math.floor(last / 2)}`);
    await tamper(database, `delete from ledger_events where seq > ${Math.floor(last / 2)}`);
    expect(await countDayTotals(database.db)).toBe(true);
    await tamper(database, 'insert into ledger_events select * from hidden', 'drop table hidden');
  });

  test('opens and closes with the balances of those moments, to the cent', async () => {
    for (const period of periods) {
      const { opening, movements, closing } = await read(period);
      expect(plain(opening)).toEqual(await balancesAt(period.from));
      expect(plain(closing)).toEqual(await balancesAt(period.to));
      const added: Record<string, number> = { ...opening };
      for (const { amounts } of movements) {
        for (const [account, amount] of Object.entries(amounts)) added[account] = (added[account] ?? 0) + amount;
      }
      expect(plain(added as Balances)).toEqual(plain(closing));
    }
  });

  test('has figures that are the sums of the events they open', async () => {
    for (const period of periods) {
      for (const by of ['day', 'league', 'market'] as const) {
        const report = await read(period, by);
        const figures = async (filter: Partial<EventFilter>) =>
          Object.fromEntries(
            await Promise.all(
              revenueFigureNames.map(async (name) => [name, await sumOfEvents(revenueFigures[name], filter)] as const),
            ),
          );
        expect(report.total).toEqual(await figures(range(period)));
        for (const { group, figures: shown } of report.groups) {
          const filter = by === 'day' ? partOfDay(group, period) : { ...range(period), [by]: group };
          expect([by, group, await figures(filter)]).toEqual([by, group, shown]);
        }
      }
    }
    const { movements } = await read(periods[2] as Period);
    for (const { kind, amounts } of movements) {
      for (const [account, amount] of Object.entries(amounts)) {
        const figure = { kinds: [kind], accounts: [account as Account] } as unknown as Figure;
        expect([kind, account, await sumOfEvents(figure, range(periods[2] as Period))]).toEqual([
          kind,
          account,
          amount,
        ]);
      }
    }
  });

  test('divides the revenue into groups that add up to the total, and keeps the definitions', async () => {
    const [whole] = periods;
    if (!whole) return;
    for (const by of ['day', 'league', 'market'] as const) {
      const { total, groups } = await read(whole, by);
      for (const name of revenueFigureNames) {
        expect([by, name, groups.reduce((sum, { figures }) => sum + figures[name], 0)]).toEqual([
          by,
          name,
          total[name],
        ]);
      }
      checkDefinitions(total);
    }
    const { groups } = await read(whole, 'league');
    expect(groups.map(({ group }) => group)).toEqual(['league_0', 'league_1', 'league_2', 'none', 'several']);
    expect((await read(whole, 'market')).groups.map(({ group }) => group)).toEqual([
      'h2h',
      'none',
      'several',
      'totals',
    ]);
  });
});

function checkDefinitions({ stakes, payouts, ggr, bonusCost, ngr, refunds }: Revenue): void {
  expect([ggr, ngr]).toEqual([stakes - payouts, ggr - bonusCost]);
  expect(Math.min(stakes, payouts, bonusCost, refunds)).toBeGreaterThan(0);
}

const partOfDay = (day: string, { from, to }: Period) => ({
  from: max(at(day), from),
  to: before(min(at(nextDay(day)), to)),
});
const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const max = (a: string, b: string) => (a > b ? a : b);
const min = (a: string, b: string) => (a < b ? a : b);

test('reads settled stakes from the bets themselves', async () => {
  const [whole] = periods;
  if (!whole) return;
  const { total }: PeriodReport = await read(whole);
  const { rows } = await sql<{ stakes: Cents; payouts: Cents; refunds: Cents }>`
    select sum(stake) filter (where status <> 'void')::bigint as stakes,
      sum(payout) filter (where status <> 'void')::bigint as payouts,
      sum(payout) filter (where status = 'void')::bigint as refunds
    from bets where status <> 'pending'`.execute(database.db);
  expect({ stakes: total.stakes, payouts: total.payouts, refunds: total.refunds }).toEqual(rows[0]);
});

test('compares two moments of a wallet: what moved between them, and the bets that were open', async () => {
  for (const { walletId } of players) {
    const { from, to, between } = await compareMoments(database.db, walletId, {
      ...{ from: at('2026-01-30'), to: at('2026-02-03'), time: 'recorded' as const },
    });
    const sum = { ...from.balances };
    for (const { change } of between) {
      for (const name of ['cash', 'held', 'bonus', 'staked'] as const) {
        sum[name] = Math.round((sum[name] + change[name]) * 100) / 100;
      }
    }
    expect(sum).toEqual(to.balances);
    expect([from.openBets.stakes, to.openBets.stakes]).toEqual([from.balances.staked, to.balances.staked]);
    expect(from.openBets.newest.length).toBe(from.openBets.count);
  }
});
