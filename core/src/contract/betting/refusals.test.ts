import { describe, expect, test } from 'vitest';
import type { LegRefusal } from '../../betting/index.ts';
import { instant } from '../../instant.ts';
import { inLanguage } from '../../language/catalogues.ts';
import { cents, Decimal } from '../../money/index.ts';
import { matchId } from '../../testing/sample-ids.ts';
import { betRefusalView, legRefusalView, type PlaceBetRefusal, ticketsRefusalView } from './refusals.ts';

const derby = { matchId: matchId('m1'), label: 'Arsenal Win' };

// One of every code: a new one that is missing here does not compile.
const legRefusals: { readonly [Code in LegRefusal['code']]: LegRefusal & { code: Code } } = {
  'odds-changed': { ...derby, code: 'odds-changed', seen: new Decimal('2.1'), now: new Decimal('1.95') },
  'line-moved': { ...derby, label: 'Over 2.5', code: 'line-moved', point: 3 },
  'market-suspended': { ...derby, code: 'market-suspended' },
  'odds-stale': { ...derby, code: 'odds-stale' },
  'match-started': { ...derby, code: 'match-started' },
  'match-over': { ...derby, code: 'match-over' },
  'match-unknown': { ...derby, code: 'match-unknown' },
  'outcome-unknown': { ...derby, label: 'Spurs Win', code: 'outcome-unknown' },
  'match-twice': { ...derby, code: 'match-twice' },
  'score-changed': { ...derby, code: 'score-changed' },
  'liability-reached': { ...derby, code: 'liability-reached', maxStake: cents(1_250) },
};
const betRefusals: { readonly [Code in PlaceBetRefusal['code']]: Extract<PlaceBetRefusal, { code: Code }> } = {
  'slip-empty': { code: 'slip-empty' },
  'stake-invalid': { code: 'stake-invalid' },
  'too-many-legs': { code: 'too-many-legs', maximum: 20 },
  'stake-below-minimum': { code: 'stake-below-minimum', minimum: cents(10) },
  'stake-above-maximum': { code: 'stake-above-maximum', maximum: cents(500_000) },
  'payout-above-maximum': {
    code: 'payout-above-maximum',
    maximum: cents(10_000_000),
    potentialPayout: cents(12_345_678),
  },
  'book-limit-reached': {
    code: 'book-limit-reached',
    limit: 'combination',
    maximum: cents(25_000_000),
    maxStake: cents(1_250),
  },
  'odds-above-maximum': { code: 'odds-above-maximum', maximum: 10_000, totalOdds: new Decimal('12345.5') },
  'balance-too-low': { code: 'balance-too-low', balance: cents(750), missing: cents(250) },
  'key-reused': { code: 'key-reused' },
  'price-unreadable': { code: 'price-unreadable', label: 'Arsenal Win' },
  'betting-closed': { code: 'betting-closed', league: 'soccer_epl' },
  'limit-reached': {
    code: 'limit-reached',
    passed: [
      {
        kind: 'stake',
        period: 'day',
        limit: cents(5_000),
        used: cents(4_500),
        again: instant(Date.UTC(2026, 10, 21, 14, 5)),
      },
    ],
  },
  excluded: { code: 'excluded', kind: 'time-out', until: instant(Date.UTC(2026, 10, 27, 14, 5)) },
  'legs-refused': { code: 'legs-refused', legs: [legRefusals['odds-changed']] },
};

