import {
  type BalancesView,
  type LedgerEventsPage,
  type LedgerEventView,
  type LedgerTime,
  ledgerEndpoints,
  type WalletTimeline,
} from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { call, isNotFound, messageOf, orThrow } from '../../api/call.ts';
import { lastBy, stepsOf } from '../../ledger/wallet-steps.ts';
import { fetchEarlier, fetchNews, openWallet } from './fetch-wallet.ts';
import {
  indexOfStep,
  type Opened,
  openedWallet,
  seqAt,
  type Wallet,
  withNewEvents,
  withOlderEvents,
} from './wallet-timeline.ts';

export type LedgerWalletEvent =
  | { readonly type: 'choose step'; readonly index: number }
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'choose time'; readonly time: LedgerTime }
  | { readonly type: 'choose moment'; readonly at: string }
  | { readonly type: 'clear moment' }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'load earlier' }
  | { readonly type: 'ledger grew' }
  | { readonly type: 'retry' };
type Context = {
  readonly walletId: string;
  readonly wallet: Wallet | undefined;
  readonly time: LedgerTime;
  /** The chosen step by its `seq`; the newest when none is. */
  readonly chosen: number | undefined;
  readonly asked: string;
  /** The balances at the chosen moment, as the server computes them. */
  readonly heldThen: BalancesView | undefined;
  /** The ledger grew while news was being fetched. */
  readonly grewMeanwhile: boolean;
  readonly message: string;
};
/** `chosen`: the `seq` of the first step to show. */
type Input = { readonly walletId: string; readonly chosen?: number };

const fallback = {
  wallet: msg('The wallet could not be loaded.'),
  moment: msg('The balance at that moment could not be loaded.'),
};

/**
 * One player's wallet over time: `loading`, `missing` if there is none, `failed`, or `shown` with four regions. The `scrubber` is
 * paused or plays step by step to the end; `earlier` events are fetched on request; the server computes the balances at a `moment`;
 * and `news` are fetched a few seconds after the ledger grew, so that the access log does not fill up.
 */
