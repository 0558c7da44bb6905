import type { SupportTopic } from '@touchline/core/contract';

const words: Record<SupportTopic, string> = {
  account: 'My account or logging in',
  deposit: 'A deposit',
  withdrawal: 'A withdrawal',
  bet: 'A bet',
  bonus: 'Bonus',
  'responsible-play': 'Responsible play',
  other: 'Something else',
};
export const topicOptions = Object.entries(words).map(([value, label]) => ({ value, label }));
