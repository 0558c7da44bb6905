import { randomUUID } from 'node:crypto';
import { defaultLimits } from '@touchline/core/betting';
import type { BetId, MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { derivedKeys, isBuilder, outcomeFromLabel, outcomeLabel } from '@touchline/core/markets';
import { cents, Decimal } from '@touchline/core/money';
import { builderPrice, derivedPrices } from '@touchline/core/pricing';
import type { VoidWindow } from '@touchline/core/settlement';
import { afterAll, describe, expect, test } from 'vitest';
import { exportLedger } from '../ledger/index.ts';
import { verifyMoney } from '../ledger/verify.ts';
import { readMatches } from '../matches/index.ts';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  decideMatch,
  finishAndSettle,
  type finishMatch,
  homeWins,
  settleEnded,
  tamper,
  verifyUnsigned,
} from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import {
  listRulings,
  missingHalfTimes,
  recordHalfTimes,
  recordScoreSoFar,
  reopenGrading,
  reopenWindows,
} from './index.ts';

const store = await createTestDatabase();
const writer = createWalletWriter(store);
const player = await createPlayer(store.db, writer, 5_000);
afterAll(async () => {
  await writer.close();
  await store.close();
});

const place = (matchId: Parameters<typeof finishMatch>[1], label: string, oddsSeen: Decimal) =>
  writer.submit({
    type: 'place-bet',
    betId: randomUUID() as BetId,
    walletId: player.walletId,
    userId: player.userId,
    request: { stake: cents(333), oddsPolicy: 'none', picks: [{ matchId, label, oddsSeen }] },
    rules: { limits: defaultLimits, inPlay: 'closed' },
    actor: `user:${player.userId}`,
    cause: 'request:test',
  });

/** A match with a bet on each of its derived selections. */
async function everySelection(homeTeam: string, awayTeam: string) {
  const { id } = await createMatch(store.db, homeTeam, awayTeam);
  const [match] = await readMatches(store.db, [id]);
  if (!match) throw new Error('no match');
  const before = instant(match.kickoffAt - 1);
  const offered = derivedPrices(match, before).map(({ outcome, odds }) => ({
    market: outcome.market as string,
    label: outcomeLabel(match, outcome),
    odds,
  }));
  expect(new Set(offered.map(({ market }) => market))).toEqual(new Set<string>(derivedKeys));
  for (const { label, odds } of offered) expect(await place(id, label, odds)).toMatchObject({ ok: true });
  for (const parts of combinations(homeTeam, awayTeam)) {
    const outcome = outcomeFromLabel(match, `Builder: ${parts.join(' + ')}`);
    const price = outcome && isBuilder(outcome) ? builderPrice(match, before, outcome) : undefined;
    if (!outcome || !price) throw new Error(`no price for ${parts.join(' + ')}`);
    const label = outcomeLabel(match, outcome);
    expect(await place(id, label, price.odds)).toMatchObject({ ok: true });
    offered.push({ market: outcome.market, label, odds: price.odds });
  }
  return { id, offered };
}

/** Records the half-time score as the worker does. Returns how many were recorded. */
const reportHalfTime = async (matchId: MatchId, home: number, away: number): Promise<number> => {
  const report = { matchId, score: { home, away }, source: 'a provider', isAgreed: true };
  const at = instant(Date.now());
  return (await store.db.transaction().execute((trx) => recordHalfTimes(trx, [report], at))).length;
};

/** Bet builders with selections of every kind that can be part of one. */
const combinations = (homeTeam: string, awayTeam: string) => [
  ['Draw', 'Under 2.5'],
  [`${homeTeam} Win`, 'Both teams to score: Yes', 'Goals: Over 3.5'],
  [`Double chance: ${homeTeam} or draw`, `${awayTeam} goals: Over 0.5`, 'Total goals: Odd'],
  [`Asian handicap: ${homeTeam} −0.5`, 'Goals: Under 4.5'],
];

const settled = async (id: string) => {
  const { rows } = await store.pool.query<{ label: string; status: string; payout: number; verdict: string }>(
    `select l.label, b.status, b.payout::int as payout, l.status as verdict
     from bets b join bet_legs l on l.bet_id = b.id where l.match_id = $1`,
    [id],
  );
  return new Map(rows.map(({ label, ...row }) => [label, row]));
};

