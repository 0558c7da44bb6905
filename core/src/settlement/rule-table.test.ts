import { describe, expect, test } from 'vitest';
import { type GradedBet, gradeBet, type LegStatus, legFactor } from '../betting/index.ts';
import type { MatchId } from '../ids.ts';
import { instant } from '../instant.ts';
import {
  builderOutcome,
  gradeLeg,
  type MatchResult,
  type Outcome,
  type QuotedOutcome,
  type Verdict,
} from '../markets/index.ts';
import { cents, Decimal } from '../money/index.ts';
import { applyDecision, type GradableLeg, promisedMore } from './apply-decision.ts';
import { endedAfter, lateBets, type MatchDecision, verdictOf } from './match-decision.ts';

/** The settlement table of the betting rules, row by row, with worked figures for a stake of $10. */
const stake = cents(1_000);
const score = (home: number, away: number): MatchResult => ({ kind: 'score', score: { home, away } });
const winner = (pick: 'home' | 'draw' | 'away'): QuotedOutcome => ({ market: 'h2h', pick });
const goals = (pick: 'over' | 'under', point: number): QuotedOutcome => ({ market: 'totals', pick, point });
const at = (time: string) => instant(Date.parse(`2026-11-21T${time}:00Z`));
const pays = (...legs: readonly (readonly [odds: string, status: LegStatus])[]): GradedBet =>
  gradeBet(
    stake,
    legs.map(([odds, status]) => ({ odds: new Decimal(odds), status })),
  );
const single = (outcome: Outcome, odds: string, decision: MatchDecision, takenAt = at('12:00')) => {
  const graded = pays([odds, verdictOf({ outcome, takenAt }, decision)]);
  return [graded.status, graded.payout];
};
const just = (result: MatchResult): MatchDecision => ({ result, voidBets: [] });

test.each<[Verdict, string, number]>([
  ['lost', '0', 0],
  ['won', '2.5', 2_500],
  ['void', '1', 1_000],
  ['half-won', '1.75', 1_750],
  ['half-lost', '0.5', 500],
])('10.00 at 2.50, %s: the factor is %s', (verdict, factor, paid) => {
  expect([legFactor(verdict, new Decimal('2.5')).toFixed(), pays(['2.5', verdict]).payout]).toEqual([factor, paid]);
});

describe('normal time', () => {
  test('the score after 90 minutes and stoppage time decides: the winner pays stake times odds, the others nothing', () => {
    const result = just(score(2, 1));
    expect(single(winner('home'), '1.91', result)).toEqual(['won', 1_910]);
    expect(single(winner('draw'), '3.60', result)).toEqual(['lost', 0]);
    expect(single(winner('away'), '4.10', result)).toEqual(['lost', 0]);
    expect(single(goals('over', 2.5), '1.95', result)).toEqual(['won', 1_950]);
    expect(single(goals('under', 2.5), '1.90', result)).toEqual(['lost', 0]);
  });

  test('an accumulator multiplies its legs, and is lost at the first lost one', () => {
    expect(pays(['2', 'won'], ['3', 'void'], ['1.5', 'won'])).toEqual({ status: 'won', payout: 3_000 });
    expect(pays(['2', 'half-won'], ['3', 'void'], ['1.5', 'won'])).toEqual({ status: 'won', payout: 2_250 });
    expect(pays(['2', 'won'], ['3', 'lost'], ['1.5', 'won'])).toEqual({ status: 'lost', payout: 0 });
  });

  test('a fraction of a cent is rounded down, and only once', () => {
    const odds = ['1.33', '1.37', '1.41'].map((price) => ({ odds: new Decimal(price), status: 'won' as const }));
    // 9.99 × 2.569161 = 25.66591839
    expect(gradeBet(cents(999), odds).payout).toBe(2_566);
  });
});

test('a void leg counts 1, and a bet with only void legs refunds its stake', () => {
  expect(pays(['2', 'void'])).toEqual({ status: 'void', payout: 1_000 });
  expect(pays(['2', 'void'], ['3', 'void'])).toEqual({ status: 'void', payout: 1_000 });
  expect(pays(['2', 'void'], ['3', 'won'])).toEqual({ status: 'won', payout: 3_000 });
});

