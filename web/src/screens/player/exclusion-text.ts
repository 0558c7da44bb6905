import type { PlayerSheet } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { localText } from '../../ledger/moments.ts';

type OperatorExclusion = NonNullable<PlayerSheet['exclusion']>;
type Cause = OperatorExclusion['cause'];
const causeTexts: Record<Cause, Message> = {
  request: msg('Requested by the player'),
  'responsible-gambling': msg('Responsible gambling'),
  fraud: msg('Fraud'),
  'same-person': msg('Possibly an excluded person'),
};
export const causeText = (cause: Cause): string => t(causeTexts[cause]);
/** Returns whether Touchline itself excluded the player. */
export const isHold = ({ cause }: OperatorExclusion): boolean => cause === 'same-person';

export const signalTexts: Record<PlayerSheet['shared'][number]['signals'][number], Message> = {
  email: msg('email address'),
  device: msg('device'),
  payment: msg('card or payment account'),
};
export const causes = ['responsible-gambling', 'request', 'fraud'] as const;
/** In the most days that these months or years can have. */
export const lengths = [
  { value: '7', label: msg('7 days'), button: msg('Exclude for 7 days') },
  { value: '30', label: msg('30 days'), button: msg('Exclude for 30 days') },
  { value: '184', label: msg('6 months'), button: msg('Exclude for 6 months') },
  { value: '366', label: msg('1 year'), button: msg('Exclude for 1 year') },
  { value: '1827', label: msg('5 years'), button: msg('Exclude for 5 years') },
  { value: '', label: msg('For good'), button: msg('Exclude for good') },
] as const;

export const untilText = (until: string | null): string =>
  until === null ? t('For good') : t('Until {time}', { time: localText(until) });