test('a bet on every derived selection is settled by the final score, halves and pushes to the cent', async () => {
  const { id, offered } = await everySelection('Ajax', 'Utrecht');
  await reportHalfTime(id, 1, 1);
  await finishAndSettle(store, id, 2, 1);
  const bets = await settled(id);
  expect(bets.size).toBe(offered.length);
  expect([...bets.values()].filter(({ status }) => status === 'pending')).toEqual([]);
  const oddsOf = (label: string) => offered.find((each) => each.label === label)?.odds ?? new Decimal(Number.NaN);
  const paid = (factor: Decimal) => new Decimal(333).times(factor).floor().toNumber();
  const half = (label: string) => oddsOf(label).plus(1).div(2);
  expect(bets.get('Goals: Over 2.75')).toEqual({
    status: 'won',
    verdict: 'half-won',
    payout: paid(half('Goals: Over 2.75')),
  });
  expect(bets.get('Goals: Under 3.25')).toMatchObject({ verdict: 'half-won' });
  expect(bets.get('Goals: Under 2.75')).toEqual({ status: 'won', verdict: 'half-lost', payout: 166 });
  expect(bets.get('Goals: Over 3')).toEqual({ status: 'void', verdict: 'void', payout: 333 });
  expect(bets.get('Asian handicap: Ajax −1')).toMatchObject({ verdict: 'void', payout: 333 });
  expect(bets.get('Correct score: 2-1')).toEqual({
    status: 'won',
    verdict: 'won',
    payout: paid(oddsOf('Correct score: 2-1')),
  });
  expect(bets.get('Half-time result: Draw')).toMatchObject({ verdict: 'won' });
  expect(bets.get('Half-time/full-time: Draw/Ajax')).toMatchObject({ verdict: 'won' });
  expect(bets.get('First-half goals: Over 1.5')).toMatchObject({ verdict: 'won' });
  expect(bets.get('Correct score: 1-1')).toEqual({ status: 'lost', verdict: 'lost', payout: 0 });
  const builders = [...bets].filter(([label]) => label.startsWith('Builder: '));
  expect(builders.map(([, { verdict }]) => verdict).toSorted()).toEqual(['lost', 'lost', 'won', 'won']);
  for (const [label, { status, payout }] of builders) {
    expect(payout).toBe(status === 'won' ? paid(oddsOf(label)) : 0);
  }
  expect(
    [...bets].filter(([label, { status }]) => label.startsWith('Winning margin') && status === 'won'),
  ).toHaveLength(1);
});

test.each([
  [0, 0, 0, 0],
  [1, 1, 0, 1],
  [0, 5, 0, 2],
])(
  'every verdict at %i-%i after %i-%i is the one that the stand-alone verifier makes of the result',
  async (home, away, early, earlyAway) => {
    const { id } = await everySelection(`Home ${home}`, `Away ${away}`);
    await reportHalfTime(id, early, earlyAway);
    await finishAndSettle(store, id, home, away);
    expect([...(await settled(id)).values()].filter(({ status }) => status === 'pending')).toEqual([]);
    await expectBothVerifiersPass();
  },
);

/** Verifies the database, and an export of it with the stand-alone verifier. */
async function expectBothVerifiersPass() {
  expect(await verifyMoney(store.pool)).toMatchObject({ passed: true, findings: [] });
  const run = await verifyExport();
  expect([run.code, run.text]).toEqual([0, expect.not.stringContaining('verdict-wrong')]);
}

const verifyExport = () => verifyUnsigned('export.ndjson', exportLedger(store.pool, { format: 'ndjson' }));

