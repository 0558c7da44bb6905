import { type Bet, lineCount, linesPayout, openStake, type RejectionCode, systemName } from '../../betting/index.ts';
import { t } from '../../language/index.ts';
import { storedMatchName } from '../../markets/index.ts';
import { cents, dollars } from '../../money/index.ts';
import { utcText } from '../utc-text.ts';
import type { AcceptanceView, BetView, SharedBet } from './bets.ts';

/** Renders a bet for its bettor. */
export const viewBet = (bet: Bet): BetView => {
  const { legs, system } = bet;
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
      bet.cashedOut.stake > 0
        ? linesPayout(
            openStake(bet),
            legs.map(({ odds }) => odds),
            system,
          )
        : bet.potentialPayout,
    ),
    payout: bet.payout === null ? null : dollars(bet.payout),
    matches: legs.map((leg) => ({
      matchId: leg.matchId,
      betOutcome: leg.label,
      odds: leg.odds.toNumber(),
      status: leg.status,
      // Not translated: sent, and shown with `matchNameText`.
      matchName: storedMatchName(leg),
      commenceTime: utcText(leg.kickoffAt),
      matchStatus: leg.matchStatus,
      score: leg.matchScore,
    })),
    ...(system && {
      system: {
        name: systemName(legs.length, system),
        sizes: [...system.sizes],
        bankers: [...system.bankers],
        lines,
        unitStake: dollars(cents(bet.stake / lines)),
      },
    }),
    ...(bet.cashedOut.stake > 0 && {
      cashedOut: { stake: dollars(bet.cashedOut.stake), paid: dollars(bet.cashedOut.paid) },
    }),
    ...(bet.acceptance && { acceptance: viewAcceptance(bet, bet.acceptance) }),
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

/** Renders why a bet in play was rejected, and what happened to the money. `label`: the selection that was the reason. */
export function rejectionText(code: RejectionCode, label?: string): string;
export function rejectionText(code: string, label?: string): string | undefined;
export function rejectionText(code: string, label = t('A selection')): string | undefined {
  switch (code) {
    case 'score-changed':
      return t('{label}: the score changed before your bet was accepted. Your stake was returned.', { label });
    case 'betting-suspended':
      return t('{label}: betting was suspended before your bet was accepted. Your stake was returned.', { label });
    case 'betting-closed':
      return t('Betting was closed before your bet was accepted. Your stake was returned.');
    case 'line-changed':
      return t('{label}: the odds changed before your bet was accepted. Your stake was returned.', { label });
    case 'stale':
      return t('{label}: the odds were not confirmed in time. Your stake was returned.', { label });
    case 'event-closed':
      return t('{label}: the match closed for betting before your bet was accepted. Your stake was returned.', {
        label,
      });
    case 'payout-above-maximum':
      return t('At the current odds this bet would pay more than the maximum. Your stake was returned.');
    case 'book-limit-reached':
      return t('The odds rose, and at these odds we could not accept your full stake. Your stake was returned.');
    default:
      return undefined;
  }
}

/** Renders a bet for anyone: nothing of its bettor, and its amounts only if they are shared too. */
export function viewSharedBet(bet: BetView, showsStake: boolean): SharedBet {
  const { status, createdAt, settledAt, totalOdds, acceptance, matches, system, stake, potentialPayout, payout } = bet;
  // The payout of a bet that was cashed out as a whole has it already.
  const cashedOut = status === 'cashed-out' ? 0 : (bet.cashedOut?.paid ?? 0);
  const withCashedOut = (amount: number): number => Math.round((amount + cashedOut) * 100) / 100;
  return {
    ...{ status, createdAt, settledAt, totalOdds, matches },
    ...(acceptance && { acceptance: { state: acceptance.state } }),
    ...(system && { system: { name: system.name, sizes: system.sizes, bankers: system.bankers, lines: system.lines } }),
    ...(showsStake && {
      amounts: {
        stake,
        potentialPayout: withCashedOut(potentialPayout),
        payout: payout === null ? null : withCashedOut(payout),
      },
    }),
  };
}
