import {
  type Excluded,
  type Exclusion,
  excludedBy,
  isExcluded,
  type LimitChange,
  type LimitReached,
  limitReached,
  lossUsed,
  passedLimits,
  type UsedOf,
} from '../account/index.ts';
import {
  type AcceptanceDelays,
  type AcceptedBet,
  acceptanceDueAt,
  acceptBet,
  type BetRefusal,
  type BetRequest,
  type BettingClosed,
  type BettingFacts,
} from '../betting/index.ts';
import { type Bonus, isActive, stakeBonus } from '../bonus/index.ts';
import type { BetId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Closure, closureOf } from '../matches/index.ts';
import { ok, type Result, refused } from '../result.ts';
import { houseRulesVersion } from '../rules/house-rules.ts';
import { type StakeRefusal, type StakeTaken, takeStake, type Wallet } from '../wallet/index.ts';

/** A bettor's own limits and exclusion, the operator's exclusion, and how much of the limits is used. */
export type OwnRules = {
  readonly limits: readonly LimitChange[];
  readonly exclusion: Exclusion | undefined;
  readonly staked: UsedOf;
  readonly lost: UsedOf;
};

/** The facts about bet and bettor at placement. */
export type PlacingFacts = BettingFacts & {
  readonly closures: readonly Closure[];
  readonly wallet: Wallet;
  readonly bonus: Bonus | undefined;
  readonly own: OwnRules | undefined;
  readonly delays: AcceptanceDelays;
  /** Digest of the terms of the bet, for its event in the ledger. */
  readonly terms: (id: BetId, accepted: AcceptedBet) => string;
};

/**
 * A bet and its stake. `until`: how long it awaits acceptance, if it does; `bonus`: the bonus afterwards, if part of the stake is bonus
 * money.
 */
type PaidBet = {
  readonly accepted: AcceptedBet;
  readonly taken: StakeTaken;
  readonly until?: Instant;
  readonly bonus?: Bonus;
};
export type PlacingRefusal = BetRefusal | BettingClosed | StakeRefusal | Excluded | LimitReached;

/**
 * Decides a bet and its stake, and returns the first refusal in this order: closed betting, exclusion, the bet itself, the balance,
 * the bettor's own limits. So an excluded bettor sees that first, and a limit applies only to a stake that could be paid.
 */
export function placeBet(id: BetId, request: BetRequest, facts: PlacingFacts): Result<PaidBet, PlacingRefusal> {
  const { now, own, wallet } = facts;
  const closed = closedFor(request.picks, facts);
  if (closed) return refused(closed);
  if (own && isExcluded(own.exclusion, now)) return refused(excludedBy(own.exclusion));
  const accepted = acceptBet(request, facts);
  if (!accepted.ok) return accepted;
  const bonus = wallet.bonus > 0 && isActive(facts.bonus, now) ? facts.bonus : undefined;
  const terms = facts.terms(id, accepted.value);
  const matches = accepted.value.legs.flatMap(({ matchId }) => facts.match(matchId) ?? []);
  const until = acceptanceDueAt(matches, facts.delays, now);
  const awaitsAcceptance = until !== undefined;
  const stake = { id, stake: request.stake, terms, rules: houseRulesVersion, awaitsAcceptance };
  const taken = takeStake(wallet, stake, bonus);
  if (!taken.ok) return taken;
  const limit = own && ownLimit(own, request, facts);
  if (limit) return refused(limit);
  const { fromBonus } = taken.value;
  const paid = { accepted: accepted.value, taken: taken.value, ...(until !== undefined && { until }) };
  return ok(bonus && fromBonus ? { ...paid, bonus: stakeBonus(bonus, fromBonus) } : paid);
}

/** Returns the closure that applies to the first affected selection. */
function closedFor(picks: BetRequest['picks'], { closures, match }: PlacingFacts): BettingClosed | undefined {
  if (closures.length === 0) return undefined;
  const [closure] = picks.flatMap(({ matchId }) => closureOf(closures, match(matchId)?.leagueKey ?? '') ?? []);
  if (!closure) return undefined;
  return { code: 'betting-closed', ...(closure.scope !== 'all' && { league: closure.scope }) };
}

const ownLimit = (
  { limits, staked, lost }: OwnRules,
  { stake }: BetRequest,
  { now, wallet }: PlacingFacts,
): LimitReached | undefined =>
  limitReached([
    ...passedLimits('stake', limits, staked, stake, now),
    ...passedLimits('loss', limits, lossUsed(lost, wallet.staked), stake, now),
  ]);
