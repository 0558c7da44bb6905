import type { OddsPolicy } from '../betting/index.ts';

// Not from money/index.ts, which would load decimal.js on every screen that shows a price.
export { type OddsFormat, oddsFormats, writeOdds } from '../money/odds-format.ts';

/** Which price is accepted if it changed: only the same, a better one, or any. */
export const oddsPolicies = ['none', 'better', 'any'] as const satisfies readonly OddsPolicy[];

/** Starred leagues and teams, as `league:soccer_epl` and `team:Arsenal`. */
export const maxFavourites = 100;
export const maxFavouriteLength = 120;

export type StarChanges = { readonly star: readonly string[]; readonly unstar: readonly string[] };

/** Returns the favourites after changes: at most `maxFavourites`, without the oldest beyond that. */
export const withStars = (favourites: readonly string[], { star, unstar }: StarChanges): readonly string[] =>
  [...new Set([...favourites.filter((each) => !unstar.includes(each)), ...star])].slice(-maxFavourites);

export const isFavourite = (text: string): boolean =>
  /^(league|team):[^\n]+$/.test(text) && text.length <= maxFavouriteLength;