describe('the score at half-time', () => {
  const reasonOf = async (id: MatchId) => (await listRulings(store.db, id)).map(({ reason }) => reason);
  const pending = async (id: string) => [...(await settled(id))].filter(([, { status }]) => status === 'pending');
  const isOfHalves = (label: string) => /^(Half-time|First-half|Both teams to score in the first half)/.test(label);

  test('settles the bets on the first half while the match goes on, and only those', async () => {
    const { id } = await everySelection('Breda', 'Venlo');
    expect(await reportHalfTime(id, 1, 0)).toBe(1);
    await settleEnded(store, id);
    const bets = await settled(id);
    const open = (await pending(id)).map(([label]) => label);
    expect(open.filter(isOfHalves).toSorted()).toEqual([
      'Half-time/full-time: Breda/Breda',
      'Half-time/full-time: Breda/Draw',
      'Half-time/full-time: Breda/Venlo',
    ]);
    expect([...bets.keys()].filter((label) => !isOfHalves(label) && !open.includes(label))).toEqual([]);
    expect(bets.get('Half-time result: Breda')).toMatchObject({ status: 'won' });
    expect(bets.get('First-half goals: Over 1.5')).toMatchObject({ status: 'lost', payout: 0 });
    // A second report changes nothing.
    expect(await reportHalfTime(id, 0, 0)).toBe(0);

    await finishAndSettle(store, id, 1, 1);
    expect(await pending(id)).toEqual([]);
    expect((await settled(id)).get('Half-time/full-time: Breda/Draw')).toMatchObject({ status: 'won' });
    expect(await verifyMoney(store.pool)).toMatchObject({ passed: true, findings: [] });
  });

  test('that is not known leaves those bets open, and nothing grades them again and again', async () => {
    const { id } = await everySelection('Zwolle', 'Emmen');
    await finishAndSettle(store, id, 2, 2);
    expect((await pending(id)).every(([label]) => isOfHalves(label))).toBe(true);
    expect(await reopenGrading(store.db)).not.toContain(id);
    expect(await missingHalfTimes(store.db, instant(Date.now() + 1_000))).toEqual([id]);
    expect(await verifyMoney(store.pool)).toMatchObject({ passed: true, findings: [] });

    expect(await reportHalfTime(id, 3, 0)).toBe(0);
    expect(await reportHalfTime(id, 0, 2)).toBe(1);
    await settleEnded(store, id);
    expect([await pending(id), await missingHalfTimes(store.db, instant(Date.now() + 1_000))]).toEqual([[], []]);
    expect(await reasonOf(id)).toEqual(['the final score of the provider', expect.stringContaining('half-time')]);
  });

  test('when it is corrected, settles again exactly the bets that depend on it', async () => {
    const { id } = await everySelection('Sittard', 'Tilburg');
    await reportHalfTime(id, 1, 0);
    await finishAndSettle(store, id, 2, 1);
    const before = await settled(id);
    const { rows: old } = await store.pool.query('select max(seq)::int as seq from ledger_events');
    const result = { kind: 'score', score: { home: 2, away: 1 }, halfTime: { home: 1, away: 1 } } as const;
    await decideMatch(store.db, id, { result, voidBets: [] });
    await settleEnded(store, id);
    const after = await settled(id);
    const changed = [...after].filter(([label, { verdict }]) => before.get(label)?.verdict !== verdict);
    const { rows } = await store.pool.query<{ label: string }>(
      `select distinct l.label from ledger_events e join bet_legs l on l.bet_id = (e.payload ->> 'betId')::uuid
       where e.seq > $1`,
      [old[0].seq],
    );
    expect(rows.map(({ label }) => label).toSorted()).toEqual(changed.map(([label]) => label).toSorted());
    expect(changed.map(([label]) => label).toSorted()).toEqual([
      'Both teams to score in the first half: No',
      'Both teams to score in the first half: Yes',
      'First-half goals: Over 1.5',
      'First-half goals: Under 1.5',
      'Half-time result: Draw',
      'Half-time result: Sittard',
      'Half-time/full-time: Draw/Sittard',
      'Half-time/full-time: Sittard/Sittard',
    ]);
    expect(await verifyMoney(store.pool)).toMatchObject({ passed: true, findings: [] });
  });
});

/** Selections that any number of goals can still decide either way. */
const neverDecided = (home: string, away: string) => [
  `Asian handicap: ${home} −0.5`,
  `Double chance: ${home} or draw`,
  `Draw no bet: ${away}`,
  'Total goals: Odd',
  'Correct score: 1-1',
  'Goals: Over 2',
  'Half-time result: Draw',
  'Winning margin: Draw',
];

