import { createHash } from 'node:crypto';
import { type AcceptedBet, acceptBet, type Bet } from '@touchline/core/betting';
import { feedState } from '@touchline/core/matches';
import { ok } from '@touchline/core/result';
import { canonicalTerms, takeStake } from '@touchline/core/wallet';
import type { CommandKind, Facts, PlaceBet } from './command.ts';

/** A bet and its stake are one: accepted at the prices that the transaction reads, or nothing happens. */
export const placeBet: CommandKind<PlaceBet> = {
  key: (command) => `stake:${command.betId}`,
  request: ({ betId, request }) => ({
    bet: betId,
    policy: request.oddsPolicy,
    picks: request.picks.map((pick) => [pick.matchId, pick.label, pick.oddsSeen.toFixed()]),
    stake: request.stake,
  }),
  matches: (command) => command.request.picks.map((pick) => pick.matchId).filter((id) => uuid.test(id)),
  bets: () => [],
  decide: (command, wallet, facts) => {
    const accepted = acceptBet(command.request, {
      ...command.rules,
      now: facts.now,
      match: facts.match,
      isFresh: (leagueKey) => feedState(facts.feed(leagueKey), facts.now) === 'ok',
    });
    if (!accepted.ok) return accepted;
    const terms = betTerms(command.betId, accepted.value);
    const taken = takeStake(wallet, { id: command.betId, stake: accepted.value.stake, terms });
    if (!taken.ok) return taken;
    return ok({ event: taken.value, placed: newBet(command, accepted.value, facts) });
  },
  answer: (command, moved, { bet }) => {
    if (!bet) throw new Error(`bet ${command.betId} has a stake in the ledger but no row`);
    return { ...moved, bet };
  },
};

/** What the browser sends as an id may be anything; only these can be asked of the database. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SHA-256 (hex) over the canonical terms of a bet. */
export const betTerms = (...bet: Parameters<typeof canonicalTerms>): string =>
  createHash('sha256')
    .update(canonicalTerms(...bet))
    .digest('hex');

function newBet(command: PlaceBet, accepted: AcceptedBet, facts: Facts): Bet {
  return {
    id: command.betId,
    walletId: command.walletId,
    userId: command.userId,
    version: 1,
    status: 'pending',
    stake: accepted.stake,
    totalOdds: accepted.totalOdds,
    potentialPayout: accepted.potentialPayout,
    oddsPolicy: accepted.oddsPolicy,
    payout: null,
    settlement: 0,
    placedAt: facts.now,
    settledAt: null,
    legs: accepted.legs.map((leg) => {
      const match = facts.match(leg.matchId);
      if (!match) throw new Error(`an accepted leg on match ${leg.matchId}, which was not read`);
      const { homeTeam, awayTeam, kickoffAt, status: matchStatus, score: matchScore } = match;
      return { ...leg, status: 'pending', homeTeam, awayTeam, kickoffAt, matchStatus, matchScore };
    }),
  };
}
