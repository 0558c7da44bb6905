import { maxPricedSelections, type Slip, type SlipEntry } from '@touchline/core/betting';
import type { MatchRow } from '@touchline/core/contract';
import { isQuoted, outcomeFromLabel, sourcesOf } from '@touchline/core/markets';
import { type Decimal, odds } from '@touchline/core/money';
import { assign, fromPromise, setup } from 'xstate';
import { selectionPrices } from '../api/bet-endpoints.ts';
import { call, orThrow } from '../api/call.ts';

/** The odds of a selection, at least as new as version `s` of its match; `null` while it is not on offer. */
export type SelectionPrice = {
  readonly s: number;
  readonly odds: Decimal | null;
  /** When it was asked for, by `performance.now()`; not given for one that changes with its version only. */
  readonly askedAt?: number;
};
export type PricesBySelection = ReadonlyMap<string, SelectionPrice>;

type Selection = Pick<SlipEntry, 'matchId' | 'betOutcome'>;
/** A selection whose price is wanted at version `s` of its match or later. */
export type WantedPrice = Selection & { readonly s: number };

export const priceKey = ({ matchId, betOutcome }: Selection): string => `${matchId} ${betOutcome}`;

/** Returns the selections that can be bet on and whose prices are not in the rows of their matches. */
export const wantedPrices = (entries: Slip, rowOf: (matchId: string) => MatchRow | undefined): readonly WantedPrice[] =>
  entries.flatMap(({ matchId, betOutcome }) => {
    const row = rowOf(matchId);
    const outcome = row && outcomeFromLabel(row.match, betOutcome);
    if (!outcome || isQuoted(outcome) || row.gone || row.status !== 'open') return [];
    return sourcesOf(outcome).every((key) => row.markets[key] === 'open') ? [{ matchId, betOutcome, s: row.s }] : [];
  });

type PriceContext = {
  readonly wanted: readonly WantedPrice[];
  readonly prices: PricesBySelection;
  /** What the last request asked for. */
  readonly asked: readonly WantedPrice[];
};

/** Returns what the next request asks for; more selections follow in the one after it. */
const dueIn = ({ wanted, prices }: Pick<PriceContext, 'wanted' | 'prices'>): readonly WantedPrice[] =>
  wanted.filter((selection) => (prices.get(priceKey(selection))?.s ?? -1) < selection.s).slice(0, maxPricedSelections);

/** A change of a match reaches all screens at once; their requests are spread over this time. */
const spreadMs = 300;
const pauseMs = 1_000;
const retryMs = { least: 3_000, spread: 2_000 } as const;
/** Prices also change with time alone: at the kick-off, at half-time, and when a quote is too old. */
const renewalMs = { least: 25_000, spread: 10_000 } as const;

/**
 * Keeps the prices of selections as new as their matches. `soon`: one is missing or outdated, and a request follows. `paused`: prices have
 * just been fetched. `failed`: they could not be, and those that were due are unknown until a later request succeeds; or the server that
 * answered does not know the version of the match yet.
 */
export const priceMachine = setup({
  types: {
    context: {} as PriceContext,
    events: {} as { readonly type: 'wanted changed'; readonly wanted: readonly WantedPrice[] },
  },
  actors: { fetchPrices: fromPromise<PricesBySelection, readonly WantedPrice[]>(({ input }) => fetchPrices(input)) },
  delays: {
    spread: () => Math.random() * spreadMs,
    pause: pauseMs,
    retry: () => retryMs.least + Math.random() * retryMs.spread,
    renewal: () => renewalMs.least + Math.random() * renewalMs.spread,
  },
  guards: {
    'one is due': ({ context }) => dueIn(context).length > 0,
    'one is wanted': ({ context }) => context.wanted.length > 0,
    'server is behind': ({ context }) =>
      dueIn(context).some((due) =>
        context.asked.some((asked) => asked.s === due.s && priceKey(asked) === priceKey(due)),
      ),
  },
  actions: {
    // An api that is behind the others may answer with older prices.
    'store prices': assign(({ context: { wanted, prices } }, fetched: PricesBySelection) => {
      const newer = [...fetched].filter(([key, { s }]) => s >= (prices.get(key)?.s ?? 1));
      return { prices: only(wanted, new Map([...prices, ...newer])) };
    }),
    'ask for due prices': assign(({ context }) => ({ asked: dueIn(context) })),
    'ask for all prices': assign(({ context: { wanted } }) => ({ asked: wanted.slice(0, maxPricedSelections) })),
    'forget due prices': assign(({ context }) => {
      const due = new Set(dueIn(context).map(priceKey));
      return { prices: new Map([...context.prices].filter(([key]) => !due.has(key))) };
    }),
  },
}).createMachine({
  id: 'prices',
  context: { wanted: [], prices: new Map(), asked: [] },
  initial: 'idle',
  on: {
    'wanted changed': {
      actions: assign(({ context, event: { wanted } }) => ({ wanted, prices: only(wanted, context.prices) })),
    },
  },
  states: {
    idle: {
      always: { guard: 'one is due', target: 'soon' },
      after: { renewal: { guard: 'one is wanted', target: 'fetching', actions: 'ask for all prices' } },
    },
    soon: {
      after: {
        spread: [{ guard: 'one is due', target: 'fetching', actions: 'ask for due prices' }, { target: 'idle' }],
      },
    },
    fetching: {
      invoke: {
        src: 'fetchPrices',
        input: ({ context }) => context.asked,
        onDone: { target: 'fetched', actions: { type: 'store prices', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: 'forget due prices' },
      },
    },
    fetched: { always: [{ guard: 'server is behind', target: 'failed' }, { target: 'paused' }] },
    paused: { after: { pause: 'idle' } },
    failed: { after: { retry: 'idle' } },
  },
});

async function fetchPrices(wanted: readonly WantedPrice[]): Promise<PricesBySelection> {
  const selections = wanted.map(({ matchId, betOutcome }) => ({ matchId, betOutcome }));
  const askedAt = performance.now();
  const { prices } = await orThrow(call(selectionPrices, { body: { selections } }));
  return new Map(
    selections.flatMap((selection, at) => {
      const price = prices[at];
      if (!price) return [];
      return [[priceKey(selection), { s: price.s, odds: odds(price.odds ?? '') ?? null, askedAt }] as const];
    }),
  );
}

/** The prices of these selections. The same map if it has no others, so that nothing is drawn again. */
function only(wanted: readonly WantedPrice[], prices: PricesBySelection): PricesBySelection {
  const keys = new Set(wanted.map(priceKey));
  const kept = [...prices].filter(([key]) => keys.has(key));
  return kept.length === prices.size ? prices : new Map(kept);
}
