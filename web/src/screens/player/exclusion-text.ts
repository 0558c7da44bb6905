import type { PlayerSheet } from '@touchline/core/contract';
import { localText } from '../../ledger/moments.ts';

type OperatorExclusion = NonNullable<PlayerSheet['exclusion']>;
type Cause = OperatorExclusion['cause'];
export const causeText: Record<Cause, string> = {
  request: 'Requested by the player',
  'responsible-gambling': 'Responsible gambling',
  fraud: 'Fraud',
  'same-person': 'Possibly an excluded person',
};
/** Returns whether Touchline itself excluded the player. */
export const isHold = ({ cause }: OperatorExclusion): boolean => cause === 'same-person';

export const signalText: Record<PlayerSheet['shared'][number]['signals'][number], string> = {
  email: 'email address',
  device: 'device',
  payment: 'card or payment account',
};
export const causes = (['responsible-gambling', 'request', 'fraud'] as const).map((value) => ({
  value,
  label: causeText[value],
}));
export const lengths = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '183', label: '6 months' },
  { value: '365', label: '1 year' },
  { value: '1826', label: '5 years' },
  { value: '', label: 'For good' },
] as const;

export const untilText = (until: string | null): string => (until === null ? 'For good' : `Until ${localText(until)}`);