export const ledgerWalletMachine = setup({
  types: { context: {} as Context, events: {} as LedgerWalletEvent, input: {} as Input },
  actors: {
    openWallet: fromPromise<Opened, { readonly walletId: string }>(({ input }) => orThrow(openWallet(input.walletId))),
    fetchNews: fromPromise<Opened, { readonly walletId: string; readonly newest: LedgerEventView | undefined }>(
      ({ input }) => orThrow(fetchNews(input.walletId, input.newest)),
    ),
    fetchEarlier: fromPromise<LedgerEventsPage, { readonly walletId: string; readonly before: number | null }>(
      ({ input }) => orThrow(fetchEarlier(input.walletId, input.before)),
    ),
    fetchMoment: fromPromise<
      WalletTimeline,
      { readonly walletId: string; readonly at: string; readonly time: LedgerTime }
    >(({ input: { walletId: id, at, time } }) =>
      orThrow(call(ledgerEndpoints.timeline, { params: { id }, query: { at, time, limit: 1 } })),
    ),
  },
  guards: {
    'has earlier': ({ context }) => context.wallet !== undefined && context.wallet.next !== null,
    'is at the newest': ({ context }) => context.chosen === undefined,
    'has grown': ({ context }) => context.grewMeanwhile,
  },
  actions: {
    'open wallet': assign((_, opened: Opened) => ({ wallet: openedWallet(opened) })),
    'add earlier': assign(({ context: { wallet } }, page: LedgerEventsPage) =>
      wallet ? { wallet: withOlderEvents(wallet, page) } : {},
    ),
    'add new': assign(({ context: { wallet } }, opened: Opened) =>
      wallet ? { wallet: withNewEvents(wallet, opened) } : {},
    ),
    'choose step': assign(({ context }, index: number) => ({ chosen: chosenAt(context, index) })),
    move: assign(({ context }, by: number) => ({ chosen: chosenAt(context, chosenIndex(context) + by) })),
    'choose first step': assign(({ context }) => ({ chosen: chosenAt(context, 0) })),
    'show moment': assign(({ context }, timeline: WalletTimeline) => ({
      heldThen: timeline.at,
      chosen: chosenAt(context, placeBy(context, context.asked)),
    })),
  },
  delays: { untilNextStep: 700, beforeFetchingNews: 5_000 },
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
        onDone: { target: 'shown', actions: { type: 'open wallet', params: ({ event }) => event.output } },
        onError: [
          { guard: ({ event }) => isNotFound(event.error), target: 'missing' },
          { target: 'failed', actions: assign(messageOf(fallback.wallet)) },
        ],
      },
    },
    missing: {},
    failed: { on: { retry: 'loading' } },
    shown: {
      type: 'parallel',
      on: {
        'choose time': {
          target: ['.scrubber.paused', '.moment.none'],
          actions: assign(({ event }) => ({ time: event.time, heldThen: undefined })),
        },
      },
      states: {
        scrubber: {
          initial: 'paused',
          on: {
            'choose step': {
              target: '.paused',
              actions: { type: 'choose step', params: ({ event }) => event.index },
            },
            move: { target: '.paused', actions: { type: 'move', params: ({ event }) => event.by } },
          },
          states: {
            paused: {
              on: {
                play: [
                  { guard: 'is at the newest', target: 'playing', actions: 'choose first step' },
                  { target: 'playing' },
                ],
              },
            },
            playing: {
              on: { pause: 'paused' },
              after: { untilNextStep: { target: 'stepping', actions: { type: 'move', params: 1 } } },
            },
            stepping: { always: [{ guard: 'is at the newest', target: 'paused' }, { target: 'playing' }] },
          },
        },
        earlier: {
          initial: 'idle',
          states: {
            idle: { on: { 'load earlier': { guard: 'has earlier', target: 'loading' } } },
            loading: {
              invoke: {
                id: 'fetchEarlier',
                src: 'fetchEarlier',
                input: ({ context }) => ({ walletId: context.walletId, before: context.wallet?.next ?? null }),
                onDone: { target: 'idle', actions: { type: 'add earlier', params: ({ event }) => event.output } },
                onError: { target: 'failed', actions: assign(messageOf(fallback.wallet)) },
              },
            },
            failed: { on: { 'load earlier': 'loading' } },
          },
        },
        moment: {
          initial: 'none',
          on: {
            'choose moment': {
              target: '.loading',
              reenter: true,
              actions: assign(({ event }) => ({ asked: event.at, heldThen: undefined })),
            },
            'clear moment': '.none',
          },
          states: {
            none: {},
            loading: {
              invoke: {
                id: 'fetchMoment',
                src: 'fetchMoment',
                input: ({ context: { walletId, asked, time } }) => ({ walletId, at: asked, time }),
                onDone: { target: 'known', actions: { type: 'show moment', params: ({ event }) => event.output } },
                onError: { target: 'failed', actions: assign(messageOf(fallback.moment)) },
              },
            },
            known: {},
            failed: {},
          },
        },
        news: {
          initial: 'idle',
          states: {
            idle: { always: { guard: 'has grown', target: 'waiting' }, on: { 'ledger grew': 'waiting' } },
            waiting: { entry: assign({ grewMeanwhile: false }), after: { beforeFetchingNews: 'fetching' } },
            fetching: {
              on: { 'ledger grew': { actions: assign({ grewMeanwhile: true }) } },
              invoke: {
                id: 'fetchNews',
                src: 'fetchNews',
                input: ({ context: { walletId, wallet } }) => ({ walletId, newest: wallet?.events.at(-1) }),
                onDone: { target: 'idle', actions: { type: 'add new', params: ({ event }) => event.output } },
                onError: 'missed',
              },
            },
            missed: { on: { 'ledger grew': 'waiting', retry: 'fetching' } },
          },
        },
      },
    },
  },
});

const chosenAt = ({ wallet, time }: Context, index: number): number | undefined => wallet && seqAt(wallet, time, index);
const chosenIndex = ({ wallet, time, chosen }: Context): number =>
  indexOfStep(stepsOf(wallet?.events ?? [], time), chosen);

const placeBy = ({ wallet, time }: Context, moment: string): number =>
  lastBy(stepsOf(wallet?.events ?? [], time), time, moment);