describe('the message of a refused selection', () => {
  test('every code has its sentence and the figures it speaks of', () => {
    const said = { matchId: 'm1', betOutcome: 'Arsenal Win' };
    expect(Object.values(legRefusals).map((leg) => legRefusalView(leg))).toEqual([
      {
        ...said,
        code: 'odds-changed',
        error: 'The odds of Arsenal Win moved from 2.10 to 1.95.',
        seen: 2.1,
        now: 1.95,
      },
      {
        ...said,
        betOutcome: 'Over 2.5',
        code: 'line-moved',
        error: 'The goal line moved to 3; Over 2.5 is no longer offered.',
        point: 3,
      },
      { ...said, code: 'market-suspended', error: 'Arsenal Win is suspended for now.' },
      { ...said, code: 'odds-stale', error: 'The odds of Arsenal Win have not been confirmed for a while.' },
      { ...said, code: 'match-started', error: 'The match of Arsenal Win has kicked off and is closed for betting.' },
      { ...said, code: 'match-over', error: 'The match of Arsenal Win is over for betting.' },
      { ...said, code: 'match-unknown', error: 'The match of Arsenal Win is not on offer.' },
      {
        ...said,
        betOutcome: 'Spurs Win',
        code: 'outcome-unknown',
        error: 'Spurs Win is not an outcome of this match.',
      },
      { ...said, code: 'match-twice', error: 'Arsenal Win: a bet takes one selection per match.' },
      {
        ...said,
        code: 'score-changed',
        error: 'The score has just changed; the odds of Arsenal Win are being updated.',
      },
      {
        ...said,
        code: 'liability-reached',
        error: 'At most $12.50 more can be staked on Arsenal Win now.',
        maxStake: 12.5,
      },
    ]);
  });

  test('an outcome at its exposure limit says so without a figure', () => {
    const full = { ...legRefusals['liability-reached'], maxStake: cents(0) };
    expect(legRefusalView(full).error).toBe('Enough has been staked on Arsenal Win for now.');
  });

  test('odds that differ after the second decimal are shown in full', () => {
    const moved = { ...legRefusals['odds-changed'], seen: new Decimal('1.951'), now: new Decimal('1.9501') };
    expect(legRefusalView(moved).error).toBe('The odds of Arsenal Win moved from 1.951 to 1.9501.');
  });
});

