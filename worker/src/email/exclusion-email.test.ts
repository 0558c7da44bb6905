import { instant } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { type ExclusionDecision, writeExclusionEmail } from './exclusion-email.ts';

const until = instant(Date.parse('2026-12-20T14:05:00Z'));
const write = (decision: ExclusionDecision) => writeExclusionEmail(decision, { name: 'Ann <b>' }, 'https://t.example');

test('an exclusion says until when, what stays possible and where to ask, but not why', () => {
  const { subject, text, html } = write({ act: 'begun', until, ownUntil: undefined });
  expect(subject).toBe('You are excluded from betting and depositing');
  expect(text).toBe(
    [
      'Hello Ann <b>,',
      'We have excluded you from betting and depositing until 2026-12-20 14:05 UTC.',
      'Your money stays yours: you can withdraw it as always. Open bets are settled as usual.',
      'Your wallet: https://t.example/my-wallet',
      'If you have questions, write to us: https://t.example/support',
      'Touchline',
    ].join('\n\n'),
  );
  expect(html).toContain('Hello Ann &lt;b&gt;,');
  expect(write({ act: 'begun', until: null, ownUntil: undefined }).text).toContain('depositing permanently.');
});

test('the end of an exclusion invites to bet again only if the bettor has no exclusion of their own', () => {
  const lifted = (ownUntil: ExclusionDecision['ownUntil']) => write({ act: 'lifted', until: null, ownUntil });
  expect(lifted(undefined).subject).toBe('Your exclusion has ended');
  expect(lifted(undefined).text).toContain('You can bet and deposit again.');
  for (const [ownUntil, end] of [
    [until, 'until 2026-12-20 14:05 UTC'],
    [null, 'permanently'],
  ] as const) {
    expect(lifted(ownUntil).text).toContain(`The exclusion that you chose yourself continues ${end}.`);
    expect(lifted(ownUntil).text).not.toContain('You can bet');
  }
});
