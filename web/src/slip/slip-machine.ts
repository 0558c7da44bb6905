import { assign, raise, stateIn } from 'xstate';
import { unknownMarket } from './market.ts';
import { type SlipState, slipOfBet, slipSetup } from './slip-setup.ts';

/** The banner stays for its whole time whatever the prices do; a change of the button only locks the button (`locked`). */
const refused = slipSetup.createStateConfig({
  initial: 'unlocked',
  after: {
    bannerDuration: [
      { guard: stateIn({ editing: { refused: 'locked' } }), target: '#slip.editing.locked' },
      { target: '#slip.editing.unlocked' },
    ],
  },
  on: {
    dismiss: '#slip.editing.unlocked',
    'market changed': [
      {
        guard: { type: 'changes the button', params: ({ event }) => ({ market: event.market }) },
        target: '.locked',
        actions: { type: 'set market', params: ({ event }) => event.market },
      },
      { actions: { type: 'set market', params: ({ event }) => event.market } },
    ],
  },
  states: {
    unlocked: {},
    locked: { after: { buttonLock: 'unlocked' }, on: { 'place bet': {}, 'accept odds': {} } },
  },
});

/** A receipt closes for a new slip, and when its bettor leaves: the next user of the device must neither see the bet nor place it again. */
const receipt = slipSetup.createStateConfig({
  tags: 'receipt',
  on: {
    fill: {
      target: '#slip.editing',
      actions: ['close receipt', 'clear', { type: 'fill', params: ({ event }) => event.slip }],
    },
    'close receipt': { target: '#slip.editing', actions: 'close receipt' },
    'add selection': {
      target: '#slip.editing',
      actions: ['close receipt', { type: 'add selection', params: ({ event }) => event.entry }],
    },
    'bettor changed': {
      guard: { type: 'is a change of bettor', params: ({ event }) => event.bettorId },
      target: '#slip.editing',
      actions: ['close receipt', 'clear', assign(({ event }) => ({ bettorId: event.bettorId }))],
    },
  },
});

/**
 * The slip from the first selection to the receipt.
 * - `editing`: selections, stake and odds can change. `locked`: the market or another tab has just changed what the button does, and
 *   presses are ignored for a moment. `refused`: the server refused the bet; the banner shows why, and everything can be edited.
 * - `placing`: an attempt runs and nothing can be edited. `unsure`: it has had no answer, and the banner says that it failed; the
 *   attempt submits the same bet again under the same key. Another bettor who logs in neither continues it nor sees its outcome.
 *   In another tab it is `placing` too: each asks under the same key, and the first answer ends it in all of them.
 * - `loggedOut`: an attempt without an answer waits for its bettor to log in again.
 * - `placed`: the slip is empty. The receipt follows the bets until it is closed, a selection is added or the bettor leaves.
 * - `rejected`: the slip has the selections and the stake of the only bet, which was not accepted, below its receipt.
 *   `locked`: the odds on the button have just changed, or the button has just appeared.
 */
