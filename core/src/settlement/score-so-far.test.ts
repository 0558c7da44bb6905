import { describe, expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { derivedKeys, derivedMarket, gradeLeg, type Outcome, periodOf, type Score } from '../markets/index.ts';
import { type MatchDecision, onlyAdds, verdictOf, withHalfTime } from './match-decision.ts';

const score = (text: string): Score => {
  const [home = 0, away = 0] = text.split('-').map(Number);
  return { home, away };
};
type Result = MatchDecision['result'];
const open = (sofar?: string, half?: string): Result => ({
  kind: 'open',
  ...(sofar && { score: score(sofar) }),
  ...(half && { halfTime: score(half) }),
});
const ended = (full: string, half?: string): Result => ({
  kind: 'score',
  score: score(full),
  ...(half && { halfTime: score(half) }),
});
const decision = (result: Result, voidBets: MatchDecision['voidBets'] = []): MatchDecision => ({ result, voidBets });
const verdict = (outcome: Outcome, result: Result) => verdictOf({ outcome, takenAt: instant(0) }, decision(result));

const goals = Array.from({ length: 8 }, (_, at) => at);
const everySelection: readonly Outcome[] = [
  ...(['home', 'draw', 'away'] as const).map((pick) => ({ market: 'h2h', pick }) as const),
  ...[0.5, 2, 2.25, 2.5, 2.75].flatMap((point) => [
    { market: 'totals', pick: 'over', point } as const,
    { market: 'totals', pick: 'under', point } as const,
  ]),
  ...derivedKeys
    .filter((market) => periodOf({ market }) === 'match')
    .flatMap((market) =>
      (derivedMarket(market).lines ?? [undefined]).flatMap((point) =>
        Object.keys(derivedMarket(market).rules(point ?? 0)).map((pick) => ({
          market,
          pick,
          ...(point !== undefined && { point }),
        })),
      ),
    ),
];

describe('the confirmed score of a match that goes on', () => {
  test('decides a selection exactly when every possible later score gives the same verdict', () => {
    for (const outcome of everySelection) {
      for (const sofar of ['0-0', '1-0', '1-1', '0-3', '5-2']) {
        const { home, away } = score(sofar);
        const verdicts = goals.flatMap((more) =>
          goals.map((others) =>
            gradeLeg(outcome, { kind: 'score', score: { home: home + more, away: away + others } }),
          ),
        );
        const [first = 'pending'] = verdicts;
        const expected = new Set(verdicts).size === 1 ? first : 'pending';
        expect([sofar, outcome, verdict(outcome, open(sofar))]).toEqual([sofar, outcome, expected]);
      }
    }
  });

  test('decides nothing of the first half', () => {
    expect(verdict({ market: 'totals_h1', pick: 'over', point: 0.5 }, open('1-0'))).toBe('pending');
  });

  test.each<[string, Result, string, Result | undefined]>([
    ['follows the score at half-time if it lags behind', open('1-0'), '1-1', open('1-1', '1-1')],
    ['stays if it is ahead', open('2-1'), '1-1', open('2-1', '1-1')],
    ['stays unknown', open(), '1-1', open(undefined, '1-1')],
    ['cannot be below half-time at the end', ended('1-0'), '1-1', undefined],
  ])('%s', (_, result, half, expected) => {
    expect(withHalfTime(result, score(half))).toEqual(expected);
  });
});

describe('a decision only adds to those before it', () => {
  const window = { market: 'h2h', from: instant(1) } as const;
  test.each<[boolean, string, readonly MatchDecision[]]>([
    [true, 'when it is the first', [decision(ended('1-0'))]],
    [true, 'when goals follow', [decision(open('1-0')), decision(open('1-1', '1-0')), decision(ended('2-1', '1-0'))]],
    [
      false,
      'but not when a goal was taken back in between',
      [open('1-1'), open('1-0'), ended('2-1')].map((each) => decision(each)),
    ],
    [
      false,
      'but not when the score at half-time changed',
      [decision(open('1-0', '1-0')), decision(ended('1-0', '0-0'))],
    ],
    [false, 'but not when other bets are void', [decision(open('1-0')), decision(ended('1-0'), [window])]],
    [false, 'but not when the match is void', [decision(open('1-0')), decision({ kind: 'void' })]],
    [false, 'but not when the match had ended', [decision(ended('1-0')), decision(ended('1-0'))]],
  ])('%s: %s', (expected, _, decisions) => {
    expect(onlyAdds(decisions)).toBe(expected);
  });
});
