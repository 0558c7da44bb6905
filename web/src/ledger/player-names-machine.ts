import type { PlayerNames } from '@touchline/core/contract';
import { assign, fromPromise, setup } from 'xstate';

export type PlayerNamesEvent = { readonly type: 'wallet shown'; readonly walletId: string };

/** The server answers with at most this many at once. */
const most = 100;

/**
 * The names of the players on a screen. Each is read once, because each reading is recorded: `idle`, `gathering` the wallets that are
 * shown together, then `reading` them. After a failure the next wallet that is shown starts another attempt.
 */
export const playerNamesMachine = setup({
  types: {
    context: {} as { readonly names: ReadonlyMap<string, string>; readonly wanted: ReadonlySet<string> },
    events: {} as PlayerNamesEvent,
  },
  actors: {
    readNames: fromPromise<PlayerNames, readonly string[]>(() =>
      Promise.reject(new Error('readNames is provided by the screen')),
    ),
  },
  guards: {
    'is new': ({ context: { names, wanted } }, walletId: string) => !names.has(walletId) && !wanted.has(walletId),
    'wants more': ({ context }) => context.wanted.size > 0,
  },
  actions: {
    want: assign(({ context }, walletId: string) => ({ wanted: new Set([...context.wanted, walletId]) })),
    'keep names': assign(({ context }, found: PlayerNames) => {
      // A wallet without an account has no name, which is known now too.
      const asked = [...context.wanted].slice(0, most).map((walletId) => [walletId, ''] as const);
      const names = new Map([
        ...context.names,
        ...asked,
        ...found.map(({ walletId, name }) => [walletId, name] as const),
      ]);
      return { names, wanted: new Set([...context.wanted].filter((walletId) => !names.has(walletId))) };
    }),
    forget: assign({ wanted: new Set() }),
  },
  delays: { whenAllAreShown: 50 },
}).createMachine({
  id: 'playerNames',
  context: { names: new Map(), wanted: new Set() },
  initial: 'idle',
  on: {
    'wallet shown': {
      guard: { type: 'is new', params: ({ event }) => event.walletId },
      actions: { type: 'want', params: ({ event }) => event.walletId },
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
