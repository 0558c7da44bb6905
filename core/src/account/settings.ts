import type { OddsPolicy } from '../betting/index.ts';

// Not from money/index.ts, which would load decimal.js on every screen that shows a price.
export { type OddsFormat, oddsFormats, writeOdds } from '../money/odds-format.ts';

/** Which price is accepted if it changed: only the same, a better one, or any. */
export const oddsPolicies = ['none', 'better', 'any'] as const satisfies readonly OddsPolicy[];
