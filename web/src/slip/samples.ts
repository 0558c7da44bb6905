import type { SlipEntry } from '@touchline/core/betting';
import type { BetView, MatchRow, PlaceBetAnswer } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import type { ApiFailure } from '../api/client.ts';
import type { Market } from './market.ts';
import { priceKey } from './price-machine.ts';

/** Two matches for tests. Kick-off is an hour after `noon`. */
export const noon = instant(Date.parse('2026-11-21T12:00:00Z'));

export const arsenal: SlipEntry = {
  matchId: 'm-arsenal' as MatchId,
  betOutcome: 'Arsenal Win',
  odds: new Decimal('2.1'),
  matchName: 'Arsenal vs Chelsea',
};
export const goals: SlipEntry = {
  matchId: 'm-inter' as MatchId,
  betOutcome: 'Over 2.5',
  odds: new Decimal('1.85'),
  matchName: 'Inter vs Milan',
};

export const arsenalRow: MatchRow = {
  id: 'm-arsenal',
  s: 10,
  match: { homeTeam: 'Arsenal', awayTeam: 'Chelsea', commenceTime: '2026-11-21T13:00:00Z' },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin: 2.1, draw: 3.4, awayWin: 3.6, overUnder: null },
  markets: { h2h: 'open', totals: 'none' },
  status: 'open',
  score: null,
  quotedAt: '2026-11-21T11:59:50Z',
};
export const interRow: MatchRow = {
  id: 'm-inter',
  s: 11,
  match: { homeTeam: 'Inter', awayTeam: 'Milan', commenceTime: '2026-11-21T13:00:00Z' },
  league: { key: 'soccer_italy_serie_a', title: 'Serie A' },
  odds: { homeWin: 1.9, draw: 3.5, awayWin: 4.1, overUnder: { point: 2.5, over: 1.85, under: 1.95 } },
  markets: { h2h: 'open', totals: 'open' },
  status: 'open',
  score: null,
  quotedAt: '2026-11-21T11:59:50Z',
};

/** A selection whose price only the server has. */
export const doubleChance: SlipEntry = {
  matchId: 'm-inter' as MatchId,
  betOutcome: 'Double chance: Inter or draw',
  odds: new Decimal('1.5'),
  matchName: 'Inter vs Milan',
};
/** The price of `doubleChance` as the server answered for a version of the match. */
export const doubleChanceAt = (price: number | null, s: number, askedAt = 0): Pick<Market, 'prices'> => ({
  prices: new Map([[priceKey(doubleChance), { s, odds: price === null ? null : new Decimal(price), askedAt }]]),
});
/** The same quotes in a later version of the match. */
export const interAt = (s: number): MatchRow => ({ ...interRow, s });
/** The server's refusal of `doubleChance`: its price, or that it is suspended. */
export const doubleChanceRefused = (now?: number): ApiFailure => ({
  kind: 'refused',
  status: 409,
  view: {
    code: 'legs-refused',
    error: 'Nothing was staked.',
    details: {
      legs: [
        {
          matchId: 'm-inter',
          betOutcome: 'Double chance: Inter or draw',
          ...(now === undefined
            ? { code: 'market-suspended', error: 'It is suspended.' }
            : { code: 'odds-changed', error: 'The odds moved.', seen: 1.5, now }),
        },
      ],
    },
  },
});

export const marketOf = (rows: readonly MatchRow[], other: Partial<Market> = {}): Market => ({
  feed: 'ok',
  now: noon,
  inPlay: 'open',
  staleLeagues: [],
  rows: new Map(rows.map((row) => [row.id, row])),
  prices: new Map(),
  ...other,
});

/** Arsenal's win at another price, one version later. */
export const arsenalAt = (price: number, s = 12): MatchRow => ({
  ...arsenalRow,
  s,
  odds: { ...arsenalRow.odds, homeWin: price },
});

export const placedBet: BetView = {
  _id: '3f2a9c1e-77aa-4c7e-9f6e-0f6b1f2c3d4e',
  version: 1,
  status: 'pending',
  createdAt: '2026-11-21T12:00:01Z',
  settledAt: null,
  stake: 10,
  totalOdds: 2.1,
  potentialPayout: 21,
  payout: null,
  matches: [
    {
      matchId: 'm-arsenal',
      betOutcome: 'Arsenal Win',
      odds: 2.1,
      status: 'pending',
      matchName: 'Arsenal vs Chelsea',
      commenceTime: '2026-11-21T13:00:00Z',
      matchStatus: 'open',
      score: null,
    },
  ],
};
/** `placedBet` with a match in play: after eight seconds it is accepted or rejected. */
export const awaitingBet: BetView = { ...placedBet, acceptance: { state: 'pending', until: '2026-11-21T12:00:08Z' } };
export const acceptedBet: BetView = { ...placedBet, version: 2, acceptance: { state: 'accepted' } };
export const rejectedBet: BetView = {
  ...placedBet,
  version: 3,
  status: 'void',
  payout: 10,
  acceptance: {
    state: 'rejected',
    code: 'score-changed',
    reason: 'Arsenal Win: the score changed before your bet was accepted. Your stake was returned.',
  },
};
export const placedAnswer: PlaceBetAnswer = {
  bet: placedBet,
  wallet: { version: 8, balance: 990, held: 0, bonus: 0, staked: 10 },
};

export const bookFull: ApiFailure = {
  kind: 'refused',
  status: 409,
  view: {
    code: 'book-limit-reached',
    error: 'We can take at most $2.12 on these selections now. Nothing was staked.',
    details: { limit: 'combination', maximum: 250_000, maxStake: 2.12 },
  },
};

export const oddsChanged: ApiFailure = {
  kind: 'refused',
  status: 409,
  view: {
    code: 'legs-refused',
    error: 'The odds of Arsenal Win moved from 2.10 to 1.95. Nothing was staked.',
    details: {
      legs: [
        {
          matchId: 'm-arsenal',
          betOutcome: 'Arsenal Win',
          code: 'odds-changed',
          error: 'The odds of Arsenal Win moved from 2.10 to 1.95.',
          seen: 2.1,
          now: 1.95,
        },
      ],
    },
  },
};
