import { instant } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { readEventOdds } from './read-event-odds.ts';

const now = instant(Date.parse('2026-11-21T14:00:00Z'));
const at = '2026-11-21T13:59:00Z';
type Outcome = {
  readonly name: string;
  readonly price: number;
  readonly point?: number;
  readonly description?: string;
};
const market = (key: string, outcomes: readonly Outcome[], last_update = at) => ({ key, last_update, outcomes });
const event = (books: Readonly<Record<string, readonly unknown[]>>) => ({
  id: 'e1',
  sport_key: 'soccer_epl',
  commence_time: '2026-11-21T14:30:00Z',
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  bookmakers: Object.entries(books).map(([key, markets]) => ({ key, title: key, markets })),
});
const read = (body: unknown, minBooks = 1) =>
  readEventOdds(body, { leagueKey: 'soccer_epl', now, bookmakers: ['a', 'b', 'c'], minBooks });
const quotesOf = (body: unknown, minBooks?: number) =>
  read(body, minBooks)?.quotes.map(({ market: key, line, odds }) => [key, line, ...odds]);

const btts = (yes: number, no: number) =>
  market('btts', [
    { name: 'No', price: no },
    { name: 'Yes', price: yes },
  ]);

test('reads every kind of market by the names of its selections', () => {
  const markets = [
    btts(1.7, 2.1),
    market('double_chance', [
      { name: 'Draw or Chelsea', price: 1.8 },
      { name: 'Arsenal or Chelsea', price: 1.3 },
      { name: 'Arsenal or Draw', price: 1.25 },
    ]),
    market('team_totals', [
      { name: 'Over', description: 'Chelsea', price: 1.9, point: 0.5 },
      { name: 'Under', description: 'Chelsea', price: 1.85, point: 0.5 },
    ]),
    market('alternate_spreads', [
      { name: 'Chelsea', price: 1.95, point: 0.25 },
      { name: 'Arsenal', price: 1.9, point: -0.25 },
      { name: 'Arsenal', price: 1.5, point: 0 },
    ]),
    market('alternate_totals', [
      { name: 'Over', price: 1.3, point: 1.5 },
      { name: 'Under', price: 3.4, point: 1.5 },
      { name: 'Over', price: 1.9, point: 185.5 },
      { name: 'Under', price: 1.9, point: 185.5 },
    ]),
    market('player_shots', [{ name: 'Over', price: 1.9, point: 1.5 }]),
  ];
  expect(quotesOf(event({ a: markets }))).toEqual([
    ['btts', null, 1.7, 2.1],
    ['double_chance', null, 1.25, 1.3, 1.8],
    ['team_totals_away', 0.5, 1.9, 1.85],
    ['spreads', -0.25, 1.9, 1.95],
    ['alternate_totals', 1.5, 1.3, 3.4],
  ]);
});

test('makes one price of several bookmakers, and leaves out a market that too few quote', () => {
  const body = event({ a: [btts(1.7, 2.1)], b: [btts(1.72, 2.08)], c: [btts(1.71, 2.1)] });
  expect(read(body, 3)?.quotes[0]).toMatchObject({ bookmaker: 'consensus of 3', quotedAt: Date.parse(at) });
  expect(quotesOf(event({ a: [btts(1.7, 2.1)] }), 2)).toEqual([]);
});

test('ignores prices that bookmakers have not confirmed for ten minutes', () => {
  const old = { ...btts(1.7, 2.1), last_update: '2026-11-21T13:49:00Z' };
  expect(quotesOf(event({ a: [old] }))).toEqual([]);
});

test.each([[null], [[]], [{}], [{ ...event({}), sport_key: 'soccer_spain_la_liga' }]])('%j is no event', (body) =>
  expect(read(body)).toBeUndefined(),
);

test.each([
  [
    'a selection twice',
    [
      { name: 'Yes', price: 1.7 },
      { name: 'Yes', price: 1.7 },
    ],
  ],
  ['a selection missing', [{ name: 'Yes', price: 1.7 }]],
  [
    'a price of one',
    [
      { name: 'Yes', price: 1 },
      { name: 'No', price: 2 },
    ],
  ],
])('%s is no quote', (_, outcomes) => expect(quotesOf(event({ a: [market('btts', outcomes)] }))).toEqual([]));
