import { t } from '@touchline/core/language';

export const selectionsText = (count: number): string =>
  t('{count, plural, one {# selection} other {# selections}}', { count });
