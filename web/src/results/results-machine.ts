import type { BetView } from '@touchline/core/contract';
import { assign, setup } from 'xstate';

/** A bet that was settled or reopened. `isCorrected`: this page has shown another result of it before. */
export type BetResult = { readonly bet: BetView; readonly isCorrected: boolean };
type ResultsContext = {
  readonly path: string;
  /** The newest version of each settled bet on this page, latest last. */
  readonly known: ReadonlyMap<string, Pick<BetView, 'version' | 'status'>>;
  /** Results that the user has not seen yet. */
  readonly unseen: readonly BetResult[];
};
type ResultsEvent =
  | { readonly type: 'bet received'; readonly bet: BetView }
  | { readonly type: 'path changed'; readonly path: string }
  | { readonly type: 'page shown' }
  | { readonly type: 'page hidden' }
  | { readonly type: 'user changed' };

/** A match's bets settle together, so results within this time share one notice. */
const gatherMs = 700;
const maxKnown = 500;

/**
 * Collects results of the user's bets for notices. `shown`: the page is visible; in it, `quiet` waits for a result and `gathering`
 * waits briefly for more, then shows one notice. `hidden`: results are only counted. A result on the open screen needs no notice.
 */
export const resultsMachine = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    input: {} as { readonly path: string },
  },
  delays: { gather: gatherMs },
  actions: {
    'queue bet': assign(({ context }, bet: BetView) => ({
      known: withKnown(context.known, bet),
      unseen: [
        ...context.unseen.filter((other) => other.bet._id !== bet._id),
        { bet, isCorrected: context.known.has(bet._id) },
      ],
    })),
    'remember bet': assign(({ context }, bet: BetView) => ({ known: withKnown(context.known, bet) })),
    'set path': assign((_, path: string) => ({ path })),
    'drop visible results': assign(({ context: { unseen, path } }) => ({
      unseen: unseen.filter(({ bet }) => !isOnScreen(bet, path)),
    })),
    'drop results': assign({ unseen: [] }),
    reset: assign({ unseen: [], known: new Map() }),
    'show notice': (_, _results: readonly BetResult[]) => {
      throw new Error('followResults provides the notice');
    },
  },
  guards: {
    'is new result': ({ context }, bet: BetView) => isNewResult(context, bet),
    'is visible result': ({ context }, bet: BetView) => isNewResult(context, bet) && isOnScreen(bet, context.path),
    'has unseen results': ({ context }) => context.unseen.length > 0,
    'has hidden results': ({ context: { unseen, path } }) => unseen.some(({ bet }) => !isOnScreen(bet, path)),
  },
}).createMachine({
  id: 'results',
  context: ({ input }) => ({ path: input.path, known: new Map(), unseen: [] }),
  initial: 'shown',
  on: { 'user changed': { target: '.shown', actions: 'reset' } },
  states: {
    shown: {
      initial: 'quiet',
      on: {
        'page hidden': 'hidden',
        'bet received': [
          {
            guard: { type: 'is visible result', params: ({ event }) => event.bet },
            actions: { type: 'remember bet', params: ({ event }) => event.bet },
          },
          {
            guard: { type: 'is new result', params: ({ event }) => event.bet },
            target: '.gathering',
            actions: { type: 'queue bet', params: ({ event }) => event.bet },
          },
        ],
        'path changed': {
          actions: [{ type: 'set path', params: ({ event }) => event.path }, 'drop visible results'],
        },
      },
      states: {
        quiet: {},
        gathering: {
          after: {
            gather: [
              {
                guard: 'has unseen results',
                target: 'quiet',
                actions: [{ type: 'show notice', params: ({ context }) => context.unseen }, 'drop results'],
              },
              { target: 'quiet' },
            ],
          },
        },
      },
    },
    hidden: {
      on: {
        'bet received': {
          guard: { type: 'is new result', params: ({ event }) => event.bet },
          actions: { type: 'queue bet', params: ({ event }) => event.bet },
        },
        'path changed': { actions: { type: 'set path', params: ({ event }) => event.path } },
        'page shown': [
          {
            guard: 'has hidden results',
            target: 'shown.gathering',
            actions: 'drop visible results',
          },
          { target: 'shown', actions: 'drop visible results' },
        ],
      },
    },
  },
});

/**
 * An open bet is a result only if it was settled before. The legs of a bet that was cashed out are still graded later, which is none.
 */
function isNewResult({ known }: ResultsContext, bet: BetView): boolean {
  const before = known.get(bet._id);
  if (bet.version <= (before?.version ?? -1)) return false;
  if (bet.status === 'cashed-out') {
    return before?.status !== bet.status && bet.matches.every(({ status }) => status === 'pending');
  }
  return bet.status !== 'pending' || (before !== undefined && before.status !== 'pending');
}

const isOnScreen = (bet: BetView, path: string): boolean =>
  path === '/history' ||
  path === `/history/${bet._id}` ||
  (bet.acceptance?.state === 'rejected' && hasReceipt(bet._id));

/** A receipt on the page says why its bet was not accepted. */
const hasReceipt = (id: string): boolean =>
  [...document.querySelectorAll<HTMLElement>('[data-receipt]')].some(({ dataset }) => dataset['receipt'] === id);

function withKnown(known: ResultsContext['known'], bet: BetView): ResultsContext['known'] {
  const others = [...known].filter(([id]) => id !== bet._id);
  return new Map([...others, [bet._id, bet] as const].slice(-maxKnown));
}
