import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, Decimal } from '../money/index.ts';
import { anyPrice } from '../testing/any-price.ts';
import { matchId } from '../testing/sample-ids.ts';
import { type Slip, type SlipEntry, usualStakes, withEntry, withoutMatch } from './slip.ts';

const pick = (match: string, betOutcome: string, price: string): SlipEntry => ({
  matchId: matchId(match),
  betOutcome,
  odds: new Decimal(price),
  matchName: `${match} vs Chelsea`,
});
const arsenal = pick('Arsenal', 'Arsenal Win', '2.10');
const leeds = pick('Leeds', 'Draw', '3.40');
const spurs = pick('Spurs', 'Over 2.5', '1.90');

describe('the slip', () => {
  test('selections keep the order in which they were made', () => {
    expect([arsenal, leeds, spurs].reduce<Slip>(withEntry, [])).toEqual([arsenal, leeds, spurs]);
  });

  test('another selection of a match already on the slip replaces it in its place', () => {
    const draw = pick('Leeds', 'Leeds Win', '2.80');
    expect(withEntry([arsenal, leeds, spurs], draw)).toEqual([arsenal, draw, spurs]);
  });

  test('removing a match keeps the others', () => {
    expect(withoutMatch([arsenal, leeds, spurs], matchId('Leeds'))).toEqual([arsenal, spurs]);
    expect(withoutMatch([arsenal], matchId('Leeds'))).toEqual([arsenal]);
  });

  test('a match is on the slip at most once, with its last selection', () => {
    const move = fc.record({
      match: fc.constantFrom('Arsenal', 'Leeds', 'Spurs'),
      outcome: fc.constantFrom('Draw', 'Over 2.5'),
      price: anyPrice,
      does: fc.constantFrom('add', 'remove'),
    });
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const last = new Map<string, string>();
        let slip: Slip = [];
        for (const { match, outcome, price, does } of moves) {
          const entry = pick(match, outcome, price.toFixed());
          slip = does === 'add' ? withEntry(slip, entry) : withoutMatch(slip, entry.matchId);
          if (does === 'add') last.set(match, outcome);
          else last.delete(match);
        }
        expect(new Map(slip.map((entry) => [entry.matchId, entry.betOutcome]))).toEqual(last);
        expect(slip.length).toBe(last.size);
      }),
    );
  });
});

describe('usual stakes', () => {
  const limits = { least: cents(10), most: cents(500_000) };
  const dollars = (...amounts: readonly number[]): readonly Cents[] => amounts.map((amount) => cents(amount * 100));

  test('offers the standard stakes to a person without enough bets', () => {
    expect(usualStakes([], limits)).toEqual(dollars(5, 10, 25, 50));
    expect(usualStakes(dollars(3, 3, 3, 3), limits)).toEqual(dollars(5, 10, 25, 50));
  });

  test('offers the stakes placed most often, ascending', () => {
    expect(usualStakes(dollars(7, 2, 2, 3, 3, 3, 20, 20, 7, 100), limits)).toEqual(dollars(2, 3, 7, 20));
  });

  test('of equally frequent stakes offers the latest', () => {
    expect(usualStakes(dollars(6, 5, 4, 3, 2, 1), limits)).toEqual(dollars(3, 4, 5, 6));
  });

  test('fills free places with standard stakes, the ones above the largest stake last', () => {
    expect(usualStakes(dollars(12, 12, 12, 12, 12), limits)).toEqual(dollars(5, 10, 12, 25));
    expect(usualStakes(dollars(60, 60, 60, 60, 60), limits)).toEqual(dollars(5, 10, 25, 60));
  });

  test('never offers a stake outside the limits', () => {
    const low = { least: cents(300), most: cents(2_000) };
    expect(usualStakes(dollars(2, 2, 2, 50, 50, 50, 15), low)).toEqual(dollars(5, 10, 15));
    expect(usualStakes([], { least: cents(10), most: cents(700) })).toEqual(dollars(5));
    expect(usualStakes(dollars(9, 9, 9, 9, 9), { least: cents(0), most: cents(0) })).toEqual([]);
  });
});
