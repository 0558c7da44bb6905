import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cents, Decimal } from '../money/index.ts';
import { bonusTermsFrom, bonusVariables, standardTerms } from './offer.ts';
import { bonusTermsPage, bonusTermsText } from './terms-text.ts';

const page = join(import.meta.dirname, '../../../docs/bonus-terms.md');
const textOf = (terms = standardTerms) =>
  bonusTermsText(terms)
    .flatMap((section) => section.sentences)
    .join(' ');

test('matches the published page docs/bonus-terms.md', () => {
  expect(readFileSync(page, 'utf8')).toBe(`${bonusTermsPage(standardTerms)}\n`);
});

test('states every configured figure', () => {
  const odd = { percent: 55, maximum: cents(7_750), wagering: 7, minTotalOdds: new Decimal('1.85'), days: 14 };
  const rest = { maxStake: cents(3_300), opposing: 'net' } as const;
  for (const figure of ['55%', '$77.50', '7 times', '$542.50', '1.85', '14 days', '$33'])
    expect(textOf({ ...odd, ...rest })).toContain(figure);
});

test('is empty without a bonus', () => {
  expect(bonusTermsText({ ...standardTerms, percent: 0 })).toEqual([]);
});

test('grants 100% up to $100 by default, wagered five times at 1.50 within 30 days', () => {
  expect(standardTerms).toEqual({
    percent: 100,
    maximum: 10_000,
    wagering: 5,
    minTotalOdds: new Decimal('1.5'),
    days: 30,
    maxStake: 5_000,
    opposing: 'net',
  });
});

test('refuses invalid terms and names the variable', () => {
  const asked = {
    BONUS_PERCENT: '-1',
    BONUS_MAX_DOLLARS: '0',
    BONUS_WAGERING: '11',
    BONUS_MIN_ODDS: '1,5',
    BONUS_MAX_STAKE_DOLLARS: '0',
    BONUS_DAYS: '',
  };
  const read = z.object(bonusVariables).safeParse(asked);
  expect(read.error?.issues.map((issue) => issue.path.join())).toEqual(Object.keys(asked));
  const given = z.object(bonusVariables).parse({ BONUS_MIN_ODDS: '2', BONUS_PERCENT: '0' });
  expect(bonusTermsFrom(given)).toMatchObject({ percent: 0, minTotalOdds: new Decimal(2) });
});
