import type { DryRunView, OperatedMatchDetail, OperatedMatchView, ProposalView } from '@touchline/core/contract';

/** An open match with one review and three bets; for tests. */
export const operatedMatch: OperatedMatchView = {
  matchId: '01937f8a-1111-7000-8000-000000000001',
  leagueKey: 'soccer_epl',
  homeTeam: 'Arsenal',
  awayTeam: 'Chelsea',
  commenceTime: '2026-11-20T20:00:00.000Z',
  status: 'open',
  score: null,
  endedAt: null,
  settledAt: null,
  resultVersion: 0,
  markets: [
    { market: 'h2h', state: 'open' },
    { market: 'totals', state: 'suspended', why: 'price-jump', point: 2.5 },
  ],
  exposure: [
    { market: 'h2h', pick: 'home', label: 'Arsenal Win', bets: 2, staked: 30.1, pays: 63.21, liability: 33.11 },
    { market: 'totals', pick: 'over', label: 'Over 2.5', bets: 1, staked: 10.2, pays: 20.4, liability: 10.2 },
  ],
  reviews: [],
  proposal: null,
};
export const matchDetail: OperatedMatchDetail = {
  ...operatedMatch,
  rulings: [],
  closures: [],
  limits: [],
  orders: [],
  reports: [],
  people: {},
  profitAtScores: [],
  books: [
    {
      title: 'Match winner',
      isQuoted: true,
      margin: 0.0512,
      bets: 3,
      turnover: 42.1,
      staked: 30.1,
      outcomes: [
        { label: 'Arsenal Win', odds: 2.1, bets: 2, staked: 30.1, liability: 33.11, profit: -33.11 },
        { label: 'Draw', odds: 3.4, bets: 0, staked: 0, liability: 0, profit: 30.1 },
      ],
    },
  ],
};

export const smallRun: DryRunView = {
  bets: 3,
  rolledBack: 0,
  waiting: 0,
  promised: 0,
  pays: 63.21,
  takesBack: 0,
  difference: 63.21,
  belowZero: 0,
  decides: 73.41,
  alone: 120,
  limit: 1_000,
  needsSecondAdmin: false,
};
/** The effect of a void period on two singles and an accumulator during the match. */
export const windowRun: DryRunView = { ...smallRun, bets: 2, waiting: 1, pays: 30, difference: 30, promised: -412.5 };
export const largeRun: DryRunView = {
  ...smallRun,
  rolledBack: 1,
  takesBack: 5_000,
  decides: 10_063.21,
  difference: -4_936.79,
  belowZero: 2,
  needsSecondAdmin: true,
};

export const proposal: ProposalView = {
  id: '01937f8a-3333-7000-8000-000000000003',
  matchId: operatedMatch.matchId,
  decision: { kind: 'score', score: { home: 2, away: 1 }, halfTime: null, voidBets: [] },
  reason: 'the league has corrected it',
  dryRun: largeRun,
  proposedBy: { userId: 'a2', name: 'Cleo' },
  proposedAt: '2026-11-20T22:10:00.000Z',
  isMine: false,
};
export const changedId: OperatedMatchView['reviews'][number] = {
  id: '01937f8a-4444-7000-8000-000000000004',
  kind: 'id-changed',
  facts: { formerEventId: 'ev-1', was: '2026-11-20T20:00:00.000Z', is: '2026-12-02T20:00:00.000Z' },
  createdAt: '2026-11-20T18:00:00.000Z',
};
