import {
  type BettingFacts,
  defaultLimits,
  noExposure,
  type OddsPolicy,
  type OpenBook,
  type Pick,
} from '../betting/index.ts';
import type { MatchId } from '../ids.ts';
import type { Match } from '../matches/index.ts';
import { type Cents, cents, Decimal, noMoney } from '../money/index.ts';
import { sampleMatch, sampleNow } from './sample-match.ts';

export const derby = sampleMatch();
export const knownMatches = (...matches: readonly Match[]) => {
  const byId = new Map(matches.map((match) => [match.id, match]));
  return (id: MatchId) => byId.get(id);
};
/** A book without open bets. */
export const emptyBook: OpenBook = {
  net: noMoney,
  netOn: () => noMoney,
  lastDay: { staked: noMoney, promised: noMoney },
};
/** Only the derby is on offer, with fresh prices; bets are accepted before kick-off. */
export const sampleFacts = (but: Partial<BettingFacts> = {}): BettingFacts => ({
  now: sampleNow,
  match: knownMatches(derby),
  isFresh: () => true,
  confirmedAt: () => sampleNow,
  inPlay: 'closed',
  limits: defaultLimits,
  exposure: () => noExposure,
  book: emptyBook,
  ...but,
});
export const pickOf = (label: string, price: string, match: MatchId = derby.id): Pick => ({
  matchId: match,
  label,
  oddsSeen: new Decimal(price),
});
/** A stake of $10.00 that accepts no odds changes, with overrides. */
export const requestOf = (picks: readonly Pick[], but: { stake?: Cents; oddsPolicy?: OddsPolicy } = {}) => ({
  stake: cents(1000),
  oddsPolicy: 'none' as const,
  picks,
  ...but,
});
