import type { PlayerSheet } from '@touchline/core/contract';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { placedBet } from '../../slip/samples.ts';

/** A player without exclusions, with a deposit, a pending withdrawal, a bet and one decision. */
export const player: PlayerSheet = {
  user: {
    id: 'u1',
    walletId: 'w1',
    name: 'Ada Lovelace',
    email: 'ada@touchline.test',
    role: 'bettor',
    isVerified: true,
    createdAt: '2026-11-01T09:00:00.000Z',
    openSessions: 2,
  },
  exclusion: null,
  own: null,
  shared: [],
  limits: [{ kind: 'stake', period: 'day', amount: 40, used: 30, next: null }],
  wallet: { version: 17, balance: 70.5, held: 120, bonus: 25, staked: 10 },
  bonus: {
    id: 'b1',
    status: 'active',
    granted: 50,
    wagered: 100,
    toWager: 250,
    grantedAt: '2026-11-10T12:00:00.000Z',
    expiresAt: '2026-12-10T12:00:00.000Z',
    endedAt: null,
  },
  lifetime: { deposited: 310, refunded: 20, withdrawn: 90, net: 200 },
  flags: [{ flag: 'first-withdrawal', count: 2, open: 1 }],
  transactions: [adminTransaction, adminDeposit],
  bets: [placedBet],
  actions: [
    {
      id: 4,
      at: '2026-11-20T13:00:00.000000Z',
      actor: { userId: 'a2', role: 'admin', name: 'Cleo', email: 'cleo@touchline.test' },
      action: 'player-signed-out',
      subject: 'user:u1',
      reason: 'The phone was stolen.',
      before: { openSessions: 1 },
      after: { openSessions: 0 },
      requestId: 'r-1',
    },
  ],
};
export const excludedPlayer: PlayerSheet = {
  ...player,
  exclusion: {
    cause: 'fraud',
    reason: 'Three stolen cards.',
    since: '2026-11-20T12:00:00.000Z',
    until: null,
    by: 'Cleo',
  },
  own: { kind: 'time-out', since: '2026-11-20T10:00:00.000Z', until: '2026-11-27T10:00:00.000Z' },
};