export const slipMachine = slipSetup.createMachine({
  id: 'slip',
  context: ({ input }) => ({
    ...input.stored,
    bettorId: input.bettorId,
    exclusion: undefined,
    market: unknownMarket,
    refusals: new Map(),
    message: '',
    maxStake: null,
    receipts: [],
  }),
  initial: 'starting',
  on: {
    'market changed': { actions: { type: 'set market', params: ({ event }) => event.market } },
    'bettor changed': { actions: assign(({ event }) => ({ bettorId: event.bettorId })) },
    'stored slip changed': [
      {
        guard: { type: 'is the same attempt', params: ({ event }) => event.stored },
        actions: { type: 'fill', params: ({ event }) => event.stored },
      },
      {
        guard: { type: 'is an attempt of the bettor', params: ({ event }) => event.stored },
        target: '.placing',
        actions: { type: 'take over', params: ({ event }) => event.stored },
      },
      {
        guard: { type: 'is an attempt', params: ({ event }) => event.stored },
        target: '.loggedOut',
        actions: { type: 'take over', params: ({ event }) => event.stored },
      },
      {
        target: '.editing.locked',
        actions: { type: 'take over', params: ({ event }) => event.stored },
      },
    ],
    'exclusion changed': { actions: assign(({ event }) => ({ exclusion: event.exclusion })) },
    'set policy': { actions: assign(({ event }) => ({ policy: event.policy })) },
  },
  states: {
    starting: { always: [{ guard: 'has an attempt', target: 'loggedOut' }, { target: 'editing' }] },
    editing: {
      initial: 'unlocked',
      on: {
        'add selection': { actions: { type: 'add selection', params: ({ event }) => event.entry } },
        'remove selection': { actions: { type: 'remove selection', params: ({ event }) => event.matchId } },
        'remove unavailable': { actions: 'remove unavailable' },
        clear: { target: '.unlocked', actions: 'clear' },
        fill: {
          target: '.unlocked',
          actions: ['clear', { type: 'fill', params: ({ event }) => event.slip }],
        },
        'set stake': { actions: assign(({ event }) => ({ stakeText: event.text })) },
        'set form': {
          actions: assign(({ context, event }) => ({ form: { ...context.form, ...event.form }, maxStake: null })),
        },
        'market changed': [
          {
            guard: { type: 'changes the button', params: ({ event }) => ({ market: event.market }) },
            target: '.locked',
            actions: { type: 'set market', params: ({ event }) => event.market },
          },
          { actions: { type: 'set market', params: ({ event }) => event.market } },
        ],
        'accept odds': { guard: 'can accept odds', target: '.locked', actions: 'accept odds' },
        'place bet': [
          {
            guard: 'can place',
            target: 'placing',
            actions: { type: 'begin attempt', params: ({ event }) => event.key },
          },
          { target: '.refused', actions: 'show what is missing' },
        ],
      },
      states: {
        unlocked: {},
        locked: { after: { buttonLock: 'unlocked' }, on: { 'place bet': {}, 'accept odds': {} } },
        refused,
      },
    },
    placing: {
      initial: 'submitting',
      always: { guard: 'is another bettor', target: 'editing', actions: 'clear' },
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context }) => attemptIn(context),
        onSnapshot: [
          {
            guard: { type: 'is placed, its bettor gone', params: ({ event }) => event.snapshot },
            target: 'editing',
            actions: 'clear',
          },
          {
            guard: { type: 'is placed', params: ({ event }) => event.snapshot },
            target: 'placed',
            actions: { type: 'show receipt', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'is refused', params: ({ event }) => event.snapshot },
            target: 'editing.refused',
            actions: { type: 'show refusal', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'got no answer', params: ({ event }) => event.snapshot },
            target: '.unsure',
            actions: { type: 'show failure', params: ({ event }) => event.snapshot },
          },
        ],
      },
      states: {
        submitting: {},
        unsure: {
          tags: 'unsure',
          always: { guard: 'is not the bettor', target: '#slip.loggedOut' },
          after: { bannerDuration: { actions: 'close banner' } },
          on: {
            dismiss: { actions: 'close banner' },
            retry: { actions: 'retry' },
            abandon: { target: '#slip.editing', actions: 'clear' },
          },
        },
      },
    },
    loggedOut: {
      tags: 'unsure',
      always: [
        { guard: 'is the same bettor', target: 'placing.unsure' },
        { guard: 'is another bettor', target: 'editing', actions: 'clear' },
      ],
      after: { bannerDuration: { actions: 'close banner' } },
      on: { dismiss: { actions: 'close banner' }, abandon: { target: 'editing', actions: 'clear' } },
    },
    placed: {
      ...receipt,
      initial: 'announced',
      on: {
        ...receipt.on,
        'stored slip changed': { guard: { type: 'is empty', params: ({ event }) => event.stored } },
        'bet changed': [
          {
            guard: { type: 'was accepted', params: ({ event }) => event.bet },
            target: '.announced',
            actions: [{ type: 'update receipt', params: ({ event }) => event.bet }, 'show success'],
          },
          {
            guard: { type: 'was rejected', params: ({ event }) => event.bet },
            target: 'rejected',
            actions: [
              { type: 'update receipt', params: ({ event }) => event.bet },
              { type: 'fill', params: ({ event }) => slipOfBet(event.bet) },
            ],
          },
          {
            guard: { type: 'is newer', params: ({ event }) => event.bet },
            actions: { type: 'update receipt', params: ({ event }) => event.bet },
          },
        ],
      },
      states: {
        announced: { after: { bannerDuration: 'quiet' }, on: { dismiss: 'quiet' } },
        quiet: {},
      },
    },
    rejected: {
      ...receipt,
      initial: 'locked',
      states: {
        unlocked: {},
        locked: { after: { buttonLock: 'unlocked' }, on: { 'place again': {} } },
      },
      on: {
        'market changed': [
          {
            guard: { type: 'changes how it is placed again', params: ({ event }) => ({ market: event.market }) },
            target: '.locked',
            actions: { type: 'set market', params: ({ event }) => event.market },
          },
          { actions: { type: 'set market', params: ({ event }) => event.market } },
        ],
        ...receipt.on,
        'place again': {
          target: 'editing',
          actions: ['accept odds', 'close receipt', raise(({ event }) => ({ type: 'place bet', key: event.key }))],
        },
        clear: { target: 'editing', actions: ['close receipt', 'clear'] },
      },
    },
  },
});

function attemptIn({ attempt }: SlipState) {
  if (attempt === null) throw new Error('placing without an attempt');
  const { key, request, attempts } = attempt;
  return { attempt: { key, request }, attempts };
}
