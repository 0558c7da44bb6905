import { msg, t } from '../../language/index.ts';
import type { RefusalView } from '../refusal-view.ts';

const sentences = {
  'closed-already': msg('It is already closed there.'),
  'open-already': msg('It is already open there.'),
  'match-unknown': msg('Match not found.'),
  'market-unknown': msg('This match does not have that market.'),
  'match-over': msg('The match is over, so its markets stay closed.'),
  'not-kicked-off': msg('The match has not kicked off yet, so it can only be void.'),
  'half-time-impossible': msg('The half-time score cannot be higher than the final score, and a void match has none.'),
  'result-outdated': msg('The result of this match has changed in the meantime. Please reload it.'),
  'proposal-open': msg('A decision about this match is already waiting for a second admin.'),
  'window-empty': msg('The period must end after it begins.'),
  'window-not-over': msg('The period must be over. Suspend the market first, then void its bets.'),
  'window-known': msg('These bets are already void.'),
  'window-unknown': msg('This window no longer exists.'),
  'windows-too-many': msg('This match already has 20 windows. Combine them into fewer.'),
  'proposal-unknown': msg('Proposal not found.'),
  'own-bet': msg('You have a bet on this match. Another admin has to decide it.'),
  'own-proposal': msg('You proposed this yourself. Another admin has to confirm it.'),
  'proposal-decided': msg('This proposal has already been decided.'),
  'name-unknown': msg('Team name not found, or already decided.'),
  'review-unknown': msg('Review not found, or already resolved.'),
  'review-needs-choice': msg('Please choose whether the new id is the same match or another one.'),
  'review-noted-only': msg('This review can only be noted: it is not about a changed id.'),
  'review-match-ended': msg('The old match has ended, so it cannot continue under the new id.'),
  'review-match-separate': msg(
    'The new listing has already become a separate match. Choose “Different match”, and void the old match if it is not played.',
  ),
  'proposal-outdated': msg('The result of this match has changed since the proposal, so the proposal has ended.'),
} as const;
type MarketRefusalCode = keyof typeof sentences;

/** Renders the refusal of an act on a match, its markets or its result. */
export const marketRefusalView = ({ code }: { readonly code: MarketRefusalCode }): RefusalView => ({
  code,
  error: t(sentences[code]),
});
