import { assign, stateIn } from 'xstate';
import { unknownMarket } from './market.ts';
import { sendingOf, slipMoves } from './slip-moves.ts';

/** The banner stays its time whatever the prices do meanwhile; only the presses are held back (`unsettled`). */
const refusal = slipMoves.createStateConfig({
  initial: 'settled',
  after: {
    bannerShown: [
      { guard: stateIn({ editing: { refused: 'unsettled' } }), target: '#slip.editing.shifting' },
      { target: '#slip.editing.steady' },
    ],
  },
  on: {
    'banner dismissed': '#slip.editing.steady',
    'market seen': [
      {
        guard: { type: 'the button would ask something else', params: ({ event }) => ({ market: event.market }) },
        target: '.unsettled',
        actions: { type: 'note the market', params: ({ event }) => event.market },
      },
      { actions: { type: 'note the market', params: ({ event }) => event.market } },
    ],
  },
  states: {
    settled: {},
    unsettled: { after: { lookAgain: 'settled' }, on: { 'place pressed': {}, 'accept pressed': {} } },
  },
});

/**
 * The slip from the first selection to the receipt.
 * - `editing`: selections, stake and odds change. `shifting`: the button has just changed its meaning by itself, presses
 *   do not count for a moment. `refused`: the house said no; the banner is up, everything can be edited.
 * - `placing`: on its way, nothing can be edited. `unsure`: no answer came, the banner says that it failed; the same bet is asked for again under the same
 *   key, three times by itself (`waiting`), then when the bettor asks (`asking`).
 * - `placed`: booked, or held until it is accepted; the slip is empty and the receipt stands, and follows what becomes of the
 *   bet, until it is closed or a new selection is made.
 */
export const slipMachine = slipMoves.createMachine({
  id: 'slip',
  context: ({ input }) => ({
    ...input.kept,
    bettorId: input.bettorId,
    stakeText: '',
    market: unknownMarket,
    refusals: new Map(),
    message: '',
    offered: null,
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
        refused: refusal,
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
          { target: 'unsure', actions: { type: 'say that it failed', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unsure', actions: 'say that it failed' },
      },
    },
    unsure: {
      initial: 'waiting',
      after: { bannerShown: { actions: 'close the banner' } },
      on: {
        'banner dismissed': { actions: 'close the banner' },
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
        'bet told': [
          {
            guard: { type: 'it was accepted', params: ({ event }) => event.bet },
            target: '.announced',
            actions: [{ type: 'renew the receipt', params: ({ event }) => event.bet }, 'say that it was placed'],
          },
          {
            guard: { type: 'it is news of the receipt', params: ({ event }) => event.bet },
            actions: { type: 'renew the receipt', params: ({ event }) => event.bet },
          },
        ],
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
