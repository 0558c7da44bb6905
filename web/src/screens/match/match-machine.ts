import type { MatchHistory, MatchRow } from '@touchline/core/contract';
import { marketKeys } from '@touchline/core/markets';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { isUnknown } from '../../api/is-unknown.ts';
import { countPrices, grownBy } from './grown-prices.ts';

type Fetched = Result<MatchHistory, ApiFailure>;
type MatchEvent =
  /** The live row, `at` the server's time as ISO text. */
  { type: 'row told'; row: MatchRow; at: string } | { type: 'line joined' } | { type: 'try again pressed' };
type MatchContext = {
  readonly id: string;
  /** The newest row, from the live room or the history. */
  readonly row: MatchRow | undefined;
  /** With the prices that were told since it came. */
  readonly history: MatchHistory | undefined;
  readonly message: string;
};

const unexplained = 'Failed to fetch this match';
/** Everybody who looks at a match hears of a goal at once; they do not all ask at once. */
const soonMs = { least: 150, spread: 1_000 } as const;
const untilSettledMs = 4_000;
/** With more prices than this the server is asked for fewer that say the same; it never gives as many. */
const mostPrices = 1_500;

const match = setup({
  types: {
    context: {} as MatchContext,
    events: {} as MatchEvent,
    input: {} as { readonly id: string; readonly row: MatchRow | undefined },
  },
  actors: {
    fetchHistory: fromPromise<Fetched, { id: string }>(() =>
      Promise.reject(new Error('fetchHistory is provided by the screen')),
    ),
  },
  delays: { soon: () => soonMs.least + Math.random() * soonMs.spread, 'until settled': untilSettledMs },
  guards: {
    'it came': (_, fetched: Fetched) => fetched.ok,
    'there is no such match': (_, fetched: Fetched) => !fetched.ok && isUnknown(fetched.refusal),
    'it is newer': ({ context }, row: MatchRow) => row.s > (context.row?.s ?? -1),
    'something happened': ({ context }, row: MatchRow) => row.s > (context.row?.s ?? -1) && isTurn(context.row, row),
    'there are many prices': ({ context }, row: MatchRow) => row.s > (context.row?.s ?? -1) && hasGrownLong(context),
    'bets wait for their result': ({ context }) => isUnsettled(context),
  },
  actions: {
    'take the history': assign(({ context }, fetched: Fetched) =>
      fetched.ok ? withHistory(context, fetched.value) : {},
    ),
    'take the row': assign(
      ({ context: { history } }, { row, at }: { readonly row: MatchRow; readonly at: string }) => ({
        row,
        history: history && { ...history, prices: grownBy(history.prices, row, at) },
      }),
    ),
    'note why not': assign((_, fetched: Fetched | undefined) => ({
      message: fetched && !fetched.ok ? failureText(fetched.refusal, unexplained) : unexplained,
    })),
  },
});

const takeRow = match.createStateConfig({
  on: {
    'row told': {
      guard: { type: 'it is newer', params: ({ event }) => event.row },
      actions: { type: 'take the row', params: ({ event }) => event },
    },
  },
});
const whenSomethingHappens = match.createStateConfig({
  on: {
    'row told': [
      {
        guard: { type: 'something happened', params: ({ event }) => event.row },
        target: '#match.looking',
        actions: { type: 'take the row', params: ({ event }) => event },
      },
      ...[takeRow.on['row told']],
    ],
    'line joined': '#match.refreshing',
  },
});

/**
 * One match and its story. `loading` the first time, `shown`, `looking` for a moment after something happened, then `refreshing`
 * (the story stays in sight); `unknown` when there is no such match, `failed`. A row that is told shows at once, whatever the
 * state. When the match is over, its story is asked for again until its bets are settled.
 */
export const matchMachine = match.createMachine({
  id: 'match',
  context: ({ input }) => ({ id: input.id, row: input.row, history: undefined, message: '' }),
  initial: 'loading',
  states: {
    loading: {
      ...takeRow,
      invoke: {
        id: 'fetchHistory',
        src: 'fetchHistory',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the history', params: ({ event }) => event.output },
          },
          { guard: { type: 'there is no such match', params: ({ event }) => event.output }, target: 'unknown' },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'note why not', params: undefined } },
      },
    },
    shown: {
      on: {
        ...whenSomethingHappens.on,
        'row told': [
          {
            guard: { type: 'there are many prices', params: ({ event }) => event.row },
            target: 'looking',
            actions: { type: 'take the row', params: ({ event }) => event },
          },
          ...whenSomethingHappens.on['row told'],
        ],
      },
      after: { 'until settled': { guard: 'bets wait for their result', target: 'refreshing' } },
    },
    looking: { on: { ...takeRow.on, 'line joined': 'refreshing' }, after: { soon: 'refreshing' } },
    refreshing: {
      ...whenSomethingHappens,
      invoke: {
        id: 'refreshHistory',
        src: 'fetchHistory',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: { type: 'take the history', params: ({ event }) => event.output } },
        onError: 'shown',
      },
    },
    unknown: { on: { 'line joined': 'loading' } },
    failed: { on: { ...takeRow.on, 'line joined': 'loading', 'try again pressed': 'loading' } },
  },
});

/** What was told since a history was written stays behind it. */
function withHistory({ row }: MatchContext, history: MatchHistory): Partial<MatchContext> {
  if (!row || row.s <= history.row.s) return { row: history.row, history };
  const at = new Date(Math.max(Date.parse(history.row.quotedAt ?? ''), lastOf(history)) || 0).toISOString();
  return { history: { ...history, prices: grownBy(history.prices, row, at) } };
}

const lastOf = ({ prices }: MatchHistory): number =>
  marketKeys.reduce((last, key) => Math.max(last, Date.parse(prices[key].at(-1)?.at ?? '') || 0), 0);

/** More than a price moved: its story has a new line. */
function isTurn(before: MatchRow | undefined, after: MatchRow): boolean {
  if (!before) return true;
  return factsOf(before) !== factsOf(after);
}

const factsOf = ({ status, score, match, markets }: MatchRow): string =>
  [status, score?.home, score?.away, match.commenceTime, ...Object.values(markets)].join();

const hasGrownLong = ({ history }: MatchContext): boolean =>
  history !== undefined && countPrices(history.prices) > mostPrices;

function isUnsettled({ row, history }: MatchContext): boolean {
  return row !== undefined && row.status !== 'open' && !history?.moments.some(({ kind }) => kind === 'settled');
}