test('a whole goal line met exactly is a push: the stake is refunded', () => {
  expect(single(goals('over', 3), '1.90', just(score(2, 1)))).toEqual(['void', 1_000]);
  expect(single(goals('under', 3), '1.90', just(score(3, 0)))).toEqual(['void', 1_000]);
  expect(single(goals('over', 3), '1.90', just(score(3, 1)))).toEqual(['won', 1_900]);
});

test.each<[string, Outcome, MatchResult, Verdict, number]>([
  ['over 2.25 at 2 goals', goals('over', 2.25), score(1, 1), 'half-lost', 500],
  ['under 2.25 at 2 goals', goals('under', 2.25), score(1, 1), 'half-won', 1_500],
  ['over 2.75 at 3 goals', goals('over', 2.75), score(2, 1), 'half-won', 1_500],
  ['under 2.75 at 3 goals', goals('under', 2.75), score(2, 1), 'half-lost', 500],
  ['over 2.75 at 2 goals', goals('over', 2.75), score(2, 0), 'lost', 0],
  ['over 2.25 at 3 goals', goals('over', 2.25), score(3, 0), 'won', 2_000],
])('a quarter line is half of each neighbour: %s', (_case, outcome, result, verdict, paid) => {
  expect([gradeLeg(outcome, result), pays(['2', gradeLeg(outcome, result)]).payout]).toEqual([verdict, paid]);
});

describe('a match that was not played as announced is void', () => {
  test.each(['postponed by more than 48 hours', 'venue switched', 'home and away swapped', 'not 2 × 45', 'walkover'])(
    '%s: 10.00 at 2.50 come back, and a leg of an accumulator counts 1',
    () => {
      expect(single(winner('home'), '2.50', just({ kind: 'void' }))).toEqual(['void', 1_000]);
      expect(single(goals('over', 2.5), '2.50', just({ kind: 'void' }))).toEqual(['void', 1_000]);
      expect(pays(['2.5', gradeLeg(winner('home'), { kind: 'void' })], ['2', 'won']).payout).toBe(2_000);
    },
  );
});

describe('an abandoned match', () => {
  const abandoned = (home: number, away: number): MatchDecision => just({ kind: 'abandoned', score: { home, away } });

  test('over 2.5 at 2-1 stands, and under 2.5 is lost: no further play could change it', () => {
    expect(single(goals('over', 2.5), '1.90', abandoned(2, 1))).toEqual(['won', 1_900]);
    expect(single(goals('under', 2.5), '1.95', abandoned(2, 1))).toEqual(['lost', 0]);
  });

  test('a line that was not passed is void on both sides', () => {
    expect(single(goals('over', 2.5), '1.90', abandoned(2, 0))).toEqual(['void', 1_000]);
    expect(single(goals('under', 2.5), '1.95', abandoned(2, 0))).toEqual(['void', 1_000]);
    expect(single(goals('under', 2.25), '1.95', abandoned(1, 1))).toEqual(['void', 1_000]);
  });

  test('of a quarter line only the half that was passed is decided', () => {
    expect(single(goals('over', 2.75), '2.00', abandoned(2, 1))).toEqual(['won', 1_500]);
    expect(single(goals('under', 2.75), '2.00', abandoned(2, 1))).toEqual(['won', 500]);
  });

  test('the winner is void even if a committee awards a result later', () => {
    for (const pick of ['home', 'draw', 'away'] as const)
      expect(single(winner(pick), '2.50', abandoned(3, 0))).toEqual(['void', 1_000]);
  });

  test('ended by the referee with less than 90 % played it is not official; from 81 minutes on it is', () => {
    expect(single(winner('home'), '2.50', just(endedAfter(80, { home: 1, away: 0 })))).toEqual(['void', 1_000]);
    expect(single(goals('over', 0.5), '1.20', just(endedAfter(80, { home: 1, away: 0 })))).toEqual(['won', 1_200]);
    expect(single(winner('home'), '2.50', just(endedAfter(81, { home: 1, away: 0 })))).toEqual(['won', 2_500]);
  });
});

