import { hash as digest } from 'node:crypto';
import {
  type Excluded,
  excludedBy,
  isExcluded,
  type LimitReached,
  lossUsed,
  passedLimit,
} from '@touchline/core/account';
import {
  type AcceptedBet,
  acceptBet,
  type Bet,
  type BetRequest,
  type BettingClosed,
  heldUntil,
  noDelays,
} from '@touchline/core/betting';
import { isActive, stakeBonus } from '@touchline/core/bonus';
import { closureOf, feedState } from '@touchline/core/matches';
import { noMoney } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import { canonicalTerms, type StakeTaken, takeStake, type Wallet } from '@touchline/core/wallet';
import type { CommandKind, Facts, PlaceBet } from './command.ts';

/** A bet and its stake are one: accepted at the prices that the transaction reads, or nothing happens. */
export const placeBet: CommandKind<PlaceBet> = {
  key: (command) => `stake:${command.betId}`,
  request: ({ betId, request }) => ({
    bet: betId,
    picks: request.picks.map((pick) => [pick.matchId, pick.label, pick.oddsSeen.toFixed()]),
    policy: request.oddsPolicy,
    stake: request.stake,
  }),
  matches: (command) => command.request.picks.map((pick) => pick.matchId).filter((id) => uuid.test(id)),
  bets: () => [],
  readsBonus: (_command, wallet) => wallet.bonus > 0,
  readsRestrictions: () => true,
  decide: (command, wallet, facts) => {
    const closed = closedFor(command.request.picks, facts);
    if (closed) return refused(closed);
    const forbidden = ownRule(command, wallet, facts);
    if (forbidden?.code === 'excluded') return refused(forbidden);
    const accepted = acceptBet(command.request, {
      ...command.rules,
      now: facts.now,
      match: facts.match,
      isFresh: (leagueKey) => feedState(facts.feed(leagueKey), facts.now) === 'ok',
      confirmedAt: (leagueKey) => facts.feed(leagueKey)?.confirmedAt ?? null,
      exposure: facts.exposure,
      book: facts.book(command),
    });
    if (!accepted.ok) return accepted;
    const terms = betTerms(command.betId, accepted.value);
    const bonus = wallet.bonus > 0 ? facts.bonus(command.walletId) : undefined;
    const usable = isActive(bonus, facts.now) ? bonus : undefined;
    const taken = takeStake(wallet, { id: command.betId, stake: accepted.value.stake, terms }, usable);
    if (!taken.ok) return taken;
    if (forbidden) return refused(forbidden);
    const placed = newBet(command, accepted.value, taken.value, facts);
    if (!usable || placed.bonusStake === 0) return ok({ event: taken.value, placed });
    return ok({ event: taken.value, placed, bonus: stakeBonus(usable, placed.bonusStake) });
  },
  answer: (command, moved, { bet }) => {
    if (!bet) throw new Error(`bet ${command.betId} has a stake in the ledger but no row`);
    return { ...moved, bet };
  },
};

/** The first selection on which betting is closed says where. */
function closedFor(picks: BetRequest['picks'], { closures, match }: Facts): BettingClosed | undefined {
  if (closures.length === 0) return undefined;
  const [closure] = picks.flatMap(({ matchId }) => closureOf(closures, match(matchId)?.leagueKey ?? '') ?? []);
  if (!closure) return undefined;
  return { code: 'betting-closed', ...(closure.scope !== 'all' && { league: closure.scope }) };
}

/** What of the bettor's own making stands against this stake. */
function ownRule({ walletId, request }: PlaceBet, wallet: Wallet, facts: Facts): Excluded | LimitReached | undefined {
  const own = facts.restrictions(walletId);
  if (!own) return undefined;
  const { limits, exclusion, staked, lost } = own;
  if (isExcluded(exclusion, facts.now)) return excludedBy(exclusion);
  return (
    passedLimit('stake', limits, staked, request.stake, facts.now) ??
    passedLimit('loss', limits, lossUsed(lost, wallet.staked), request.stake, facts.now)
  );
}

/** What the browser sends as an id may be anything; only these can be asked of the database. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SHA-256 (hex) over the canonical terms of a bet. */
export const betTerms = (...bet: Parameters<typeof canonicalTerms>): string =>
  digest('sha256', canonicalTerms(...bet), 'hex');

function newBet(command: PlaceBet, accepted: AcceptedBet, taken: StakeTaken, facts: Facts): Bet {
  const matches = accepted.legs.flatMap((leg) => facts.match(leg.matchId) ?? []);
  const until = heldUntil(matches, command.rules.delays ?? noDelays, facts.now);
  return {
    ...(until !== undefined && { acceptance: { state: 'pending', until } }),
    id: command.betId,
    walletId: command.walletId,
    userId: command.userId,
    version: 1,
    status: 'pending',
    stake: accepted.stake,
    bonusStake: taken.fromBonus ?? noMoney,
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
