import { type OddsPolicy, type Slip, type SlipEntry, withEntry, withoutMatch } from '@touchline/core/betting';
import type { BetView, PlaceBetAnswer } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';

import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { type Attempt, becameOf, refusedLegs, requestOf } from './attempt.ts';
import { type Market, unknownMarket } from './market.ts';
import { mustBeRemoved } from './slip-line.ts';
import { askOf, offerOf, type SlipFacts, slipLines, slipWords } from './slip-offer.ts';

/** What of the slip outlives the page: the selections, and a bet whose outcome is not known yet. */
export type KeptSlip = { readonly entries: Slip; readonly policy: OddsPolicy; readonly attempt: Attempt | null };

export type SlipContext = SlipFacts & {
  readonly attempt: Attempt | null;
  readonly message: string;
  readonly receipt: BetView | null;
};

export type SlipEvent =
  | { type: 'selection picked'; entry: SlipEntry }
  | { type: 'selection removed'; matchId: MatchId }
  | { type: 'unavailable removed' }
  | { type: 'slip cleared' }
  | { type: 'stake typed'; text: string }
  | { type: 'policy chosen'; policy: OddsPolicy }
  | { type: 'market seen'; market: Market }
  | { type: 'bettor changed'; bettorId: string | null }
  | { type: 'place pressed'; key: string }
  | { type: 'accept pressed' }
  | { type: 'check pressed' }
  | { type: 'given up' }
  | { type: 'banner dismissed' }
  | { type: 'receipt closed' };

type Placing = Pick<Attempt, 'key' | 'request'>;
type Placed = Result<PlaceBetAnswer, ApiFailure>;

const automaticTries = 3;
const emptied = { entries: [], stakeText: '', attempt: null, refusals: new Map(), message: '' } as const;

const define = setup({
  types: {
    context: {} as SlipContext,
    events: {} as SlipEvent,
    input: {} as { kept: KeptSlip; bettorId: string | null },
  },
  actors: {
    placeBet: fromPromise<Placed, Placing>(() =>
      Promise.reject(new Error('placeBet is provided where the slip is mounted')),
    ),
  },
  delays: { bannerShown: 5_000, untilNextTry: 2_000, lookAgain: 400 },
  guards: {
    'the bet is ready': ({ context }) => offerOf(context).does === 'place',
    'new odds wait for acceptance': ({ context }) => offerOf(context).does === 'accept',
    'the button would ask something else': ({ context }, next: Partial<SlipFacts>) => {
      const offers = [offerOf(context), offerOf({ ...context, ...next })] as const;
      return offers[1].does !== 'wait' && offers[0].does !== 'log in' && askOf(offers[0]) !== askOf(offers[1]);
    },
    'a bet is unresolved': ({ context }) => context.attempt !== null,
    'it may be tried again by itself': ({ context }) =>
      context.attempt?.bettorId === context.bettorId && context.attempt.tries < automaticTries,
    'it is still the same bettor': ({ context }) => context.attempt?.bettorId === context.bettorId,
    'somebody else logged in': ({ context }, bettorId: string | null) =>
      bettorId !== null && context.attempt?.bettorId !== bettorId,
    'it was placed': (_, outcome: Placed) => outcome.ok,
    'it certainly was not placed': ({ context }, outcome: Placed) =>
      !outcome.ok && becameOf(outcome.refusal, context.attempt?.tries ?? 1) === 'refused',
  },
  actions: {
    'take the selection': assign(({ context }, entry: SlipEntry) => ({
      entries: withEntry(context.entries, entry),
      refusals: without(context.refusals, [entry.matchId]),
    })),
    'drop the selection': assign(({ context }, matchId: MatchId) => ({
      entries: withoutMatch(context.entries, matchId),
      refusals: without(context.refusals, [matchId]),
    })),
    'drop what cannot be bet on': assign(({ context }) => {
      const lines = slipLines(context).filter((line) => !mustBeRemoved(line));
      return { entries: lines.map((line) => line.entry) };
    }),
    'empty the slip': assign(emptied),
    'note the market': assign((_, market: Market) => ({ market })),
    'note the bettor': assign((_, bettorId: string | null) => ({ bettorId })),
    'take the new odds': assign(({ context }) => ({
      entries: slipLines(context).map(({ entry, now }) => ({ ...entry, odds: now })),
    })),
    'begin an attempt': assign(({ context }, key: string) => attemptFrom(context, key)),
    'count the try': assign(({ context }) => ({
      attempt: context.attempt && { ...context.attempt, tries: context.attempt.tries + 1 },
    })),
    'show the receipt': assign((_, outcome: Placed) => ({
      ...emptied,
      receipt: outcome.ok ? outcome.value.bet : null,
      message: slipWords.placed,
    })),
    'show the refusal': assign(({ context }, outcome: Placed) => ({ attempt: null, ...refusalFrom(context, outcome) })),
    'say what is missing': assign(({ context }) => {
      const offer = offerOf(context);
      return { message: offer.does === 'wait' ? offer.why : '' };
    }),
    'close the receipt': assign({ receipt: null, message: '' }),
  },
});

const shown = define.createStateConfig({
  after: { bannerShown: '#slip.editing.steady' },
  on: { 'banner dismissed': '#slip.editing.steady' },
});

