import { type AcceptedLeg, type Bet, type Judgement, judgeBet as judge } from '@touchline/core/betting';
import { returnStake } from '@touchline/core/bonus';
import type { MatchId } from '@touchline/core/ids';
import { wasClosedSince } from '@touchline/core/matches';
import { noMoney } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import type { CommandKind, Facts, JudgeBet } from './command.ts';
import { betTerms } from './place-bet.ts';

/** Accepts or rejects a bet that awaits acceptance, once; a rejected bet's stake is returned. */
export const judgeBet: CommandKind<JudgeBet> = {
  key: ({ betId }) => `judge:${betId}`,
  request: ({ betId }) => ({ bet: betId }),
  matches: ({ matchIds }) => matchIds,
  bets: ({ betId }) => [betId],
  readsBonus: () => true,
  decide: (command, wallet, facts) => {
    const bet = facts.bet(command.betId);
    if (!bet || bet.walletId !== command.walletId) return refused({ code: 'bet-unknown' });
    if (bet.acceptance?.state !== 'pending') return refused({ code: 'bet-not-held' });
    const { until } = bet.acceptance;
    const judgement = judge(bet, until, {
      now: facts.now,
      match: facts.match,
      isFresh: facts.isFresh,
      confirmedAt: facts.confirmedAt,
      limits: command.limits,
      exposure: facts.exposure,
      book: facts.book(command),
      wasClosed: (leagueKey) => wasClosedSince(facts.closures, leagueKey, bet.placedAt),
      wasSuspended: (matchId) => facts.wasSuspended(bet.id, matchId),
    });
    if (judgement.verdict === 'wait') return refused({ code: 'bet-waits' });
    if (judgement.verdict === 'rejected') {
      const held = { bonus: facts.bonus(command.walletId), wallet, now: facts.now };
      return ok({ ...returnStake(bet, judgement.code, held), judged: rejectedBet(bet, judgement, facts) });
    }
    const judged = acceptedBet(bet, judgement, facts);
    const terms = betTerms(bet.id, judged);
    return ok({ event: { type: 'BetAccepted', amount: noMoney, betId: bet.id, terms }, judged });
  },
  answer: (command, moved, { bet, event }) => {
    if (!bet) throw new Error(`bet ${command.betId} was judged in the ledger but has no row`);
    return { ...moved, bet, event };
  },
};

type Rejected = Judgement & { readonly verdict: 'rejected' };
type Accepted = Judgement & { readonly verdict: 'accepted' };

// Its version counts the row's changes and each graded leg, as when a bet is read.
const rejectedBet = (bet: Bet, { code, matchId }: Rejected, facts: Facts): Bet => ({
  ...bet,
  version: bet.version + 1 + bet.legs.filter((leg) => leg.status === 'pending').length,
  status: 'void',
  payout: bet.stake,
  settledAt: facts.now,
  acceptance: { state: 'rejected', code, matchId },
  legs: bet.legs.map((leg) => ({ ...leg, status: 'void' })),
});

function acceptedBet(bet: Bet, { legs, totalOdds, potentialPayout }: Accepted, { now }: Facts): Bet {
  const taken = new Map<MatchId, AcceptedLeg>(legs.map((leg) => [leg.matchId, leg]));
  return {
    ...bet,
    version: bet.version + 1,
    totalOdds,
    potentialPayout,
    acceptance: { state: 'accepted', at: now },
    legs: bet.legs.map((leg) => ({ ...leg, ...taken.get(leg.matchId) })),
  };
}
