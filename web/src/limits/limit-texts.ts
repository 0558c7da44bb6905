import { exclusionText } from '@touchline/core/account';
import type { ExclusionView, LimitsView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { momentWith } from '../ui/moment-text.ts';
import { dollarsText } from '../ui/money.tsx';

export type Limit = LimitsView['limits'][number];

export const kindTexts: Record<Limit['kind'], { readonly title: Message; readonly counts: Message }> = {
  deposit: { title: msg('Deposits'), counts: msg('Your deposits, including unfinished ones.') },
  stake: { title: msg('Stakes'), counts: msg('Everything you stake, won or lost.') },
  loss: { title: msg('Losses'), counts: msg('Net losses plus stakes at risk.') },
};
export const periodTexts: Record<Limit['period'], Message> = {
  day: msg('24 hours'),
  week: msg('7 days'),
  month: msg('30 days'),
};

/** `$20.00 of $50.00`. */
export function usedText({ amount, used }: Pick<Limit, 'amount' | 'used'>): string {
  return amount === null
    ? t('{used} used', { used: dollarsText(used) })
    : t('{part} of {whole}', { part: dollarsText(used), whole: dollarsText(amount) });
}

/** A change that is not in effect yet: a higher limit, or none. */
export const nextText = ({ amount, from }: NonNullable<Limit['next']>): string =>
  amount === null
    ? t('No limit from {time}', { time: momentText(from) })
    : t('{amount} from {time}', { amount: dollarsText(amount), time: momentText(from) });

export const exclusionTitle = ({ kind, until }: ExclusionView): string =>
  exclusionText(kind, until === null ? null : momentText(until));

/** The lengths offered, in the most days that these months or years can have; the server accepts any number of days in between. */
export const exclusionChoices = [
  { value: 'time-out:1', label: msg('24 hours') },
  { value: 'time-out:7', label: msg('7 days') },
  { value: 'time-out:30', label: msg('30 days') },
  { value: 'time-out:42', label: msg('6 weeks') },
  { value: 'self-exclusion:184', label: msg('6 months') },
  { value: 'self-exclusion:366', label: msg('1 year') },
  { value: 'self-exclusion:1827', label: msg('5 years') },
  { value: 'self-exclusion:', label: msg('For good') },
] as const;
export type ExclusionChoice = (typeof exclusionChoices)[number];

export const requestOf = ({ value }: ExclusionChoice) => {
  const isTimeOut = value.startsWith('time-out');
  const days = value.split(':')[1];
  return { kind: isTimeOut ? ('time-out' as const) : ('self-exclusion' as const), days: days ? Number(days) : null };
};

export const momentText = momentWith({ month: 'long', day: 'numeric', year: 'numeric' });
