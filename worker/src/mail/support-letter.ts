import type { SupportTopic } from '@touchline/core/contract';
import type { SupportMessage } from '@touchline/store/support';
import { escaped, type Letter, page } from './letter.ts';

/** What somebody wrote, as the operator gets it; the text is theirs, to the letter. */
export function writeSupportLetter(from: SupportMessage): Letter {
  const { id, name, email, userId, createdAt, message } = from;
  const subject = `Support: ${topicWords[from.topic]} (${id.slice(-8)})`;
  const facts = [
    ['From', `${name} <${email}>`],
    ['Account', userId ?? 'not logged in'],
    ['Written', new Date(createdAt).toISOString()],
    ['Message id', id],
  ] as const;
  return {
    subject,
    text: [facts.map(([what, said]) => `${what}: ${said}`).join('\n'), message].join('\n\n'),
    html: page(escaped(subject), [
      `<p style="color:#5b6472">${facts.map(([what, said]) => `${what}: ${escaped(said)}`).join('<br>')}</p>`,
      `<p style="white-space:pre-wrap">${escaped(message)}</p>`,
    ]),
  };
}

const topicWords: Record<SupportTopic, string> = {
  account: 'account and log-in',
  deposit: 'a deposit',
  withdrawal: 'a withdrawal',
  bet: 'a bet',
  bonus: 'bonus',
  'responsible-play': 'responsible play',
  other: 'something else',
};