describe('the time of the bet', () => {
  test('a kick-off moved within 48 hours voids only bets placed after it, before it was detected', () => {
    const decision = {
      result: score(1, 0),
      voidBets: lateBets([{ kickoffAt: at('15:00') }], at('14:30'), at('14:50')),
    };
    const placed = (time: string) => single(winner('home'), '2.50', decision, at(time));
    expect(placed('14:29')).toEqual(['won', 2_500]);
    expect(placed('14:30')).toEqual(['void', 1_000]);
    expect(placed('14:49')).toEqual(['void', 1_000]);
    expect(placed('14:50')).toEqual(['won', 2_500]);
  });

  test.each<[string, readonly [string, string][], string, string, readonly string[]]>([
    [
      'moved later and back in play',
      [
        ['15:05', '15:30'],
        ['15:12', '15:00'],
      ],
      '15:00',
      '15:12',
      ['15:05-15:12'],
    ],
    [
      'moved earlier by mistake',
      [
        ['14:10', '14:00'],
        ['14:15', '15:00'],
      ],
      '15:00',
      '14:10',
      [],
    ],
    [
      'moved earlier by mistake, then begun early',
      [
        ['14:10', '14:00'],
        ['14:15', '15:00'],
        ['14:56', '14:50'],
      ],
      '14:50',
      '14:56',
      ['14:50-14:56'],
    ],
    [
      'begun before two announcements',
      [
        ['14:10', '14:30'],
        ['14:20', '14:05'],
      ],
      '14:05',
      '14:20',
      ['14:05-14:10', '14:10-14:20'],
    ],
    [
      'announced for a time that passed, then moved back',
      [
        ['14:50', '15:30'],
        ['15:40', '15:00'],
      ],
      '15:00',
      '15:40',
      ['15:00-15:30'],
    ],
  ])('late bets of a match %s are those taken as before kick-off', (_, moves, kickoff, seen, windows) => {
    const announced = [
      { kickoffAt: at('15:00') },
      ...moves.map(([from, kickoffAt]) => ({ from: at(from), kickoffAt: at(kickoffAt) })),
    ];
    const time = (moment = 0) => new Date(moment).toISOString().slice(11, 16);
    const late = lateBets(announced, at(kickoff), at(seen));
    expect(late.map(({ from, until }) => `${time(from)}-${time(until)}`)).toEqual(windows);
  });

  test('a window without a start or end is open on that side', () => {
    const until = { result: score(0, 1), voidBets: [{ until: at('13:00') }] };
    const from = { result: score(0, 1), voidBets: [{ from: at('13:00') }] };
    expect(single(winner('away'), '4.00', until, at('12:59'))).toEqual(['void', 1_000]);
    expect(single(winner('away'), '4.00', until, at('13:00'))).toEqual(['won', 4_000]);
    expect(single(winner('home'), '4.00', from, at('12:59'))).toEqual(['lost', 0]);
    expect(single(winner('home'), '4.00', from, at('13:00'))).toEqual(['void', 1_000]);
  });

  test('bets at a palpable error are void on that market while it was shown; other markets stand', () => {
    const error = { market: 'h2h' as const, from: at('11:00'), until: at('11:10') };
    const decision = { result: score(2, 1), voidBets: [error] };
    expect(single(winner('home'), '19.10', decision, at('11:05'))).toEqual(['void', 1_000]);
    expect(single(winner('home'), '1.91', decision, at('11:10'))).toEqual(['won', 1_910]);
    expect(single(goals('over', 2.5), '1.95', decision, at('11:05'))).toEqual(['won', 1_950]);
  });

  test('builders with a selection of that market are void with it if the decision says so', () => {
    const error = { market: 'h2h' as const, from: at('11:00'), until: at('11:10') };
    const now = { result: score(2, 1), voidBets: [{ ...error, builders: true as const }] };
    const before = { result: score(2, 1), voidBets: [error] };
    const withWinner = builderOutcome([winner('home'), goals('over', 2.5)]);
    const without = builderOutcome([{ market: 'btts', pick: 'yes' }, goals('over', 2.5)]);
    expect(single(withWinner, '3.00', now, at('11:05'))).toEqual(['void', 1_000]);
    expect(single(withWinner, '3.00', now, at('11:10'))).toEqual(['won', 3_000]);
    expect(single(without, '3.00', now, at('11:05'))).toEqual(['won', 3_000]);
    expect(single(withWinner, '3.00', before, at('11:05'))).toEqual(['won', 3_000]);
  });
});

