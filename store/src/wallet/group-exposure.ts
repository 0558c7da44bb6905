import { type Bet, type BettingLimits, maxLiabilityOn, openStake, type Selection } from '@touchline/core/betting';
import type { BetId, MatchId } from '@touchline/core/ids';
import { outcomeFromLabel } from '@touchline/core/markets';
import type { Match } from '@touchline/core/matches';
import type { Cents } from '@touchline/core/money';
import { combinationKey, type ExposureBook, type LimitsAtPlacement } from '../bets/exposure-book.ts';
import {
  type CashOut,
  changesBook,
  type Decided,
  type Facts,
  type JudgeBet,
  type MoneyCommand,
  type PlaceBet,
} from './command.ts';

/**
 * The keys of combinations that were above half of a limit when this process last added to them. Only these are read before a group
 * is decided, which takes a round trip. Others are checked when the group adds to them; one that is too full is remembered here,
 * and the group decided again.
 */
export type FullCombinations = {
  readonly has: (key: string) => boolean;
  readonly isEmpty: () => boolean;
  readonly remember: (key: string) => void;
};

/** More than the commands of a group, so that everything learned is known when it is decided again. */
const mostKeys = 10_000;

export function fullCombinations(most = mostKeys): FullCombinations {
  // A Set keeps insertion order: its first key is the least recently used.
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    isEmpty: () => keys.size === 0,
    remember: (key) => {
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}

type Book = {
  readonly book: ExposureBook;
  readonly keyFor: CombinationKeys;
  readonly bets: ReadonlyMap<BetId, Bet>;
  readonly facts: Pick<Facts, 'match' | 'now'>;
};

/** Counts a placed, judged or cashed out bet in the exposures. `bets` still has the bet as it was before. */
export function countBet(
  { book, keyFor, bets, facts: { match, now } }: Book,
  command: PlaceBet | JudgeBet | CashOut,
  { placed, judged, cashedOut }: Decided,
): void {
  const openBet = (bet: Bet, promised?: Cents) => ({
    stake: openStake(bet),
    promised,
    system: bet.system,
    combination: keyFor(command, bet.legs),
    legs: bet.legs,
  });
  const untouched = (bet: Bet) => openBet(bet, bet.potentialPayout);
  const under = (limits: BettingLimits): LimitsAtPlacement => ({
    liability: (matchId) => maxLiabilityOn(match(matchId), limits, now),
    matchLoss: limits.maxMatchLoss,
    combinationLoss: limits.maxCombinationLoss,
    bankroll: limits.bankroll,
  });
  if (placed && command.type === 'place-bet') book.add(untouched(placed), under(command.rules.limits));
  if (cashedOut) {
    const before = bets.get(cashedOut.id);
    if (before) book.remove(openBet(before));
    if (cashedOut.status === 'pending') book.add(openBet(cashedOut));
  }
  const before = judged && bets.get(judged.id);
  if (!before || command.type !== 'judge-bet') return;
  book.remove(untouched(before));
  if (judged.acceptance?.state !== 'accepted') return;
  // At its original odds, or lower ones, a bet stays accepted whatever the limits are now.
  const isBetter = judged.legs.some(({ odds }, at) => odds.gt(before.legs[at]?.odds ?? odds));
  book.add(untouched(judged), isBetter ? under(command.limits) : undefined);
}

/** Returns the key of the selections of a command's bet, computed once per command. */
export type CombinationKeys = (
  command: PlaceBet | JudgeBet | CashOut,
  selections: readonly Selection[],
) => string | undefined;

export function combinationKeys(): CombinationKeys {
  const known = new Map<MoneyCommand, string>();
  return (command, selections) => {
    const key = known.get(command) ?? combinationKey(selections);
    if (key !== undefined) known.set(command, key);
    return key;
  };
}

/** Returns the combinations of two or more selections that commands stake on or judge. */
export function combinationsIn(
  commands: readonly MoneyCommand[],
  { match, bets }: { readonly match: (id: MatchId) => Match | undefined; readonly bets: ReadonlyMap<BetId, Bet> },
  keyFor: CombinationKeys,
): readonly string[] {
  const picked = ({ request }: PlaceBet): readonly Selection[] =>
    request.picks.flatMap(({ matchId, label }) => {
      const found = match(matchId);
      const outcome = found && outcomeFromLabel(found, label);
      return outcome ? [{ matchId, outcome }] : [];
    });
  return commands.flatMap((command) => {
    if (!changesBook(command)) return [];
    const selections = command.type === 'place-bet' ? picked(command) : bets.get(command.betId)?.legs;
    // A bet with an unknown selection will be refused for it.
    if (command.type === 'place-bet' && selections?.length !== command.request.picks.length) return [];
    return (selections && keyFor(command, selections)) ?? [];
  });
}
