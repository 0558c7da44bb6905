import type { OddsPolicy } from '../betting/index.ts';

/** How prices are written for this user: 2.50, 3/2 or +150. What is bet on is always the decimal price. */
export const oddsFormats = ['decimal', 'fractional', 'american'] as const;
export type OddsFormat = (typeof oddsFormats)[number];

/** Which price is taken when it moved since it was seen: only the same, a better one too, or any. */
export const oddsPolicies = ['none', 'better', 'any'] as const satisfies readonly OddsPolicy[];
