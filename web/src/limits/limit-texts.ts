import type { LimitsView } from '@touchline/core/contract';
import { momentWith } from '../ui/moment-text.ts';
import { dollarsText } from '../ui/money.tsx';

export type Limit = LimitsView['limits'][number];
export type Exclusion = NonNullable<LimitsView['exclusion']>;

export const kindTexts: Record<Limit['kind'], { readonly title: string; readonly counts: string }> = {
  deposit: { title: 'Deposits', counts: 'Your deposits, including unfinished ones.' },
  stake: { title: 'Stakes', counts: 'Everything you stake, won or lost.' },
  loss: { title: 'Losses', counts: 'Net losses plus stakes at risk.' },
};
export const periodTexts: Record<Limit['period'], string> = { day: '24 hours', week: '7 days', month: '30 days' };

/** `$20.00 of $50.00`. */
export function usedText({ amount, used }: Pick<Limit, 'amount' | 'used'>): string {
  return amount === null ? `${dollarsText(used)} used` : `${dollarsText(used)} of ${dollarsText(amount)}`;
}

/** A change that is not in effect yet: a higher limit, or none. */
export const nextText = ({ amount, from }: NonNullable<Limit['next']>): string =>
  `${amount === null ? 'No limit' : dollarsText(amount)} from ${momentText(from)}`;

export const exclusionTitle = ({ kind, until }: Exclusion): string =>
  `${exclusionTexts[kind]} ${until === null ? 'for good' : `until ${momentText(until)}`}`;

const exclusionTexts: Record<Exclusion['kind'], string> = {
  'time-out': 'You are taking a time-out',
  'self-exclusion': 'You have excluded yourself',
  operator: 'We have excluded you from betting and depositing',
};

/** The lengths offered; the server accepts any number of days in between. */
export const exclusionChoices = [
  { value: 'time-out:1', label: '24 hours' },
  { value: 'time-out:7', label: '7 days' },
  { value: 'time-out:30', label: '30 days' },
  { value: 'time-out:42', label: '6 weeks' },
  { value: 'self-exclusion:183', label: '6 months' },
  { value: 'self-exclusion:365', label: '1 year' },
  { value: 'self-exclusion:1826', label: '5 years' },
  { value: 'self-exclusion:', label: 'For good' },
] as const;
export type ExclusionChoice = (typeof exclusionChoices)[number];

export const requestOf = ({ value }: ExclusionChoice) => {
  const isTimeOut = value.startsWith('time-out');
  const days = value.split(':')[1];
  return { kind: isTimeOut ? ('time-out' as const) : ('self-exclusion' as const), days: days ? Number(days) : null };
};

export const momentText = momentWith({ month: 'long', day: 'numeric', year: 'numeric' });
