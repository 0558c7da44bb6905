import type {
  BalancesView,
  LedgerEventsPage,
  LedgerEventView,
  LedgerTime,
  WalletTimeline,
} from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { lastBy, stepsOf } from '../../ledger/wallet-steps.ts';
import {
  type Opened,
  openedWallet,
  placeOf,
  seqAt,
  type Wallet,
  withNewEvents,
  withOlderEvents,
} from './wallet-timeline.ts';

export type LedgerWalletEvent =
  | { readonly type: 'step chosen'; readonly place: number }
  | { readonly type: 'moved'; readonly by: number }
  | { readonly type: 'time chosen'; readonly time: LedgerTime }
  | { readonly type: 'moment asked'; readonly at: string }
  | { readonly type: 'moment dismissed' }
  | { readonly type: 'play pressed' }
  | { readonly type: 'pause pressed' }
  | { readonly type: 'earlier pressed' }
  | { readonly type: 'ledger grew' }
  | { readonly type: 'try again pressed' };
type Context = {
  readonly walletId: string;
  readonly wallet: Wallet | undefined;
  readonly time: LedgerTime;
  /** The chosen step by its `seq`; the newest when none is. */
  readonly chosen: number | undefined;
  readonly asked: string;
  /** What the server says the wallet held at the moment that was asked for. */
  readonly heldThen: BalancesView | undefined;
  /** The ledger grew while news were being fetched. */
  readonly grewMeanwhile: boolean;
  readonly message: string;
};
/** `chosen`: the `seq` of the step to look at first. */
type Input = { readonly walletId: string; readonly chosen?: number };
type OpenedAnswer = Result<Opened, ApiFailure>;
type PageAnswer = Result<LedgerEventsPage, ApiFailure>;
type TimelineAnswer = Result<WalletTimeline, ApiFailure>;

const unexplained = { wallet: 'The wallet could not be loaded.', moment: 'That moment could not be looked up.' };
const provided = () => Promise.reject(new Error('it is provided by the screen'));

/**
 * One player's wallet through time. `loading`, `failed`, or `shown` with four things side by side: the `scrubber` rests or plays
 * step by step to the end; `earlier` events are fetched when asked for; a `moment` can be looked up, which the server answers by its
 * own sum; and `news` are fetched a few seconds after the ledger grew, so that a look is not recorded every second.
 */
