import { hash as digest } from 'node:crypto';
import { type AcceptedBet, type AcceptedLeg, type Bet, type BetLeg, noDelays } from '@touchline/core/betting';
import type { Match } from '@touchline/core/matches';
import { noMoney } from '@touchline/core/money';
import { placeBet as decide } from '@touchline/core/placing';
import { ok } from '@touchline/core/result';
import { canonicalTerms, type StakeTaken } from '@touchline/core/wallet';
import type { CommandKind, Facts, PlaceBet } from './command.ts';

/** Accepts a bet and takes its stake together, at the prices read in the transaction, or does neither. */
export const placeBet: CommandKind<PlaceBet> = {
  key: (command) => `stake:${command.betId}`,
  request: ({ betId, request, placedWith }) => ({
    bet: betId,
    picks: request.picks.map((pick) => [pick.matchId, pick.label, pick.oddsSeen.toFixed()]),
    policy: request.oddsPolicy,
    stake: request.stake,
    ...(request.system && { system: request.system }),
    ...(placedWith !== undefined && { tickets: placedWith }),
  }),
  matches: (command) => command.request.picks.map((pick) => pick.matchId).filter((id) => uuid.test(id)),
  readsBonus: (_command, wallet) => wallet.bonus > 0,
  readsRestrictions: () => true,
  decide: (command, wallet, facts) => {
    const { betId, walletId, request, rules } = command;
    const paid = decide(betId, request, {
      limits: rules.limits,
      inPlay: rules.inPlay,
      now: facts.now,
      match: facts.match,
      isFresh: facts.isFresh,
      confirmedAt: facts.confirmedAt,
      exposure: facts.exposure,
      book: facts.book(command),
      closures: facts.closures,
      wallet,
      bonus: wallet.bonus > 0 ? facts.bonus(walletId) : undefined,
      own: facts.restrictions(walletId),
      delays: rules.delays ?? noDelays,
      terms: betTerms,
    });
    if (!paid.ok) return paid;
    const { accepted, taken, until, bonus } = paid.value;
    const bet = newBet(command, accepted, taken, facts);
    const placed: Bet = until === undefined ? bet : { ...bet, acceptance: { state: 'pending', until } };
    return ok(bonus ? { event: taken, placed, bonus } : { event: taken, placed });
  },
  answer: (command, moved, { bet }) => {
    if (!bet) throw new Error(`bet ${command.betId} has a stake in the ledger but no row`);
    return { ...moved, bet };
  },
};

/** Ids from browsers may be any text; only UUIDs can be queried. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the SHA-256 (hex) of a bet's canonical terms. */
export const betTerms = (...bet: Parameters<typeof canonicalTerms>): string =>
  digest('sha256', canonicalTerms(...bet), 'hex');

// Members that follow a spread are added one by one, and each copies those before it: so these objects name all of theirs.
function newBet(command: PlaceBet, accepted: AcceptedBet, taken: StakeTaken, facts: Facts): Bet {
  return {
    id: command.betId,
    walletId: command.walletId,
    userId: command.userId,
    version: 1,
    status: 'pending',
    stake: accepted.stake,
    bonusStake: taken.fromBonus ?? noMoney,
    system: accepted.system,
    totalOdds: accepted.totalOdds,
    potentialPayout: accepted.potentialPayout,
    oddsPolicy: accepted.oddsPolicy,
    payout: null,
    cashedOut: nothingCashedOut,
    settlement: 0,
    placedAt: facts.now,
    settledAt: null,
    legs: accepted.legs.map((leg) => newLeg(leg, matchOf(leg, facts))),
  };
}
const nothingCashedOut = { stake: noMoney, paid: noMoney };

function newLeg(leg: AcceptedLeg, match: Match): BetLeg {
  const placed: BetLeg = {
    matchId: leg.matchId,
    outcome: leg.outcome,
    label: leg.label,
    odds: leg.odds,
    oddsSeen: leg.oddsSeen,
    marketVersion: leg.marketVersion,
    bookmaker: leg.bookmaker,
    quotedAt: leg.quotedAt,
    score: leg.score,
    status: 'pending',
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    kickoffAt: match.kickoffAt,
    matchStatus: match.status,
    matchScore: match.score,
  };
  return leg.pricedFrom ? { ...placed, pricedFrom: leg.pricedFrom } : placed;
}

function matchOf({ matchId }: AcceptedLeg, facts: Facts): Match {
  const match = facts.match(matchId);
  if (!match) throw new Error(`an accepted leg on match ${matchId}, which was not read`);
  return match;
}
