import type { RejectionCode } from '../betting/index.ts';

/** Why a bet that was held was not taken, and what happened to the money. `label`: the selection that was the reason. */
export const rejectionSentence = (code: RejectionCode, label: string | undefined): string =>
  `${whyNot(code, label ?? 'A selection')} Your stake went back.`;

function whyNot(code: RejectionCode, label: string): string {
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
      return 'At the odds of now this bet would pay more than a bet may pay.';
    case 'book-limit-reached':
      return 'The odds rose, and at these odds we could not take your full stake.';
  }
}
