import type { SupportTopic } from '@touchline/core/contract';
import type { FeedIncident } from '@touchline/store/matches';
import type { SupportMessage } from '@touchline/store/support';
import { composeEmail, type EmailMessage } from './compose-email.ts';

/** Reports a problem with the odds provider or the second results provider, and what it means for bets. */
export function writeFeedEmail({ kind, provider, problem, openedAt, id }: FeedIncident, publicUrl: string) {
  const { subject, what, action } = incidentTexts[kind];
  const facts = [
    ['Provider', provider],
    ['Its answer', problem],
    ['Since', new Date(openedAt).toISOString()],
    ['Incident id', id],
    ['State', `${publicUrl}/readyz`],
  ] as const;
  return composeEmail(subject, [what, { facts }, action]);
}

const incidentTexts = {
  'refused-us': {
    subject: 'No bets are taken: the odds provider refuses our key or has no credits left',
    what: 'The odds provider refuses our requests. No price can be confirmed, so no bets are taken until it accepts them again.',
    action: 'Check the key, the subscription and its credits. Touchline keeps retrying and resumes automatically.',
  },
  'results-refused': {
    subject: 'The second results provider refuses our token',
    what: 'The second results provider refuses our requests. Results come from the odds provider alone, and knock-out results wait for an admin.',
    action: 'Check FOOTBALL_DATA_TOKEN and the subscription. Touchline keeps retrying and resumes automatically.',
  },
  'wrong-question': {
    subject: 'The odds provider rejects a request as invalid',
    what: 'The odds provider rejects one of our requests as invalid. The prices of that league are not refreshed.',
    action: 'Check ODDS_REGIONS and ODDS_BOOKMAKERS, and whether the provider changed its API.',
  },
} as const satisfies Record<FeedIncident['kind'], Readonly<Record<string, string>>>;

/** Forwards a message from the support screen, unchanged. */
export function writeSupportEmail({
  id,
  name,
  email,
  userId,
  topic,
  createdAt,
  message,
}: SupportMessage): EmailMessage {
  const facts = [
    ['From', `${name} <${email}>`],
    ['Account', userId ?? 'not logged in'],
    ['Written', new Date(createdAt).toISOString()],
    ['Message id', id],
  ] as const;
  return composeEmail(`Support: ${topicTexts[topic]} (${id.slice(-8)})`, [{ facts }, { quote: message }]);
}

const topicTexts: Record<SupportTopic, string> = {
  account: 'account and login',
  deposit: 'a deposit',
  withdrawal: 'a withdrawal',
  bet: 'a bet',
  bonus: 'bonus',
  'responsible-play': 'responsible play',
  other: 'something else',
};
