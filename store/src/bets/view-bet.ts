import type { Bet } from '@touchline/core/betting';
import { type AcceptanceView, type BetView, rejectionSentence } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { dollars } from '@touchline/core/money';

/** Returns a bet for the API: dollars, odds as numbers, ISO times. */
export const viewBet = (bet: Bet): BetView => ({
  _id: bet.id,
  version: bet.version,
  status: bet.status,
  createdAt: isoTime(bet.placedAt),
  settledAt: bet.settledAt === null ? null : isoTime(bet.settledAt),
  stake: dollars(bet.stake),
  totalOdds: bet.totalOdds.toNumber(),
  potentialPayout: dollars(bet.potentialPayout),
  payout: bet.payout === null ? null : dollars(bet.payout),
  ...(bet.acceptance && { acceptance: viewAcceptance(bet, bet.acceptance) }),
  matches: bet.legs.map((leg) => ({
    matchId: leg.matchId,
    betOutcome: leg.label,
    odds: leg.odds.toNumber(),
    status: leg.status,
    matchName: `${leg.homeTeam} vs ${leg.awayTeam}`,
    commenceTime: isoTime(leg.kickoffAt),
    matchStatus: leg.matchStatus,
    score: leg.matchScore,
  })),
});

function viewAcceptance({ legs }: Bet, acceptance: NonNullable<Bet['acceptance']>): AcceptanceView {
  switch (acceptance.state) {
    case 'pending':
      return { state: 'pending', until: isoTime(acceptance.until) };
    case 'accepted':
      return { state: 'accepted' };
    case 'rejected': {
      const { code, matchId } = acceptance;
      const label = legs.find((leg) => leg.matchId === matchId)?.label;
      return { state: 'rejected', code, reason: rejectionSentence(code, label) };
    }
  }
}

function isoTime(at: Instant): string {
  const known = isoTimes.get(at);
  if (known !== undefined) return known;
  if (isoTimes.size >= mostIsoTimes) isoTimes.clear();
  const text = new Date(at).toISOString();
  isoTimes.set(at, text);
  return text;
}
/** Cached: bets of a group share their time, and most bets their kick-offs. */
const isoTimes = new Map<Instant, string>();
const mostIsoTimes = 1_000;