/**
 * The slip from the first selection to the receipt.
 * - `editing`: selections, stake and odds change. `shifting`: the button has just changed its meaning by itself, presses
 *   do not count for a moment. `refused`: the house said no; the banner is up, everything can be edited.
 * - `placing`: on its way, nothing can be edited. `unsure`: no answer came; the same bet is asked for again under the same
 *   key, three times by itself (`waiting`), then when the bettor asks (`asking`).
 * - `placed`: booked; the slip is empty and the receipt stands until it is closed or a new selection is made.
 */
export const slipMachine = define.createMachine({
  id: 'slip',
  context: ({ input }) => ({
    ...input.kept,
    bettorId: input.bettorId,
    stakeText: '',
    market: unknownMarket,
    refusals: new Map(),
    message: '',
    receipt: null,
  }),
  initial: 'opening',
  on: {
    'market seen': { actions: { type: 'note the market', params: ({ event }) => event.market } },
    'bettor changed': { actions: { type: 'note the bettor', params: ({ event }) => event.bettorId } },
    'policy chosen': { actions: assign(({ event }) => ({ policy: event.policy })) },
  },
  states: {
    opening: { always: [{ guard: 'a bet is unresolved', target: 'unsure' }, { target: 'editing' }] },
    editing: {
      initial: 'steady',
      on: {
        'selection picked': { actions: { type: 'take the selection', params: ({ event }) => event.entry } },
        'selection removed': { actions: { type: 'drop the selection', params: ({ event }) => event.matchId } },
        'unavailable removed': { actions: 'drop what cannot be bet on' },
        'slip cleared': { target: '.steady', actions: 'empty the slip' },
        'stake typed': { actions: assign(({ event }) => ({ stakeText: event.text })) },
        'market seen': [
          {
            guard: {
              type: 'the button would ask something else',
              params: ({ event }) => ({ market: event.market }),
            },
            target: '.shifting',
            actions: { type: 'note the market', params: ({ event }) => event.market },
          },
          { actions: { type: 'note the market', params: ({ event }) => event.market } },
        ],
        'accept pressed': {
          guard: 'new odds wait for acceptance',
          target: '.shifting',
          actions: 'take the new odds',
        },
        'place pressed': [
          {
            guard: 'the bet is ready',
            target: 'placing',
            actions: { type: 'begin an attempt', params: ({ event }) => event.key },
          },
          { target: '.refused', actions: 'say what is missing' },
        ],
      },
      states: {
        steady: {},
        shifting: {
          after: { lookAgain: 'steady' },
          on: { 'place pressed': {}, 'accept pressed': {} },
        },
        refused: shown,
      },
    },
    placing: {
      entry: 'count the try',
      invoke: {
        id: 'placeBet',
        src: 'placeBet',
        input: ({ context }) => sendingOf(context.attempt),
        onDone: [
          {
            guard: { type: 'it was placed', params: ({ event }) => event.output },
            target: 'placed',
            actions: { type: 'show the receipt', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'it certainly was not placed', params: ({ event }) => event.output },
            target: 'editing.refused',
            actions: { type: 'show the refusal', params: ({ event }) => event.output },
          },
          { target: 'unsure' },
        ],
        onError: 'unsure',
      },
    },
    unsure: {
      initial: 'waiting',
      on: {
        'check pressed': { guard: 'it is still the same bettor', target: 'placing' },
        'given up': { target: 'editing', actions: 'empty the slip' },
        'bettor changed': [
          {
            guard: { type: 'somebody else logged in', params: ({ event }) => event.bettorId },
            target: 'editing',
            actions: ['empty the slip', { type: 'note the bettor', params: ({ event }) => event.bettorId }],
          },
          { target: '.waiting', actions: { type: 'note the bettor', params: ({ event }) => event.bettorId } },
        ],
      },
      states: {
        waiting: {
          after: {
            untilNextTry: [{ guard: 'it may be tried again by itself', target: '#slip.placing' }, { target: 'asking' }],
          },
        },
        asking: {},
      },
    },
    placed: {
      initial: 'announced',
      on: {
        'receipt closed': { target: 'editing', actions: 'close the receipt' },
        'selection picked': {
          target: 'editing',
          actions: ['close the receipt', { type: 'take the selection', params: ({ event }) => event.entry }],
        },
      },
      states: {
        announced: { after: { bannerShown: 'quiet' }, on: { 'banner dismissed': 'quiet' } },
        quiet: {},
      },
    },
  },
});

function attemptFrom(context: SlipContext, key: string): Partial<SlipContext> {
  const offer = offerOf(context);
  if (offer.does !== 'place' || context.bettorId === null) return {};
  const request = requestOf(slipLines(context), offer.stake, context.policy);
  return { attempt: { key, bettorId: context.bettorId, request, tries: 0 }, refusals: new Map(), message: '' };
}

function refusalFrom(context: SlipContext, outcome: Placed): Partial<SlipContext> {
  if (outcome.ok) return {};
  const atVersion = (matchId: string) => context.market.rows.get(matchId)?.s ?? 0;
  const legs = refusedLegs(outcome.refusal);
  return {
    message: outcome.refusal.kind === 'refused' ? outcome.refusal.view.error || slipWords.failed : slipWords.failed,
    refusals: new Map(legs.map((leg) => [leg.matchId, { leg, atVersion: atVersion(leg.matchId) }])),
  };
}

function sendingOf(attempt: Attempt | null): Placing {
  if (attempt === null) throw new Error('placing without an attempt');
  return { key: attempt.key, request: attempt.request };
}

function without<Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
