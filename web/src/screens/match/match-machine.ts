import { type MatchHistory, type MatchRow, matchEndpoints } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { marketKeys } from '@touchline/core/markets';
import { assign, setup } from 'xstate';
import { isNotFound, messageOf, remote } from '../../api/call.ts';
import { appendPrices, countPrices } from './apply-pushes.ts';

type MatchEvent =
  /** The live row, `at` the server's time as ISO text. */
  { type: 'row received'; row: MatchRow; at: string } | { type: 'rejoined' } | { type: 'retry' };
type MatchContext = {
  readonly id: string;
  /** The newest row, from the live room or the history. */
  readonly row: MatchRow | undefined;
  /** Includes the prices received since it was fetched. */
  readonly history: MatchHistory | undefined;
  readonly message: string;
};

const notLoaded = msg('Failed to fetch this match');
/** Spreads the requests after a goal, which all viewers of a match receive at once. */
const soonMs = { least: 150, spread: 1_000 } as const;
const untilSettledMs = 4_000;
/** Above this many prices the history is fetched again: the server thins it out and never sends as many. */
const maxPrices = 1_500;

const match = setup({
  types: {
    context: {} as MatchContext,
    events: {} as MatchEvent,
    input: {} as { readonly id: string; readonly row: MatchRow | undefined },
  },
  actors: { fetchHistory: remote(matchEndpoints.history) },
  delays: { soon: () => soonMs.least + Math.random() * soonMs.spread, 'until settled': untilSettledMs },
  guards: {
    'row is newer': ({ context }, row: MatchRow) => row.s > (context.row?.s ?? -1),
    'match changed': ({ context }, row: MatchRow) => row.s > (context.row?.s ?? -1) && hasChanged(context.row, row),
    'has many prices': ({ context }, row: MatchRow) => row.s > (context.row?.s ?? -1) && hasManyPrices(context),
    'bets are unsettled': ({ context }) => isUnsettled(context),
  },
  actions: {
    'show the history': assign(({ context }, history: MatchHistory) => withHistory(context, history)),
    'show the row': assign(
      ({ context: { history } }, { row, at }: { readonly row: MatchRow; readonly at: string }) => ({
        row,
        history: history && { ...history, prices: appendPrices(history.prices, row, at) },
      }),
    ),
  },
});

const showRow = match.createStateConfig({
  on: {
    'row received': {
      guard: { type: 'row is newer', params: ({ event }) => event.row },
      actions: { type: 'show the row', params: ({ event }) => event },
    },
  },
});
const onChange = match.createStateConfig({
  on: {
    'row received': [
      {
        guard: { type: 'match changed', params: ({ event }) => event.row },
        target: '#match.awaiting',
        actions: { type: 'show the row', params: ({ event }) => event },
      },
      ...[showRow.on['row received']],
    ],
    rejoined: { target: '#match.refreshing', reenter: true },
  },
});

/**
 * One match with its history. `loading` at first, then `shown`. A change leads to `awaiting`, a short random pause, then `refreshing`,
 * which keeps the history on the screen. `unknown`: no such match. `failed`: the first fetch failed. A received row is shown at once in
 * every state. After the end of the match, the history is fetched repeatedly until the bets are settled.
 */
export const matchMachine = match.createMachine({
  id: 'match',
  context: ({ input }) => ({ id: input.id, row: input.row, history: undefined, message: '' }),
  initial: 'loading',
  states: {
    loading: {
      on: { ...showRow.on, rejoined: { target: 'loading', reenter: true } },
      invoke: {
        id: 'fetchHistory',
        src: 'fetchHistory',
        input: ({ context }) => ({ params: { matchId: context.id } }),
        onDone: { target: 'shown', actions: { type: 'show the history', params: ({ event }) => event.output } },
        onError: [
          { guard: ({ event }) => isNotFound(event.error), target: 'unknown' },
          { target: 'failed', actions: assign(messageOf(notLoaded)) },
        ],
      },
    },
    shown: {
      on: {
        ...onChange.on,
        'row received': [
          {
            guard: { type: 'has many prices', params: ({ event }) => event.row },
            target: 'awaiting',
            actions: { type: 'show the row', params: ({ event }) => event },
          },
          ...onChange.on['row received'],
        ],
      },
      after: { 'until settled': { guard: 'bets are unsettled', target: 'refreshing' } },
    },
    awaiting: { on: { ...showRow.on, rejoined: 'refreshing' }, after: { soon: 'refreshing' } },
    refreshing: {
      ...onChange,
      invoke: {
        id: 'refreshHistory',
        src: 'fetchHistory',
        input: ({ context }) => ({ params: { matchId: context.id } }),
        onDone: { target: 'shown', actions: { type: 'show the history', params: ({ event }) => event.output } },
        onError: 'shown',
      },
    },
    unknown: { on: { rejoined: 'loading' } },
    failed: { on: { ...showRow.on, rejoined: 'loading', retry: 'loading' } },
  },
});

/** Appends the prices of a newer row to a fetched history. */
function withHistory({ row }: MatchContext, history: MatchHistory): Partial<MatchContext> {
  if (!row || row.s <= history.row.s) return { row: history.row, history };
  const at = new Date(Math.max(Date.parse(history.row.quotedAt ?? ''), lastPriceAt(history)) || 0).toISOString();
  return { history: { ...history, prices: appendPrices(history.prices, row, at) } };
}

const lastPriceAt = ({ prices }: MatchHistory): number =>
  marketKeys.reduce((last, key) => Math.max(last, Date.parse(prices[key].at(-1)?.at ?? '') || 0), 0);

/** Whether more than a price moved: the timeline has a new entry. */
function hasChanged(before: MatchRow | undefined, after: MatchRow): boolean {
  if (!before) return true;
  return factsOf(before) !== factsOf(after);
}

const factsOf = ({ status, score, match, markets }: MatchRow): string =>
  [status, score?.home, score?.away, match.commenceTime, ...Object.values(markets)].join();

const hasManyPrices = ({ history }: MatchContext): boolean =>
  history !== undefined && countPrices(history.prices) > maxPrices;

function isUnsettled({ row, history }: MatchContext): boolean {
  return row !== undefined && row.status !== 'open' && !history?.moments.some(({ kind }) => kind === 'settled');
}