const matchId = 'm1' as MatchId;
const leg = (status: GradableLeg['status'], id = matchId): GradableLeg => ({
  matchId: id,
  outcome: winner('home'),
  odds: new Decimal('2.5'),
  status,
});
const bet = { stake, takenAt: at('12:00') };

describe('a wrong price on an open match', () => {
  const voided: MatchDecision = {
    result: { kind: 'open' },
    voidBets: [{ market: 'h2h', from: at('11:59'), until: at('12:01') }],
  };
  const single = { ...bet, status: 'pending', payout: null, legs: [leg('pending')] } as const;
  const double = { ...single, legs: [leg('pending'), leg('pending', 'm2' as MatchId)] } as const;

  test('refunds a single at once and reduces the possible payouts by 15.00', () => {
    const effect = applyDecision(single, matchId, voided);
    expect(effect).toEqual({
      change: 'settle',
      legs: ['void'],
      graded: { status: 'void', payout: 1_000 },
      difference: 1_000,
    });
    expect(promisedMore(single, effect.legs)).toBe(-1_500);
  });

  test('voids its leg of an accumulator, which can still pay 25.00 instead of 62.50', () => {
    const effect = applyDecision(double, matchId, voided);
    expect(effect).toMatchObject({ change: 'leg', legs: ['void', 'pending'], difference: 0 });
    expect(promisedMore(double, effect.legs)).toBe(-3_750);
  });

  test('does not change other bets, and lifting it reopens the bets that it voided', () => {
    expect(applyDecision({ ...single, takenAt: at('12:01') }, matchId, voided)).toMatchObject({ change: 'none' });
    const refunded = { ...bet, status: 'void', payout: stake, legs: [leg('void')] } as const;
    expect(applyDecision(refunded, matchId, { result: { kind: 'open' }, voidBets: [] })).toEqual({
      change: 'roll-back',
      legs: ['pending'],
      graded: { status: 'pending', payout: 0 },
      difference: -1_000,
    });
  });
});

describe('a wrong result', () => {
  test('is rolled back and settled again: 25.00 paid at 2-1 are debited at 1-2', () => {
    const settled = { ...bet, status: 'won', payout: cents(2_500), legs: [leg('won')] } as const;
    expect(applyDecision(settled, matchId, just(score(1, 2)))).toEqual({
      change: 'roll-back',
      legs: ['lost'],
      graded: { status: 'lost', payout: 0 },
      difference: -2_500,
    });
  });

  test('reopens an accumulator that it lost while another match is open', () => {
    const lost = {
      ...bet,
      status: 'lost',
      payout: cents(0),
      legs: [leg('lost'), leg('pending', 'm2' as MatchId)],
    } as const;
    expect(applyDecision(lost, matchId, just(score(1, 0)))).toEqual({
      change: 'roll-back',
      legs: ['won', 'pending'],
      graded: { status: 'pending', payout: 0 },
      difference: 0,
    });
  });

  test('does not change a bet that another leg lost', () => {
    const lost = {
      ...bet,
      status: 'lost',
      payout: cents(0),
      legs: [leg('won'), leg('lost', 'm2' as MatchId)],
    } as const;
    expect(applyDecision(lost, matchId, just(score(0, 1)))).toMatchObject({ change: 'leg', difference: 0 });
  });

  test('repeated, changes nothing', () => {
    const settled = { ...bet, status: 'lost', payout: cents(0), legs: [leg('lost')] } as const;
    expect(applyDecision(settled, matchId, just(score(1, 2)))).toMatchObject({ change: 'none', difference: 0 });
  });
});
