import type { RefusalView } from '../refusal-view.ts';

const sentences = {
  'closed-already': 'It is already closed there.',
  'open-already': 'It is already open there.',
  'match-unknown': 'There is no such match.',
  'market-unknown': 'This match has no such market.',
  'match-over': 'The match is over, so its markets stay closed.',
  'not-kicked-off': 'The match has not kicked off yet, so it can only be void.',
  'half-time-impossible': 'The half-time score cannot be higher than the final score, and a void match has none.',
  'result-outdated': 'The result of this match has changed in the meantime. Please reload it.',
  'proposal-open': 'A decision about this match is already waiting for a second admin.',
  'window-empty': 'A window has to end after it begins.',
  'window-not-over': 'A window has to be over. Suspend the market first, then void its bets.',
  'window-known': 'These bets are already void.',
  'window-unknown': 'This window no longer exists.',
  'windows-too-many': 'This match already has 20 windows. Combine them into fewer.',
  'proposal-unknown': 'There is no such proposal.',
  'own-proposal': 'You proposed this yourself. Another admin has to confirm it.',
  'proposal-decided': 'This proposal has already been decided.',
  'name-unknown': 'There is no such name, or it has already been decided.',
  'review-unknown': 'There is no such review, or it has already been resolved.',
  'review-needs-choice': 'Please choose whether the new id is the same match or another one.',
  'review-noted-only': 'This review can only be noted: it is not about a changed id.',
  'review-match-ended': 'The old match has ended, so it cannot continue under the new id.',
  'proposal-outdated': 'The result of this match has changed since the proposal, so the proposal has ended.',
} as const;
type MarketRefusalCode = keyof typeof sentences;

/** Renders the refusal of an act on a match, its markets or its result. */
export const marketRefusalView = ({ code }: { readonly code: MarketRefusalCode }): RefusalView => ({
  code,
  error: sentences[code],
});