describe('the score of a match that goes on', () => {
  /** Records it as the worker does once it has stood, and settles by it. Returns whether it was recorded. */
  const confirm = async (id: MatchId, home: number, away: number): Promise<boolean> => {
    const at = instant(Date.now());
    const isNew = await store.db.transaction().execute((trx) => recordScoreSoFar(trx, id, { home, away }, at));
    if (isNew) await settleEnded(store, id);
    return isNew;
  };
  const labelled = async (id: string, status: string) =>
    [...(await settled(id))].flatMap(([label, bet]) => (bet.status === status ? [label] : [])).toSorted();
  /** The markets of which a goal can decide something; of one that is added later, the rule says it. */
  const canBeDecided = (label: string) =>
    /^(Both teams to score|Correct score|Exact goals|Goals|Lens goals|Metz goals): /.test(label);
  const cash = async () => {
    const { rows } = await store.pool.query('select cash::int from wallets where wallet_id = $1', [player.walletId]);
    return rows[0].cash as number;
  };

  test('settles what no further goal can change, and nothing else', async () => {
    const { id } = await everySelection('Lens', 'Metz');
    expect(await confirm(id, 1, 1)).toBe(true);
    expect((await labelled(id, 'won')).filter(canBeDecided)).toEqual([
      'Both teams to score: Yes',
      ...['0.5', '0.75', '1', '1.25', '1.5'].map((line) => `Goals: Over ${line}`),
      'Lens goals: Over 0.5',
      'Metz goals: Over 0.5',
    ]);
    expect((await labelled(id, 'lost')).filter(canBeDecided)).toEqual([
      'Both teams to score: No',
      ...['0-0', '0-1', '0-2', '0-3', '0-4', '1-0', '2-0', '3-0', '4-0'].map((score) => `Correct score: ${score}`),
      ...[0, 1].map((goals) => `Exact goals: ${goals}`),
      ...['0.5', '0.75', '1', '1.25', '1.5'].map((line) => `Goals: Under ${line}`),
      'Lens goals: Under 0.5',
      'Metz goals: Under 0.5',
    ]);
    expect(await labelled(id, 'pending')).toEqual(expect.arrayContaining(neverDecided('Lens', 'Metz')));
    expect([await confirm(id, 1, 1), await labelled(id, 'void')]).toEqual([false, []]);
    await expectBothVerifiersPass();

    // The goal that makes it 2–1 decides among others a builder.
    expect(await confirm(id, 2, 1)).toBe(true);
    expect((await settled(id)).get('Builder: Draw + Under 2.5')).toMatchObject({ status: 'lost' });
    await reportHalfTime(id, 1, 0);
    await finishAndSettle(store, id, 2, 1);
    expect(await labelled(id, 'pending')).toEqual([]);
    await expectBothVerifiersPass();
  });

  test('reverses the settlement when the goal is taken back, and settles again to the cent', async () => {
    const { id } = await createMatch(store.db, 'Nice', 'Lille');
    const [match] = await readMatches(store.db, [id]);
    const price =
      match &&
      derivedPrices(match, instant(match.kickoffAt - 1)).find(
        ({ outcome }) => outcomeLabel(match, outcome) === 'Both teams to score: No',
      );
    if (!price) throw new Error('no price');
    const before = await cash();
    expect(await place(id, 'Both teams to score: No', price.odds)).toMatchObject({ ok: true });
    expect(await confirm(id, 1, 0)).toBe(false);

    expect(await confirm(id, 1, 1)).toBe(true);
    expect([await labelled(id, 'lost'), await cash()]).toEqual([['Both teams to score: No'], before - 333]);

    expect(await confirm(id, 1, 0)).toBe(true);
    expect(await labelled(id, 'pending')).toEqual(['Both teams to score: No']);
    await expectBothVerifiersPass();

    await finishAndSettle(store, id, 1, 0);
    const paid = price.odds.times(333).floor().toNumber();
    expect([await labelled(id, 'won'), await cash()]).toEqual([['Both teams to score: No'], before - 333 + paid]);
    const { rows } = await store.pool.query(
      `select e.type from ledger_events e join bet_legs l on l.bet_id = (e.payload ->> 'betId')::uuid
       where l.match_id = $1 order by e.seq`,
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual(['StakeTaken', 'StakeLost', 'SettlementRolledBack', 'WinningsPaid']);
    await expectBothVerifiersPass();
  });

  test('decides the selection of an accumulator, which waits for the others', async () => {
    const [{ id }, other] = [await createMatch(store.db, 'Lyon', 'Brest'), await createMatch(store.db, 'Pau', 'Caen')];
    const [match] = await readMatches(store.db, [id]);
    const price =
      match &&
      derivedPrices(match, instant(match.kickoffAt - 1)).find(
        ({ outcome }) => outcomeLabel(match, outcome) === 'Goals: Over 1.5',
      );
    if (!price) throw new Error('no price');
    const double = homeWins(player, [other], 333);
    const picks = [...double.request.picks, { matchId: id, label: 'Goals: Over 1.5', oddsSeen: price.odds }];
    expect(await writer.submit({ ...double, request: { ...double.request, picks } })).toMatchObject({ ok: true });
    expect(await confirm(id, 2, 0)).toBe(true);
    expect((await settled(id)).get('Goals: Over 1.5')).toMatchObject({ status: 'pending', verdict: 'won' });
    await finishAndSettle(store, other.id, 1, 0);
    const payout = price.odds.times(2).times(333).floor().toNumber();
    expect((await settled(id)).get('Goals: Over 1.5')).toMatchObject({ status: 'won', payout });
    await expectBothVerifiersPass();
  });

  test('that the owner of the database changes afterwards no longer leads to the verdicts, for both verifiers', async () => {
    const { id } = await everySelection('Nantes', 'Reims');
    await confirm(id, 1, 1);
    await tamper(store, `update match_results set away_score = 0 where match_id = '${id}'`);
    const { found } = await verifyMoney(store.pool);
    expect(found['verdict-wrong']).toBeGreaterThan(10);
    expect((await verifyExport()).text).toContain('verdict-wrong');
    await tamper(store, `update match_results set away_score = 1 where match_id = '${id}'`);
    await expectBothVerifiersPass();
  });
});

test('builders with a selection of a market are void with the bets on it, also one that arrives late', async () => {
  const { id, offered } = await everySelection('Twente', 'Heerenveen');
  const draw = 'Builder: Draw + Under 2.5';
  const decide = async (window: VoidWindow) => {
    await decideMatch(store.db, id, { result: { kind: 'open' }, voidBets: [window] });
    await settleEnded(store, id);
  };
  const voided = async () =>
    [...(await settled(id))].flatMap(([label, { status }]) => (status === 'void' ? label : []));

  // As admins decided before builders were part of it.
  await decide({ market: 'h2h' });
  expect(await voided()).toEqual([]);

  await decide({ market: 'h2h', builders: true });
  const withWinner = [draw, 'Builder: Goals: Over 3.5 + Both teams to score: Yes + Twente Win'];
  expect((await voided()).toSorted()).toEqual(withWinner);
  await expectBothVerifiersPass();

  const odds = offered.find(({ label }) => label === draw)?.odds ?? new Decimal(0);
  expect(await place(id, draw, odds)).toMatchObject({ ok: true });
  expect(await reopenWindows(store.db)).toEqual([id]);
  await settleEnded(store, id);
  const { rows } = await store.pool.query(
    `select b.status from bets b join bet_legs l on l.bet_id = b.id where l.match_id = $1 and l.label = $2`,
    [id, draw],
  );
  expect(rows).toEqual([{ status: 'void' }, { status: 'void' }]);
  await expectBothVerifiersPass();

  // The decision at half-time keeps them void.
  expect(await reportHalfTime(id, 0, 0)).toBe(1);
  await settleEnded(store, id);
  expect((await settled(id)).get('Half-time result: Draw')).toMatchObject({ status: 'won' });
  expect((await voided()).toSorted()).toEqual(withWinner);
  await expectBothVerifiersPass();
});

test('odds that are not those of the server are refused, and so is a selection while a quote behind it is suspended', async () => {
  const { id } = await createMatch(store.db, 'Feyenoord', 'Twente');
  const refusalOf = async () => await place(id, 'Both teams to score: Yes', new Decimal(99));
  expect(await refusalOf()).toMatchObject({ refusal: { legs: [{ code: 'odds-changed' }] } });
  await store.pool.query(
    `update matches set markets = jsonb_set(markets, '{totals,state}', '"suspended"') where id = $1`,
    [id],
  );
  expect(await refusalOf()).toMatchObject({ refusal: { legs: [{ code: 'market-suspended' }] } });
});
