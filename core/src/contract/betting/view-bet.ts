import { type Bet, lineCount, linesPayout, openStake, type RejectionCode, systemName } from '../../betting/index.ts';
import { cents, dollars } from '../../money/index.ts';
import { utcText } from '../utc-text.ts';
import type { AcceptanceView, BetView, SharedBet } from './bets.ts';

/** Renders a bet for its bettor. */
export const viewBet = (bet: Bet): BetView => {
  const { legs, system } = bet;
  const prices = legs.map(({ odds }) => odds);
  const lines = lineCount(legs.length, system);
  return {
    _id: bet.id,
    version: bet.version,
    status: bet.status,
    createdAt: utcText(bet.placedAt),
    settledAt: bet.settledAt === null ? null : utcText(bet.settledAt),
    stake: dollars(bet.stake),
    totalOdds: system ? bet.totalOdds.div(lines).toDecimalPlaces(2).toNumber() : bet.totalOdds.toNumber(),
    potentialPayout: dollars(
      bet.cashedOut.stake > 0 ? linesPayout(openStake(bet), prices, system) : bet.potentialPayout,
    ),
    ...(system && {
      system: {
        name: systemName(legs.length, system),
        sizes: [...system.sizes],
        bankers: [...system.bankers],
        lines,
        unitStake: dollars(cents(bet.stake / lines)),
      },
    }),
    payout: bet.payout === null ? null : dollars(bet.payout),
    ...(bet.cashedOut.stake > 0 && {
      cashedOut: { stake: dollars(bet.cashedOut.stake), paid: dollars(bet.cashedOut.paid) },
    }),
    ...(bet.acceptance && { acceptance: viewAcceptance(bet, bet.acceptance) }),
    matches: bet.legs.map((leg) => ({
      matchId: leg.matchId,
      betOutcome: leg.label,
      odds: leg.odds.toNumber(),
      status: leg.status,
      matchName: `${leg.homeTeam} vs ${leg.awayTeam}`,
      commenceTime: utcText(leg.kickoffAt),
      matchStatus: leg.matchStatus,
      score: leg.matchScore,
    })),
  };
};

function viewAcceptance({ legs }: Bet, acceptance: NonNullable<Bet['acceptance']>): AcceptanceView {
  switch (acceptance.state) {
    case 'pending':
      return { state: 'pending', until: utcText(acceptance.until) };
    case 'accepted':
      return { state: 'accepted' };
    case 'rejected': {
      const { code, matchId } = acceptance;
      const label = legs.find((leg) => leg.matchId === matchId)?.label;
      return { state: 'rejected', code, reason: rejectionText(code, label) };
    }
  }
}

/** Why a bet in play was rejected, and what happened to the money. `label`: the selection that was the reason. */
const rejectionText = (code: RejectionCode, label = 'A selection'): string =>
  `${rejectionReason(code, label)} Your stake was returned.`;

function rejectionReason(code: RejectionCode, label: string): string {
  switch (code) {
    case 'score-changed':
      return `${label}: the score changed before your bet was accepted.`;
    case 'betting-suspended':
      return `${label}: betting was suspended before your bet was accepted.`;
    case 'betting-closed':
      return 'Betting was closed before your bet was accepted.';
    case 'line-changed':
      return `${label}: the odds changed before your bet was accepted.`;
    case 'stale':
      return `${label}: the odds were not confirmed in time.`;
    case 'event-closed':
      return `${label}: the match closed for betting before your bet was accepted.`;
    case 'payout-above-maximum':
      return 'At the current odds this bet would pay more than the maximum.';
    case 'book-limit-reached':
      return 'The odds rose, and at these odds we could not accept your full stake.';
  }
}

/** Renders a bet for anyone: nothing of its bettor, and its amounts only if they are shared too. */
export function viewSharedBet(bet: BetView, showsStake: boolean): SharedBet {
  const { status, createdAt, settledAt, totalOdds, acceptance, matches, system, stake, potentialPayout, payout } = bet;
  return {
    ...{ status, createdAt, settledAt, totalOdds, matches },
    ...(acceptance && { acceptance: { state: acceptance.state } }),
    ...(system && { system: { name: system.name, lines: system.lines } }),
    ...(showsStake && { amounts: { stake, potentialPayout, payout } }),
  };
}
