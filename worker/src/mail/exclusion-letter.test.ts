import { instant } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { type ToldExclusion, writeExclusionLetter } from './exclusion-letter.ts';

const until = instant(Date.parse('2026-12-20T14:05:00Z'));
const write = (told: ToldExclusion) => writeExclusionLetter(told, { name: 'Ann <b>' }, 'https://t.example');

test('who is excluded hears until when, what is left to them and whom to ask, and not why; a name is never a part of the page', () => {
  const { subject, text, html } = write({ act: 'begun', until, ownUntil: undefined });
  expect(subject).toBe('You are excluded from betting and depositing');
  expect(text).toBe(
    [
      'Hello Ann <b>,',
      'We have excluded you from betting and depositing until 2026-12-20 14:05 UTC.',
      'Your money stays yours: you can withdraw it as always. Bets that are open are settled as usual.',
      'Your wallet: https://t.example/my-wallet',
      'If you have questions, write to us: https://t.example/support',
      'Touchline',
    ].join('\n\n'),
  );
  expect(html).toContain('Hello Ann &lt;b&gt;,');
  expect(write({ act: 'begun', until: null, ownUntil: undefined }).text).toContain('depositing for good.');
});

test('who is excluded no longer hears that they may bet again, unless a break of their own goes on', () => {
  const lifted = (ownUntil: ToldExclusion['ownUntil']) => write({ act: 'lifted', until: null, ownUntil });
  expect(lifted(undefined).subject).toBe('You are no longer excluded by us');
  expect(lifted(undefined).text).toContain('You can bet and pay in again.');
  for (const [ownUntil, end] of [
    [until, 'until 2026-12-20 14:05 UTC'],
    [null, 'for good'],
  ] as const) {
    expect(lifted(ownUntil).text).toContain(`The break that you chose yourself goes on ${end}.`);
    expect(lifted(ownUntil).text).not.toContain('You can bet');
  }
});
