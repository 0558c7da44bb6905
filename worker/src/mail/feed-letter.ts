import type { FeedIncident } from '@touchline/store/matches';
import { escaped, type Letter, page } from './letter.ts';

/** Tells the operator what is wrong with the odds provider, and what it means for bets. */
export function writeFeedLetter({ kind, provider, problem, openedAt, id }: FeedIncident, publicUrl: string): Letter {
  const { subject, what, act } = wordsOf[kind];
  const facts = [
    ['Provider', provider],
    ['Its words', problem],
    ['Since', new Date(openedAt).toISOString()],
    ['Incident id', id],
    ['State', `${publicUrl}/readyz`],
  ] as const;
  return {
    subject,
    text: [what, facts.map(([name, said]) => `${name}: ${said}`).join('\n'), act, 'Touchline'].join('\n\n'),
    html: page(subject, [
      `<p>${what}</p>`,
      `<p>${facts.map(([name, said]) => `${name}: ${escaped(said)}`).join('<br>')}</p>`,
      `<p>${act}</p>`,
    ]),
  };
}

const wordsOf = {
  'refused-us': {
    subject: 'No bets are taken: the odds provider refuses our key or has no credits left',
    what: 'The odds provider refuses us. No price can be confirmed, so no bets are taken until it lets us in again.',
    act: 'Check the key, the subscription and its credits. Touchline asks again by itself and goes on as soon as it can.',
  },
  'wrong-question': {
    subject: 'The odds provider does not understand a question',
    what: 'The odds provider refuses a question of ours as wrong. The prices of that league are not refreshed.',
    act: 'Check ODDS_REGIONS and ODDS_BOOKMAKERS, and whether the provider changed its interface.',
  },
} as const satisfies Record<FeedIncident['kind'], Readonly<Record<string, string>>>;
