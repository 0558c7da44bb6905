import type { OddsPolicy } from '../betting/index.ts';

// Not through the door of money: exact arithmetic would come with it to every screen that writes a price.
export { type OddsFormat, oddsFormats, writeOdds } from '../money/odds-format.ts';

/** Which price is taken when it moved since it was seen: only the same, a better one too, or any. */
export const oddsPolicies = ['none', 'better', 'any'] as const satisfies readonly OddsPolicy[];