describe('the message of a refused bet', () => {
  test('every code has its sentence and the figures it speaks of, money in dollars', () => {
    expect(Object.values(betRefusals).map((refusal) => betRefusalView(refusal))).toEqual([
      { code: 'slip-empty', error: 'Your bet slip is empty' },
      { code: 'stake-invalid', error: 'Please enter a valid stake amount' },
      {
        code: 'too-many-legs',
        error: 'A bet takes at most 20 selections. Nothing was staked.',
        details: { maximum: 20 },
      },
      {
        code: 'stake-below-minimum',
        error: 'The smallest stake is $0.10. Nothing was staked.',
        details: { minimum: 0.1 },
      },
      {
        code: 'stake-above-maximum',
        error: 'The largest stake is $5,000.00. Nothing was staked.',
        details: { maximum: 5000 },
      },
      {
        code: 'payout-above-maximum',
        error: 'A bet pays at most $100,000.00. Lower the stake. Nothing was staked.',
        details: { maximum: 100_000, potentialPayout: 123_456.78 },
      },
      {
        code: 'book-limit-reached',
        error: 'We can take at most $12.50 on these selections now. Nothing was staked.',
        details: { limit: 'combination', maximum: 250_000, maxStake: 12.5 },
      },
      {
        code: 'odds-above-maximum',
        error: 'The total odds of a bet are at most 10,000. Remove a selection. Nothing was staked.',
        details: { maximum: 10_000, totalOdds: 12_345.5 },
      },
      {
        code: 'balance-too-low',
        error: 'Your balance of $7.50 is $2.50 short of this stake. Nothing was staked.',
        details: { balance: 7.5, missing: 2.5 },
      },
      { code: 'key-reused', error: 'This request key was used for another bet. Nothing was staked.' },
      {
        code: 'price-unreadable',
        error: 'The odds sent for Arsenal Win are not valid. Nothing was staked.',
      },
      {
        code: 'betting-closed',
        error: 'Betting on Premier League matches is closed for now. Nothing was staked.',
        details: { league: 'soccer_epl' },
      },
      {
        code: 'limit-reached',
        error:
          'This would pass your stake limit of $50.00 in 24 hours: $45.00 is staked. It is within your limit again from 2026-11-21 14:05 UTC. Nothing was staked.',
        details: { kind: 'stake', period: 'day', limit: 50, used: 45, again: '2026-11-21T14:05:00.000Z' },
      },
      {
        code: 'excluded',
        error: 'You are taking a time-out until 2026-11-27 14:05 UTC. Nothing was staked.',
        details: { kind: 'time-out', until: '2026-11-27T14:05:00.000Z' },
      },
      {
        code: 'legs-refused',
        error: 'The odds of Arsenal Win moved from 2.10 to 1.95. Nothing was staked.',
        details: { legs: [legRefusalView(legRefusals['odds-changed'])] },
      },
    ]);
  });

  test('limits of bets on a match in play say that they are', () => {
    const inPlay = { maximum: cents(125_000), inPlay: true } as const;
    const sentences = [
      betRefusalView({ code: 'stake-above-maximum', ...inPlay }).error,
      betRefusalView({ code: 'payout-above-maximum', ...inPlay, potentialPayout: cents(200_000) }).error,
    ];
    expect(sentences).toEqual([
      'The largest stake on a match in play is $1,250.00. Nothing was staked.',
      'A bet on a match in play pays at most $1,250.00. Lower the stake. Nothing was staked.',
    ]);
  });

  test('a balance that is too low with a bonus names both', () => {
    const short = { code: 'balance-too-low', balance: cents(750), bonus: cents(1_000), missing: cents(250) } as const;
    expect(betRefusalView(short)).toEqual({
      code: 'balance-too-low',
      error: 'Your balance of $7.50 and your bonus of $10.00 are $2.50 short of this stake. Nothing was staked.',
      details: { balance: 7.5, missing: 2.5, bonus: 10 },
    });
  });

  test('whatever selection is refused, the bet says that nothing was staked', () => {
    const alone = Object.values(legRefusals).map((leg) => betRefusalView({ code: 'legs-refused', legs: [leg] }).error);
    expect(alone).toEqual(Object.values(legRefusals).map((leg) => `${legRefusalView(leg).error} Nothing was staked.`));
  });

  test('a selection is named in the language of the screen, once the teams of its match are known', () => {
    const leg = { code: 'market-suspended', matchId: matchId('m1'), label: 'Asian handicap: Chelsea +0.25' } as const;
    const refusal = { code: 'legs-refused', legs: [leg] } as const;
    const teams = { homeTeam: 'Arsenal', awayTeam: 'Chelsea' };
    const view = () => betRefusalView(refusal, (id) => (id === 'm1' ? teams : undefined));
    expect([view().error, inLanguage('de', () => view().error)]).toEqual([
      'Asian handicap: Chelsea +0.25 is suspended for now. Nothing was staked.',
      'Asiatisches Handicap: Chelsea +0,25 ist gerade gesperrt. Es wurde nichts gesetzt.',
    ]);
    expect(inLanguage('es', view).details).toMatchObject({ legs: [{ betOutcome: 'Asian handicap: Chelsea +0.25' }] });
  });

  test('several refused selections are counted, each with its own sentence beside', () => {
    const { 'odds-changed': changed, 'market-suspended': suspended } = legRefusals;
    const refused = (...legs: readonly LegRefusal[]) => betRefusalView({ code: 'legs-refused', legs });
    expect([refused(changed, changed), refused(changed, suspended)]).toEqual([
      {
        code: 'legs-refused',
        error: 'The odds of 2 selections have changed. Nothing was staked.',
        details: { legs: [legRefusalView(changed), legRefusalView(changed)] },
      },
      {
        code: 'legs-refused',
        error: '2 selections cannot be taken now. Nothing was staked.',
        details: { legs: [legRefusalView(changed), legRefusalView(suspended)] },
      },
    ]);
  });

  test('every sentence ends with what happened to the money, once a stake was asked for', () => {
    // An empty slip and an invalid stake request no money; their messages belong to the screens.
    const { 'slip-empty': _empty, 'stake-invalid': _invalid, ...asked } = betRefusals;
    for (const refusal of Object.values(asked))
      expect(betRefusalView(refusal).error).toMatch(/\. Nothing was staked\.$/);
  });
});

describe('the message of refused tickets', () => {
  const { 'stake-below-minimum': low, 'key-reused': reused } = betRefusals;
  const others = { code: 'others-refused' } as const;

  test('is that of the only refused ticket; the others say that they were not placed', () => {
    expect(ticketsRefusalView({ code: 'tickets-refused', tickets: [others, low] })).toEqual({
      code: 'tickets-refused',
      error: 'The smallest stake is $0.10. Nothing was staked.',
      details: {
        tickets: [
          { code: 'others-refused', error: 'This ticket was not placed because another one was refused.' },
          betRefusalView(low),
        ],
      },
    });
  });

  test('counts several refused tickets', () => {
    const mismatch = { code: 'selections-mismatch', type: 'single' } as const;
    const { error, details } = ticketsRefusalView({ code: 'tickets-refused', tickets: [reused, others, mismatch] });
    expect(error).toBe('2 tickets cannot be taken now. Nothing was staked.');
    expect(details).toMatchObject({
      tickets: [betRefusalView(reused), others, { error: 'A single has one selection. Nothing was staked.' }],
    });
  });
});
