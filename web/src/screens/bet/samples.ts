import type { BetTimeline, LedgerEventView } from '@touchline/core/contract';
import { staked } from '../../ledger/samples.ts';
import { placedBet } from '../../slip/samples.ts';

/** The stake of the placed bet, recorded slightly before the bet's own time. */
export const stakeTaken: LedgerEventView = { ...staked, recordedAt: '2026-11-21T12:00:00.990000Z' };
const [leg] = placedBet.matches;
if (!leg) throw new Error('the sample has a leg');

/** A bet of $10 on Arsenal, seen at 2.00 and taken at 2.10, an hour before kick-off. */
export const openTimeline: BetTimeline = {
  bet: placedBet,
  oddsPolicy: 'better',
  rulesVersion: 1,
  legs: [
    {
      matchId: leg.matchId,
      oddsSeen: 2,
      bookmaker: 'pinnacle',
      quotedAt: '2026-11-21T11:59:50Z',
      scoreAtPlacement: null,
      scores: [],
      endedAt: null,
      gradedAt: null,
    },
  ],
  events: [stakeTaken],
};

const winnings: LedgerEventView = {
  ...stakeTaken,
  seq: 40,
  type: 'WinningsPaid',
  amount: 21,
  cashChange: 21,
  payload: { betId: placedBet._id, settlement: 1, stake: 1_000, legs: ['won'] },
  recordedAt: '2026-11-21T14:56:00.000000Z',
};
/** The same bet won, the settlement rolled back, and lost in the end. */
export const settledTimeline: BetTimeline = {
  ...openTimeline,
  bet: {
    ...placedBet,
    version: 9,
    status: 'lost',
    payout: 0,
    settledAt: '2026-11-21T15:10:00Z',
    matches: [{ ...leg, status: 'lost', matchStatus: 'finished', score: { home: 1, away: 1 } }],
  },
  legs: openTimeline.legs.map((history) => ({
    ...history,
    scores: [
      { at: '2026-11-21T13:20:30Z', score: { home: 1, away: 0 } },
      { at: '2026-11-21T14:40:00Z', score: { home: 1, away: 1 } },
    ],
    endedAt: '2026-11-21T14:55:00Z',
    gradedAt: '2026-11-21T14:55:30Z',
  })),
  events: [
    stakeTaken,
    winnings,
    {
      ...winnings,
      seq: 41,
      type: 'SettlementRolledBack',
      cashChange: -21,
      payload: { reason: 'wrong score' },
      recordedAt: '2026-11-21T15:00:00.000000Z',
    },
    {
      ...winnings,
      seq: 42,
      type: 'StakeLost',
      amount: 10,
      cashChange: 0,
      payload: {},
      recordedAt: '2026-11-21T15:10:00.000000Z',
    },
  ],
};