export const ledgerWalletMachine = setup({
  types: { context: {} as Context, events: {} as LedgerWalletEvent, input: {} as Input },
  actors: {
    openWallet: fromPromise<OpenedAnswer, { readonly walletId: string }>(provided),
    lookAgain: fromPromise<OpenedAnswer, { readonly walletId: string; readonly newest: LedgerEventView | undefined }>(
      provided,
    ),
    fetchEarlier: fromPromise<PageAnswer, { readonly walletId: string; readonly before: number | null }>(provided),
    askMoment: fromPromise<
      TimelineAnswer,
      { readonly walletId: string; readonly at: string; readonly time: LedgerTime }
    >(provided),
  },
  guards: {
    'it came': (_, answer: OpenedAnswer | PageAnswer | TimelineAnswer) => answer.ok,
    'there are earlier ones': ({ context }) => context.wallet !== undefined && context.wallet.next !== null,
    'the end is reached': ({ context }) => context.chosen === undefined,
    'it stands at the end': ({ context }) => context.chosen === undefined,
    'it grew meanwhile': ({ context }) => context.grewMeanwhile,
  },
  actions: {
    'open the wallet': assign((_, answer: OpenedAnswer) => (answer.ok ? { wallet: openedWallet(answer.value) } : {})),
    'add the earlier ones': assign(({ context: { wallet } }, answer: PageAnswer) =>
      answer.ok && wallet ? { wallet: withOlderEvents(wallet, answer.value) } : {},
    ),
    'add the new ones': assign(({ context: { wallet } }, answer: OpenedAnswer) =>
      answer.ok && wallet ? { wallet: withNewEvents(wallet, answer.value) } : {},
    ),
    'take the step': assign(({ context }, place: number) => ({ chosen: chosenAt(context, place) })),
    'move on': assign(({ context }, by: number) => ({ chosen: chosenAt(context, placeIn(context) + by) })),
    'begin at the first step': assign(({ context }) => ({ chosen: chosenAt(context, 0) })),
    'go to the moment': assign(({ context }, answer: TimelineAnswer) =>
      answer.ok ? { heldThen: answer.value.at, chosen: chosenAt(context, placeBy(context, context.asked)) } : {},
    ),
    'note why there is no wallet': assign((_, answer: OpenedAnswer | PageAnswer) => ({
      message: answer.ok ? unexplained.wallet : failureText(answer.refusal, unexplained.wallet),
    })),
    'note why there is no moment': assign((_, answer: TimelineAnswer) => ({
      message: answer.ok ? unexplained.moment : failureText(answer.refusal, unexplained.moment),
    })),
  },
  delays: { untilNextStep: 700, untilWorthALook: 5_000 },
}).createMachine({
  id: 'ledgerWallet',
  context: ({ input }) => ({
    walletId: input.walletId,
    wallet: undefined,
    time: 'recorded',
    chosen: input.chosen,
    asked: '',
    heldThen: undefined,
    grewMeanwhile: false,
    message: '',
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'openWallet',
        src: 'openWallet',
        input: ({ context }) => ({ walletId: context.walletId }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'open the wallet', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why there is no wallet', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ message: unexplained.wallet }) },
      },
    },
    failed: { on: { 'try again pressed': 'loading' } },
    shown: {
      type: 'parallel',
      on: {
        'time chosen': {
          target: ['.scrubber.resting', '.moment.none'],
          actions: assign(({ event }) => ({ time: event.time, heldThen: undefined })),
        },
      },
      states: {
        scrubber: {
          initial: 'resting',
          on: {
            'step chosen': {
              target: '.resting',
              actions: { type: 'take the step', params: ({ event }) => event.place },
            },
            moved: { target: '.resting', actions: { type: 'move on', params: ({ event }) => event.by } },
          },
          states: {
            resting: {
              on: {
                'play pressed': [
                  { guard: 'it stands at the end', target: 'playing', actions: 'begin at the first step' },
                  { target: 'playing' },
                ],
              },
            },
            playing: {
              on: { 'pause pressed': 'resting' },
              after: { untilNextStep: { target: 'stepping', actions: { type: 'move on', params: 1 } } },
            },
            stepping: { always: [{ guard: 'the end is reached', target: 'resting' }, { target: 'playing' }] },
          },
        },
        earlier: {
          initial: 'still',
          states: {
            still: { on: { 'earlier pressed': { guard: 'there are earlier ones', target: 'loading' } } },
            loading: {
              invoke: {
                id: 'fetchEarlier',
                src: 'fetchEarlier',
                input: ({ context }) => ({ walletId: context.walletId, before: context.wallet?.next ?? null }),
                onDone: [
                  {
                    guard: { type: 'it came', params: ({ event }) => event.output },
                    target: 'still',
                    actions: { type: 'add the earlier ones', params: ({ event }) => event.output },
                  },
                  {
                    target: 'failed',
                    actions: { type: 'note why there is no wallet', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: 'failed', actions: assign({ message: unexplained.wallet }) },
              },
            },
            failed: { on: { 'earlier pressed': 'loading' } },
          },
        },
        moment: {
          initial: 'none',
          on: {
            'moment asked': {
              target: '.asking',
              reenter: true,
              actions: assign(({ event }) => ({ asked: event.at, heldThen: undefined })),
            },
            'moment dismissed': '.none',
          },
          states: {
            none: {},
            asking: {
              invoke: {
                id: 'askMoment',
                src: 'askMoment',
                input: ({ context: { walletId, asked, time } }) => ({ walletId, at: asked, time }),
                onDone: [
                  {
                    guard: { type: 'it came', params: ({ event }) => event.output },
                    target: 'known',
                    actions: { type: 'go to the moment', params: ({ event }) => event.output },
                  },
                  {
                    target: 'unknown',
                    actions: { type: 'note why there is no moment', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: 'unknown', actions: assign({ message: unexplained.moment }) },
              },
            },
            known: {},
            unknown: {},
          },
        },
        news: {
          initial: 'still',
          states: {
            still: { always: { guard: 'it grew meanwhile', target: 'waiting' }, on: { 'ledger grew': 'waiting' } },
            waiting: { entry: assign({ grewMeanwhile: false }), after: { untilWorthALook: 'fetching' } },
            fetching: {
              on: { 'ledger grew': { actions: assign({ grewMeanwhile: true }) } },
              invoke: {
                id: 'lookAgain',
                src: 'lookAgain',
                input: ({ context: { walletId, wallet } }) => ({ walletId, newest: wallet?.events.at(-1) }),
                onDone: [
                  {
                    guard: { type: 'it came', params: ({ event }) => event.output },
                    target: 'still',
                    actions: { type: 'add the new ones', params: ({ event }) => event.output },
                  },
                  { target: 'missed' },
                ],
                onError: 'missed',
              },
            },
            missed: { on: { 'ledger grew': 'waiting', 'try again pressed': 'fetching' } },
          },
        },
      },
    },
  },
});

const chosenAt = ({ wallet, time }: Context, place: number): number | undefined => wallet && seqAt(wallet, time, place);
const placeIn = ({ wallet, time, chosen }: Context): number => placeOf(stepsOf(wallet?.events ?? [], time), chosen);

const placeBy = ({ wallet, time }: Context, moment: string): number =>
  lastBy(stepsOf(wallet?.events ?? [], time), time, moment);
