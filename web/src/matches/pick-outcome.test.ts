import { inLanguage } from '@touchline/core/catalogues';
import { matchNameText, selectionText } from '@touchline/core/markets';
import { odds } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import { offersOf } from './offers.ts';
import { slipEntryOf } from './pick-outcome.ts';

const entriesOf = (row: ReturnType<typeof matchRowOf>) =>
  offersOf(row).flatMap(({ offers }) => offers.map((offer) => slipEntryOf(row, offer)));
const entry = (betOutcome: string, price: number) =>
  ok({ matchId: 'm1', betOutcome, odds: odds(price), matchName: 'Arsenal vs Chelsea', seenAt: matchRowOf().s });

test('every price becomes a slip entry with its outcome', () =>
  expect(entriesOf(matchRowOf())).toEqual([
    entry('Arsenal Win', 1.85),
    entry('Draw', 3.6),
    entry('Chelsea Win', 4.2),
    entry('Over 2.5', 1.9),
    entry('Under 2.5', 1.95),
  ]));

test.each([
  ['en', 'Arsenal vs Chelsea', 'Builder: Draw + Under 2.5'],
  ['de', 'Arsenal – Chelsea', 'Bet Builder: Unentschieden + Unter 2,5'],
  ['es', 'Arsenal – Chelsea', 'Apuesta creada: Empate + Menos 2,5'],
] as const)(
  'in %s an entry keeps the English name of its match, and is shown in that language',
  (language, name, text) => {
    const row = matchRowOf();
    const outcome = 'Builder: Draw + Under 2.5';
    const shown = inLanguage(language, () => {
      const picked = slipEntryOf(row, { label: '', outcome, text: '', price: 3.5, state: 'open' });
      return picked.ok && [picked.value.matchName, matchNameText(picked.value), selectionText(picked.value)];
    });
    expect(shown).toEqual(['Arsenal vs Chelsea', name, text]);
  },
);

test('a match without a goal line has three prices', () => {
  const { odds: prices } = matchRowOf();
  expect(entriesOf(matchRowOf({ odds: { ...prices, overUnder: null } }))).toHaveLength(3);
});

test("'-' is refused as not available", () => {
  const { odds: prices } = matchRowOf();
  const [, draw] = entriesOf(matchRowOf({ odds: { ...prices, draw: '-' } }));
  expect(draw).toEqual(refused('Odds not available for this selection'));
});

test('an impossible price is refused as invalid', () => {
  const { odds: prices } = matchRowOf();
  const [home] = entriesOf(matchRowOf({ odds: { ...prices, homeWin: 0.9 } }));
  expect(home).toEqual(refused('Invalid odds value'));
});

test('a suspended market and a finished match are refused', () => {
  const [home, , , over] = entriesOf(matchRowOf({ markets: { h2h: 'suspended', totals: 'open' } }));
  expect([home, over]).toEqual([refused('Arsenal Win is suspended for now'), entry('Over 2.5', 1.9)]);
  const [after] = entriesOf(matchRowOf({ status: 'finished', score: { home: 1, away: 0 } }));
  expect(after).toEqual(refused('Arsenal vs Chelsea is over for betting'));
});
