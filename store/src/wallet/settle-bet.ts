import { gradeBet } from '@touchline/core/betting';
import { shareSettlement } from '@touchline/core/bonus';
import { ok, refused } from '@touchline/core/result';
import { settleBet as settlementEvent } from '@touchline/core/wallet';
import type { CommandKind, SettleBet } from './command.ts';

/** Ends a bet whose legs decide it. Settling twice finds the first settlement and changes nothing. */
export const settleBet: CommandKind<SettleBet> = {
  key: (command, facts) => {
    const bet = facts.bet(command.betId);
    const done = bet?.settlement ?? 0;
    return `settle:${command.betId}:${bet?.status === 'pending' ? done + 1 : Math.max(done, 1)}`;
  },
  request: ({ betId }) => ({ bet: betId }),
  matches: () => [],
  bets: (command) => [command.betId],
  readsBonus: () => true,
  // The settlement that meets the wagering of a bonus makes it cash.
  mostEvents: () => 2,
  decide: (command, wallet, facts) => {
    const bet = facts.bet(command.betId);
    if (!bet || bet.walletId !== command.walletId) return refused({ code: 'bet-unknown' });
    if (bet.status !== 'pending') return refused({ code: 'bet-settled' });
    // It is judged first: until then it is no bet.
    if (bet.acceptance?.state === 'pending') return refused({ code: 'bet-pending' });
    const graded = gradeBet(bet.stake, bet.legs);
    const settlement = bet.settlement + 1;
    const legs = bet.legs.map((leg) => leg.status);
    const event = settlementEvent({ id: bet.id, stake: bet.stake, settlement, legs }, graded);
    if (!event) return refused({ code: 'bet-pending' });
    const { status, payout } = graded;
    const held = { bonus: facts.bonus(command.walletId), wallet, now: facts.now };
    return ok({
      ...shareSettlement(event, bet, held),
      settled: { ...bet, status, payout, settlement, settledAt: facts.now, version: bet.version + 1 },
    });
  },
  answer: (command, moved, { bet, event }) => {
    if (!bet) throw new Error(`bet ${command.betId} has a settlement in the ledger but no row`);
    return { ...moved, bet, event };
  },
};
