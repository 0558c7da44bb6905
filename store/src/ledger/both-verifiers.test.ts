import type { BetStatus, CashOutQuote } from '@touchline/core/betting';
import type { BetId, MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import { cents, Decimal, noMoney } from '@touchline/core/money';
import type { MatchDecision } from '@touchline/core/settlement';
import type { EventRecord, Json } from '@touchline/core/wallet';
import { describe, expect, test } from 'vitest';
import { verifyUnsigned } from '../testing/verify-alone.ts';
import { eventHash } from '../wallet/event-hash.ts';
import { betTerms } from '../wallet/place-bet.ts';
import { type AuditedBet, type BetEvent, checkBet } from './check-bet.ts';
import { collectFindings } from './findings.ts';

const id = '3f2b8c1d-9a47-4e06-b5d3-7c1e2f9a8b40' as BetId;
const walletId = '01937f8a-6c00-7000-8000-000000000001';
const matchId = '9c0d2f6e-5b1a-4c38-8e77-2a6b4d9f1c05' as MatchId;
const placedAt = instant(Date.UTC(2025, 5, 1, 15));

type Decided = { readonly at: Instant; readonly decision: MatchDecision };
/** What happened to a bet of $10 on a home win, and the bet's row afterwards. */
type History = {
  readonly events: readonly (readonly [type: string, amount: number, payload: Record<string, Json>, key?: string])[];
  readonly odds?: string;
  readonly row: {
    readonly status: BetStatus;
    readonly payout?: number;
    readonly awaits?: boolean;
    readonly taken?: number;
  };
  readonly decisions?: readonly Decided[];
  readonly verifiedAt?: Instant;
  /** Minutes between two events; 1 by default. */
  readonly eventEvery?: number;
};

const termsAt = (odds: string) => {
  const price = new Decimal(odds);
  return {
    ...{ stake: cents(1_000), system: undefined, totalOdds: price },
    potentialPayout: cents(price.times(1_000).floor().toNumber()),
    legs: [{ matchId, outcome: { market: 'h2h', pick: 'home' }, odds: price }],
  } satisfies Partial<AuditedBet>;
};
const digestAt = (odds: string) => betTerms(id, termsAt(odds));
const taken = (more: Record<string, Json> = {}, odds = '2.1') =>
  ['StakeTaken', 1_000, { rules: 7, terms: digestAt(odds), ...more }, `stake:${id}`] as const;
const accepted = (odds: string, key = `judge:${id}`) => ['BetAccepted', 0, { terms: digestAt(odds) }, key] as const;
const rejected = ['BetRejected', 1_000, { reason: 'stale' }, `judge:${id}`] as const;
const paid = (amount: number, more: Record<string, Json> = {}) =>
  ['WinningsPaid', amount, { stake: 1_000, settlement: 1, legs: ['won'], ...more }] as const;
const rolledBack = (more: Record<string, Json> = {}) =>
  [
    'SettlementRolledBack',
    2_100,
    { stake: 1_000, settlement: 1, reverses: 'WinningsPaid', reason: 'test', ...more },
  ] as const;
const cashedOut = (amount: number, ...legs: CashOutQuote['legs']) =>
  ['CashedOut', amount, { stake: 1_000, quote: { margin: '0.05', legs } as unknown as Json }] as const;
const awaits = { awaits: true };
/** A score that is decided this many minutes after the bet. */
const score = (home: number, away: number, after = 0): Decided => ({
  at: instant(placedAt + minutes(after)),
  decision: { result: { kind: 'score', score: { home, away } }, voidBets: [] },
});

const eventsOf = ({ events, eventEvery = 1 }: History): readonly BetEvent[] =>
  events.map(([type, amount, payload, key], at) => ({
    ...{ walletId, version: at + 1, seq: at + 1, type, amount, key: key ?? `${type}:${at}` },
    payload: { betId: id, ...payload },
    recordedAt: instant(placedAt + minutes(at * eventEvery)),
  }));

const betOf = ({ events, odds = '2.1', row }: History): AuditedBet => {
  const sum = (type: string, amount: (event: History['events'][number]) => number) =>
    cents(events.filter(([each]) => each === type).reduce((total, event) => total + amount(event), 0));
  return {
    ...{ id, walletId, bonusStake: noMoney, ...termsAt(odds), status: row.status },
    payout: row.payout === undefined ? null : cents(row.payout),
    cashedOut: {
      stake: sum('CashedOut', ([, , payload]) => Number(payload['stake'])),
      paid: sum('CashedOut', ([, amount]) => amount),
    },
    settlement: events.filter(([type]) => type === 'WinningsPaid').length,
    takenAt: instant(placedAt + minutes(row.taken ?? 0)),
    awaitsAcceptance: row.awaits ?? false,
  };
};

function productKinds(history: History, now: Instant): readonly string[] {
  const findings = collectFindings();
  const decisions = history.decisions ?? [];
  const results = new Map(
    decisions.length > 0
      ? [
          [
            matchId,
            { decisions: decisions.map(({ at, decision }) => ({ ...decision, decidedAt: at })), isApplied: true },
          ],
        ]
      : [],
  );
  checkBet(id, betOf(history), eventsOf(history), { results, now }, findings);
  return findings.all().listed.map(({ kind }) => kind);
}

const utc = (at: number): string => new Date(at).toISOString().replace('Z', '000Z');

/** The lines of an export of nothing but this. */
function exportLines(history: History, now: Instant): readonly object[] {
  const { cashedOut, legs, totalOdds, ...bet } = betOf(history);
  const results = (history.decisions ?? []).map(({ at, decision: { result, voidBets } }) => ({
    ...{ match_id: matchId, kind: result.kind, void_bets: voidBets, decided_at: utc(at) },
    home_score: 'score' in result && result.score ? result.score.home : null,
    away_score: 'score' in result && result.score ? result.score.away : null,
  }));
  let head: Buffer = Buffer.alloc(32);
  const events = eventsOf(history).map(({ walletId: wallet_id, recordedAt, payload, ...event }) => {
    const at = utc(recordedAt);
    const record: EventRecord = {
      ...{ ...event, wallet_id, payload, request: '00'.repeat(32), actor: 'system:test', cause: 'test' },
      ...{ effective_at: at, recorded_at: at },
    };
    const prev = head;
    head = eventHash(prev, record);
    return { event: record, prev_hash: prev.toString('hex'), hash: head.toString('hex'), entries: [] };
  });
  return [
    { format: 'touchline-ledger', version: 2, exported_at: utc(now) },
    { unlogged: true },
    {
      bet: {
        ...{ id, wallet_id: walletId, stake: bet.stake, bonus_stake: 0, system: null, total_odds: totalOdds.toFixed() },
        ...{
          potential_payout: bet.potentialPayout,
          status: bet.status,
          payout: bet.payout,
          settlement: bet.settlement,
        },
        ...{ cashed_stake: cashedOut.stake, cashed_paid: cashedOut.paid, taken_at: bet.takenAt },
        awaits_acceptance: bet.awaitsAcceptance,
        legs: legs.map(({ odds }) => ({
          ...{ match: matchId, market: 'h2h', pick: 'home', point: null, odds: odds.toFixed(), priced_from: null },
        })),
      },
    },
    ...events,
    ...results.map((record) => ({ source: 'result', record: JSON.stringify(record) })),
  ];
}

async function verifyLines(lines: readonly object[]) {
  const { kinds, text } = await verifyUnsigned('export.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
  return { kinds: kinds.filter((kind) => /^(bet|payout|verdict|unreadable)/.test(kind)), text };
}

/** What the product's verification finds in a bet, and the stand-alone one as well. */
async function kindsOf(history: History): Promise<readonly string[]> {
  const now = history.verifiedAt ?? instant(placedAt + hours(3));
  const kinds = productKinds(history, now);
  expect((await verifyLines(exportLines(history, now))).kinds).toEqual(kinds);
  return kinds;
}

describe('both verifications', () => {
  const won = { status: 'won', payout: 2_100 } as const;

  test.each<[string, History]>([
    [
      'a bet that awaited no acceptance and won',
      { events: [taken(), paid(2_100)], row: won, decisions: [score(1, 0)] },
    ],
    [
      'one that awaits it',
      { events: [taken(awaits)], row: { status: 'pending', awaits: true }, decisions: [score(1, 0)] },
    ],
    [
      'one that was accepted at better odds',
      {
        events: [taken(awaits, '2'), accepted('2.1'), paid(2_100)],
        ...{ row: { ...won, taken: 1 }, decisions: [score(1, 0)] },
      },
    ],
    ['one that was rejected', { events: [taken(awaits), rejected], row: { status: 'void', payout: 1_000 } }],
    [
      'one that was accepted under house rules before it was recorded',
      {
        events: [taken({ rules: 6 }), accepted('2.1'), paid(2_100)],
        row: { ...won, taken: 1 },
        decisions: [score(1, 0)],
      },
    ],
  ])('find nothing in %s', async (_what, history) => {
    expect(await kindsOf(history)).toEqual([]);
  });

  test.each<[string, History]>([
    [
      'is judged a second time, at other odds',
      {
        events: [taken({ rules: 6 }), accepted('2.1'), accepted('50', `judge:${id}:2`), paid(50_000)],
        ...{ odds: '50', row: { status: 'won', payout: 50_000, taken: 2 }, decisions: [score(1, 0)] },
      },
    ],
    [
      'is accepted at other odds, but awaited no acceptance',
      {
        events: [taken(), accepted('50'), paid(50_000)],
        ...{ odds: '50', row: { status: 'won', payout: 50_000, taken: 1 }, decisions: [score(1, 0)] },
      },
    ],
    [
      'is judged under another key',
      { events: [taken(awaits), accepted('2.1', 'another key')], row: { status: 'pending', taken: 1 } },
    ],
    [
      'is rejected after it was accepted',
      {
        events: [taken({ rules: 6 }), accepted('2.1'), rejected],
        ...{ row: { status: 'void', payout: 1_000 }, decisions: [score(1, 0)] },
      },
    ],
    [
      'is rejected, but awaited no acceptance',
      { events: [taken(), rejected], row: { status: 'void', payout: 1_000 }, decisions: [score(1, 0)] },
    ],
    ['is settled before it was judged', { events: [taken(awaits), paid(2_100)], row: won, decisions: [score(1, 0)] }],
  ])('find a bet that %s', async (_what, history) => {
    expect(await kindsOf(history)).toEqual(['payout-wrong']);
  });

  test.each<[string, History]>([
    [
      'it was judged',
      {
        events: [taken(awaits), accepted('2.1')],
        row: { status: 'pending', awaits: true, taken: 1 },
        decisions: [score(1, 0)],
      },
    ],
    ['it awaited none', { events: [taken()], row: { status: 'pending', awaits: true }, decisions: [score(1, 0)] }],
    [
      'its stake was taken more than a day ago',
      {
        events: [taken({ rules: 6 })],
        ...{
          row: { status: 'pending', awaits: true },
          decisions: [score(1, 0)],
          verifiedAt: instant(placedAt + hours(25)),
        },
      },
    ],
  ])('find a winning bet that still awaits acceptance although %s', async (_what, history) => {
    expect(await kindsOf(history)).toEqual(['verdict-wrong']);
  });

  /** A cash-out of the whole bet ten minutes after it was taken. */
  const cashOut = (amount: number, leg: CashOutQuote['legs'][number], but: Partial<History> = {}): History => ({
    events: [taken(), cashedOut(amount, leg)],
    ...{ row: { status: 'cashed-out', payout: amount }, eventEvery: 10, ...but },
  });
  const even = { chances: { won: '0.500000' } };
  const open: Decided['decision'] = { result: { kind: 'open' }, voidBets: [] };

  test.each<[string, History]>([
    ['an open leg', cashOut(997, even)],
    ['a leg that a result had won', cashOut(2_100, { verdict: 'won' }, { decisions: [score(1, 0)] })],
    [
      'a leg whose result was corrected later',
      cashOut(2_100, { verdict: 'won' }, { decisions: [score(1, 0), score(0, 1, 20)] }),
    ],
    ['an open leg that was decided later', cashOut(997, even, { decisions: [score(0, 1, 20)] })],
    ['an open leg whose result was being recorded', cashOut(997, even, { decisions: [score(0, 1, 9)] })],
    [
      'an open leg whose result had just been taken back',
      cashOut(997, even, { decisions: [score(0, 1), { at: instant(placedAt + minutes(9)), decision: open }] }),
    ],
    [
      'a leg under house rules before it was required',
      cashOut(997, even, { events: [taken({ rules: 6 }), cashedOut(997, even)], decisions: [score(0, 1)] }),
    ],
  ])('find nothing in a cash-out of %s', async (_what, history) => {
    expect(await kindsOf(history)).toEqual([]);
  });

  test.each<[string, History]>([
    ['won, although its match was lost', cashOut(2_100, { verdict: 'won' }, { decisions: [score(0, 1)] })],
    ['won, although its match has no result', cashOut(2_100, { verdict: 'won' })],
    ['open, although its match had been lost', cashOut(997, even, { decisions: [score(0, 1)] })],
  ])('find a cash-out that calls a leg %s', async (_what, history) => {
    expect(await kindsOf(history)).toEqual(['verdict-wrong']);
  });

  const settledTwice = (first: Record<string, Json>, back: Record<string, Json>): History => ({
    events: [taken(), paid(2_100, first), rolledBack(back), paid(2_100, { settlement: 2 })],
    ...{ row: won, decisions: [score(1, 0)] },
  });

  test('find nothing in a settlement that was rolled back and repeated, with the wagering or without', async () => {
    expect(await kindsOf(settledTwice({}, {}))).toEqual([]);
    expect(await kindsOf(settledTwice({ wagered: 1_000 }, { wagered: 1_000 }))).toEqual([]);
    expect(await kindsOf(settledTwice({ wagered: 1_000 }, {}))).toEqual([]);
  });

  test.each<[string, History]>([
    ['takes back less than it paid, by another split', settledTwice({}, { forfeited: 2_100 })],
    ['leaves the stake of a settlement where it was', settledTwice({}, { stake: 0 })],
    ['takes back more wagering than was counted', settledTwice({ wagered: 500 }, { wagered: 1_000 })],
  ])('find a rollback that %s', async (_what, history) => {
    expect(await kindsOf(history)).toEqual(['payout-wrong']);
  });

  test.each<[string, Record<string, Json>]>([
    ['keeps a part as forfeited, of a stake without bonus money', { forfeited: 2_100 }],
    ['pays a part to a bonus, of a stake without bonus money', { toBonus: 1 }],
    ['leaves the stake open', { stake: 0 }],
    ['counts more than its stake as wagered', { wagered: 1_001 }],
    ['counts a negative amount as wagered', { wagered: -1 }],
  ])('find winnings of which the event %s', async (_what, more) => {
    expect(await kindsOf({ events: [taken(), paid(2_100, more)], row: won, decisions: [score(1, 0)] })).toEqual([
      'payout-wrong',
    ]);
  });

  test('find a cash-out with a margin above all', async () => {
    const history = cashOut(-1_050, even);
    const [stake, [type, , payload]] = [taken(), cashedOut(0, even)];
    const events = [stake, [type, -1_050, { ...payload, quote: { margin: '2', legs: [even] } }] as const];
    expect(await kindsOf({ ...history, events })).toEqual(['payout-wrong']);
  });

  test('find a cash-out by a verdict that pays nothing or is none', async () => {
    expect(await kindsOf(cashOut(1_000, { verdict: 'pending' as never }))).toEqual(['payout-wrong']);
    expect(await kindsOf(cashOut(0, { chances: { lost: '1.000000' } }))).toEqual(['payout-wrong']);
  });
});

describe('the stand-alone verification of an export', () => {
  const waiting: History = {
    events: [taken(awaits)],
    ...{ row: { status: 'pending', awaits: true }, decisions: [score(1, 0)] },
  };
  const now = instant(placedAt + hours(3));
  const lines = exportLines(waiting, now);

  test('believes what is in progress for a day after what the file says last', async () => {
    expect((await verifyLines(lines)).kinds).toEqual([]);
    const later = exportLines({ ...waiting, decisions: [score(1, 0), score(1, 0, 24 * 60 + 1)] }, now);
    expect((await verifyLines(later)).kinds).toEqual(['verdict-wrong']);
  });

  test('reports a time of the export that is none', async () => {
    const [format, ...rest] = lines;
    expect((await verifyLines([{ ...format, exported_at: 'today' }, ...rest])).kinds).toContain('unreadable');
  });

  test('reports a second line of a bet', async () => {
    expect((await verifyLines([...lines, ...lines.filter((line) => 'bet' in line)])).kinds).toEqual(['bet-differs']);
  });

  test('says that it believes which records expired', async () => {
    const [format, ...rest] = lines;
    const batch = { index: 0, entries: 1, source: 'access', from: 1, to: 1 };
    const { text } = await verifyLines([format ?? {}, { batch }, { expired: '00'.repeat(32) }, ...rest]);
    expect(text).toContain('Not covered: 1 entry is said to be an expired access record; that is not proved.');
  });

  test('says that a bet was placed under earlier house rules than those before it', async () => {
    const stakes = lines.filter((line) => 'event' in line) as { readonly event: EventRecord }[];
    const old = (minutesLater: number) =>
      stakes.map((line) => ({
        ...line,
        event: { ...line.event, payload: { betId: 'b' }, recorded_at: utc(placedAt + minutes(minutesLater)) },
      }));
    expect((await verifyLines([...lines, ...old(60)])).text).not.toContain('earlier house rules');
    expect((await verifyLines([...lines, ...old(61)])).text).toContain(
      'Not covered: 1 bet was placed under earlier house rules than bets before',
    );
  });
});
