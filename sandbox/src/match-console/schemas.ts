import * as z from 'zod';

/** Bodies of the match console's calls. Numbers may come as text, as forms send them. */
const number = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number());
const goals = number.pipe(z.int().min(0).max(99));
const price = number.pipe(z.number().gt(1).max(1001));

/** An instant as ISO text or as ms. */
const instant = z
  .union([z.number(), z.string().transform((text) => Date.parse(text))])
  .pipe(z.number().min(-8e15).max(8e15));

export const threeWay = z.object({ home: price, draw: price, away: price });
export const totals = z.object({ point: number.pipe(z.number().min(0).lt(20)), over: price, under: price });
export const emptyBody = z.object({});
export const side = z.object({ side: z.enum(['home', 'away']) });
export const score = z.object({ home: goals, away: goals });
export const scoreOrNone = z.union([
  score,
  z.object({ home: z.undefined().optional(), away: z.undefined().optional() }).transform(() => null),
]);
export const kickoff = z.object({ kickoffAt: instant });
export const market = z.object({
  market: z.enum(['open', 'suspended']),
  feed: z.enum(['vanishes', 'lingers']).default('vanishes'),
});
export const stoppage = z.object({
  half: number.pipe(z.union([z.literal(1), z.literal(2)])),
  minutes: number.pipe(z.number().min(0).max(30)),
});
export const postponement = z.object({
  kickoffAt: instant.nullable().default(null),
  hiddenSeconds: number.pipe(z.number().min(0).max(1_000_000)).default(30),
  id: z.enum(['keep', 'new']).default('keep'),
});

/** The three prices, directly or under `prices`; null there lets the bookmakers quote again. */
export const prices = z.union([
  z.object({ prices: z.null() }).transform(() => ({ h2h: null, totals: null })),
  z
    .object({ prices: threeWay.optional(), totals: totals.optional() })
    .refine((given) => given.prices ?? given.totals)
    .transform((given) => ({ h2h: given.prices ?? null, totals: given.totals ?? null })),
  threeWay
    .extend({ totals: totals.optional() })
    .transform(({ totals: lines, ...h2h }) => ({ h2h, totals: lines ?? null })),
]);

const name = z.preprocess((value) => (typeof value === 'string' ? value.trim().slice(0, 80) : ''), z.string());
export const fixture = z.object({
  sportKey: name,
  homeTeam: name,
  awayTeam: name,
  kickoffAt: instant,
  prices: threeWay.nullish().transform((given) => given ?? null),
  totals: totals.nullish().transform((given) => given ?? null),
  pricing: z.enum(['fixed', 'model']).default('fixed'),
});

const seconds = z.union([z.literal('').transform(() => null), number.pipe(z.number().gt(0)), z.null()]).default(null);
export const outageOf = <Kind extends string, Scope extends string>(
  kinds: readonly [Kind, ...Kind[]],
  scopes: readonly [Scope, ...Scope[]],
) => z.object({ kind: z.enum(kinds), seconds, only: z.enum(scopes).optional() });
export const credits = z.object({ remaining: number.pipe(z.int().min(0).max(1_000_000_000)) });
