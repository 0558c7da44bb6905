import type { BetView } from '@touchline/core/contract';
import { assign, setup } from 'xstate';

/** A bet that was settled, or is open again; `isCorrected`: this page has told another result of it before. */
export type BetResult = { readonly bet: BetView; readonly isCorrected: boolean };
type ResultsContext = {
  readonly path: string;
  /** The newest of each settled bet that this page knows, the latest at the end. */
  readonly known: ReadonlyMap<string, Pick<BetView, 'version' | 'status'>>;
  /** Results that nobody has seen here yet. */
  readonly unseen: readonly BetResult[];
};
type ResultsEvent =
  | { readonly type: 'bet told'; readonly bet: BetView }
  | { readonly type: 'place changed'; readonly path: string }
  | { readonly type: 'page shown' }
  | { readonly type: 'page hidden' }
  | { readonly type: 'somebody else came' };

/** Bets on one match are settled together: one notice is enough for all that come within this. */
const gatherMs = 700;
const mostKnown = 500;

/**
 * Results of one's bets on their way to a notice. `shown`: somebody looks at the page. `quiet`: there is nothing to tell.
 * `gathering`: a result came, others may follow; then one notice tells them all. `hidden`: nobody looks, results are counted until
 * somebody does. A result that stands on the screen that is open needs no notice.
 */
export const resultsMachine = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    input: {} as { readonly path: string },
  },
  delays: { gather: gatherMs },
  actions: {
    'keep it for a notice': assign(({ context }, bet: BetView) => ({
      known: withKnown(context.known, bet),
      unseen: [
        ...context.unseen.filter((other) => other.bet._id !== bet._id),
        { bet, isCorrected: context.known.has(bet._id) },
      ],
    })),
    'know it': assign(({ context }, bet: BetView) => ({ known: withKnown(context.known, bet) })),
    'go there': assign((_, path: string) => ({ path })),
    'let go of what is in sight': assign(({ context: { unseen, path } }) => ({
      unseen: unseen.filter(({ bet }) => !isInSight(bet, path)),
    })),
    'let go of all': assign({ unseen: [] }),
    'forget everything': assign({ unseen: [], known: new Map() }),
    'show the notice': (_, _results: readonly BetResult[]) => {
      throw new Error('the notice is provided where results are followed');
    },
  },
  guards: {
    'it is news': ({ context }, bet: BetView) => isNews(context, bet),
    'it is news that stands in sight': ({ context }, bet: BetView) =>
      isNews(context, bet) && isInSight(bet, context.path),
    'there is something to tell': ({ context }) => context.unseen.length > 0,
    'something is out of sight': ({ context: { unseen, path } }) => unseen.some(({ bet }) => !isInSight(bet, path)),
  },
}).createMachine({
  id: 'results',
  context: ({ input }) => ({ path: input.path, known: new Map(), unseen: [] }),
  initial: 'shown',
  on: { 'somebody else came': { target: '.shown', actions: 'forget everything' } },
  states: {
    shown: {
      initial: 'quiet',
      on: {
        'page hidden': 'hidden',
        'bet told': [
          {
            guard: { type: 'it is news that stands in sight', params: ({ event }) => event.bet },
            actions: { type: 'know it', params: ({ event }) => event.bet },
          },
          {
            guard: { type: 'it is news', params: ({ event }) => event.bet },
            target: '.gathering',
            actions: { type: 'keep it for a notice', params: ({ event }) => event.bet },
          },
        ],
        'place changed': {
          actions: [{ type: 'go there', params: ({ event }) => event.path }, 'let go of what is in sight'],
        },
      },
      states: {
        quiet: {},
        gathering: {
          after: {
            gather: [
              {
                guard: 'there is something to tell',
                target: 'quiet',
                actions: [{ type: 'show the notice', params: ({ context }) => context.unseen }, 'let go of all'],
              },
              { target: 'quiet' },
            ],
          },
        },
      },
    },
    hidden: {
      on: {
        'bet told': {
          guard: { type: 'it is news', params: ({ event }) => event.bet },
          actions: { type: 'keep it for a notice', params: ({ event }) => event.bet },
        },
        'place changed': { actions: { type: 'go there', params: ({ event }) => event.path } },
        'page shown': [
          {
            guard: 'something is out of sight',
            target: 'shown.gathering',
            actions: 'let go of what is in sight',
          },
          { target: 'shown', actions: 'let go of what is in sight' },
        ],
      },
    },
  },
});

/** A bet that was never taken is told by the slip; that one is open is news only where it was told as settled before. */
function isNews({ known }: ResultsContext, bet: BetView): boolean {
  const before = known.get(bet._id);
  if (bet.acceptance?.state === 'rejected' || bet.version <= (before?.version ?? -1)) return false;
  return bet.status !== 'pending' || (before !== undefined && before.status !== 'pending');
}

const isInSight = (bet: BetView, path: string): boolean => path === '/history' || path === `/history/${bet._id}`;

function withKnown(known: ResultsContext['known'], bet: BetView): ResultsContext['known'] {
  const others = [...known].filter(([id]) => id !== bet._id);
  return new Map([...others, [bet._id, bet] as const].slice(-mostKnown));
}
