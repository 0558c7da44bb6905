import { ledgerEndpoints, type PlayerNames } from '@touchline/core/contract';
import { assign, fromPromise, setup } from 'xstate';
import { call, orThrow } from '../api/call.ts';

export type PlayerNamesEvent = { readonly type: 'id shown'; readonly id: string };

/** The server answers with at most this many at once. */
const most = 100;

/**
 * The names of the players on a screen. Each is read once, because each reading is recorded: `idle`, `gathering` the ids of wallets
 * and users that are shown together, then `reading` them. After a failure the next id that is shown starts another attempt.
 */
export const playerNamesMachine = setup({
  types: {
    context: {} as { readonly names: ReadonlyMap<string, string>; readonly wanted: ReadonlySet<string> },
    events: {} as PlayerNamesEvent,
  },
  actors: {
    readNames: fromPromise<PlayerNames, readonly string[]>(({ input }) =>
      orThrow(call(ledgerEndpoints.names, { query: { ids: input.join(',') } })),
    ),
  },
  guards: {
    'is new': ({ context: { names, wanted } }, id: string) => !names.has(id) && !wanted.has(id),
    'wants more': ({ context }) => context.wanted.size > 0,
  },
  actions: {
    want: assign(({ context }, id: string) => ({ wanted: new Set([...context.wanted, id]) })),
    'keep names': assign(({ context }, found: PlayerNames) => {
      // An id without an account has no name, which is known now too.
      const asked = [...context.wanted].slice(0, most).map((id) => [id, ''] as const);
      const names = new Map([...context.names, ...asked, ...found.map(({ id, name }) => [id, name] as const)]);
      return { names, wanted: new Set([...context.wanted].filter((id) => !names.has(id))) };
    }),
    forget: assign({ wanted: new Set() }),
  },
  delays: { whenAllAreShown: 50 },
}).createMachine({
  id: 'playerNames',
  context: { names: new Map(), wanted: new Set() },
  initial: 'idle',
  on: {
    'id shown': {
      guard: { type: 'is new', params: ({ event }) => event.id },
      actions: { type: 'want', params: ({ event }) => event.id },
    },
  },
  states: {
    idle: { always: { guard: 'wants more', target: 'gathering' } },
    gathering: { after: { whenAllAreShown: 'reading' } },
    reading: {
      invoke: {
        id: 'readNames',
        src: 'readNames',
        input: ({ context }) => [...context.wanted].slice(0, most),
        onDone: { target: 'idle', actions: { type: 'keep names', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: 'forget' },
      },
    },
  },
});
