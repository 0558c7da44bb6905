import { acceptCashOut, withCashOut } from '@touchline/core/betting';
import { ok, refused } from '@touchline/core/result';
import type { CashOut, CommandKind } from './command.ts';

/** Pays the current value of an open bet, or of a part of it, once. */
export const cashOut: CommandKind<CashOut> = {
  key: ({ cashOutId }) => `cash-out:${cashOutId}`,
  request: ({ betId, request: { stake, seen } }) => ({ bet: betId, stake: stake ?? null, seen }),
  matches: ({ matchIds }) => matchIds,
  bets: ({ betId }) => [betId],
  decide: ({ betId, walletId, request, rules, cashOutId, isByRule }, _wallet, facts) => {
    const bet = facts.bet(betId);
    if (!bet || bet.walletId !== walletId) return refused({ code: 'bet-unknown' });
    if (isByRule && facts.cashOutRule(betId) !== cashOutId) return refused({ code: 'rule-ended' });
    const offer = acceptCashOut(bet, request, {
      ...rules,
      now: facts.now,
      match: facts.match,
      isFresh: facts.isFresh,
      confirmedAt: facts.confirmedAt,
      closures: facts.closures,
      isStatusCertain: facts.isStatusCertain,
      ...facts.cashOuts,
    });
    if (!offer.ok) return offer;
    return ok({
      event: { type: 'CashedOut', betId, ...offer.value },
      cashedOut: withCashOut(bet, offer.value, facts.now),
    });
  },
  answer: ({ betId }, moved, { bet, event }) => {
    if (!bet) throw new Error(`bet ${betId} was cashed out in the ledger but has no row`);
    return { ...moved, bet, event };
  },
};
