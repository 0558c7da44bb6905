import type { BetView, MatchRow, WalletPush } from '@touchline/core/contract';
import { assertEvent, assign, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import { type Board, emptyBoard, judgeTick, missesFrames, withFetched, withHeartbeat, withTick } from './frames.ts';
import type { LineEvent, LineInput, LineOrder } from './line.ts';

export type LiveContext = Board & { readonly token: string | undefined };
export type LiveEvent =
  | LineEvent
  | { readonly type: 'identity changed'; readonly token: string | undefined }
  | { readonly type: 'rows fetched'; readonly rows: readonly MatchRow[] };
export type LiveNews =
  | { readonly type: 'wallet'; readonly wallet: WalletPush }
  | { readonly type: 'bet'; readonly bet: BetView }
  | { readonly type: 'joined' };

/** Longer silence than this means that the prices on the screen may be old (two heartbeats and a half). */
export const silenceMs = 5_000;
const askAgainMs = 2_000;

/**
 * The live room. `connecting`: no socket yet. `asking`: waiting for the rows since the last frame read. `current`: every
 * frame so far has been read. `silent`: connected, but nothing was heard for five seconds. `reconnecting`: the line is
 * lost, or never came. `catching up`: the line is back, the rows are not. `waiting`: the server would not answer, it is
 * asked again shortly. What is on the screen counts as up to date in the states tagged `trusted` only.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    emitted: {} as LiveNews,
    tags: {} as 'trusted',
    input: {} as { readonly token: string | undefined },
  },
  actors: {
    line: fromCallback<LineOrder, LineInput>(() => {
      throw new Error('the line is provided where the live room is joined');
    }),
  },
  delays: { silence: silenceMs, askAgain: askAgainMs, unanswered: silenceMs + 1_000 },
  actions: {
    'remember the token': assign(({ event }) => {
      assertEvent(event, 'identity changed');
      return { token: event.token };
    }),
    'ask for rows': sendTo('line', ({ context }) => ({ type: 'ask for rows', epoch: context.epoch, n: context.n })),
    'read the answer': assign(({ context, event }) => {
      assertEvent(event, 'rows answered');
      if (!event.answer.ok) return {};
      return withHeartbeat(withTick(context, event.answer.tick), event.answer.hb, event.at);
    }),
    'read the frame': assign(({ context, event }) => {
      assertEvent(event, 'tick');
      return withTick(context, event.tick);
    }),
    'read the heartbeat': assign(({ context, event }) => {
      assertEvent(event, 'heartbeat');
      return withHeartbeat(context, event.heartbeat, event.at);
    }),
    'show what was fetched': assign(({ context, event }) => {
      assertEvent(event, 'rows fetched');
      return withFetched(context, event.rows);
    }),
    'tell that the room is joined': emit({ type: 'joined' }),
    'pass the push on': enqueueActions(({ event, enqueue }) => {
      if (event.type === 'wallet pushed') enqueue.emit({ type: 'wallet', wallet: event.wallet });
      if (event.type === 'bet pushed') enqueue.emit({ type: 'bet', bet: event.bet });
    }),
  },
  guards: {
    'the rows came': ({ event }) => event.type === 'rows answered' && event.answer.ok,
    'a frame is missing': ({ context, event }) => event.type === 'tick' && judgeTick(context, event.tick) === 'gap',
    'it is the next frame': ({ context, event }) => event.type === 'tick' && judgeTick(context, event.tick) === 'next',
    'frames went missing': ({ context, event }) => event.type === 'heartbeat' && missesFrames(context, event.heartbeat),
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ ...emptyBoard, token: input.token }),
  initial: 'online',
  on: {
    'identity changed': { target: '.online', reenter: true, actions: 'remember the token' },
    'wallet pushed': { actions: 'pass the push on' },
    'bet pushed': { actions: 'pass the push on' },
  },
  states: {
    online: {
      invoke: {
        id: 'line',
        src: 'line',
        input: ({ context }) => ({ token: context.token }),
        onDone: 'broken',
        onError: 'broken',
      },
      initial: 'connecting',
      on: { 'line opened': '.asking', 'line lost': '.reconnecting' },
      states: {
        connecting: {
          tags: 'trusted',
          on: { 'rows fetched': { actions: 'show what was fetched' } },
          after: { silence: 'reconnecting' },
        },
        asking: {
          tags: 'trusted',
          entry: 'ask for rows',
          on: {
            'rows answered': [
              {
                guard: 'the rows came',
                target: 'current',
                actions: ['read the answer', 'tell that the room is joined'],
              },
              { target: 'waiting' },
            ],
            'rows fetched': { actions: 'show what was fetched' },
          },
          after: { unanswered: 'waiting' },
        },
        'catching up': {
          entry: 'ask for rows',
          on: {
            'rows answered': [
              {
                guard: 'the rows came',
                target: 'current',
                actions: ['read the answer', 'tell that the room is joined'],
              },
              { target: 'waiting' },
            ],
            'rows fetched': { actions: 'show what was fetched' },
          },
          after: { unanswered: 'waiting' },
        },
        waiting: {
          on: { 'rows fetched': { actions: 'show what was fetched' } },
          after: { askAgain: 'catching up' },
        },
        current: {
          tags: 'trusted',
          on: {
            tick: [
              { guard: 'a frame is missing', target: 'asking' },
              { guard: 'it is the next frame', target: 'current', reenter: true, actions: 'read the frame' },
            ],
            heartbeat: [
              { guard: 'frames went missing', target: 'asking' },
              { target: 'current', reenter: true, actions: 'read the heartbeat' },
            ],
          },
          after: { silence: 'silent' },
        },
        silent: {
          on: {
            tick: [
              { guard: 'it is the next frame', target: 'current', actions: 'read the frame' },
              { target: 'asking' },
            ],
            heartbeat: [
              { guard: 'frames went missing', target: 'asking' },
              { target: 'current', actions: 'read the heartbeat' },
            ],
          },
        },
        reconnecting: {
          on: { 'line opened': 'catching up', 'rows fetched': { actions: 'show what was fetched' } },
        },
      },
    },
    // The line itself failed to start, which is a bug of ours; HTTP still shows matches, prices count as out of date.
    broken: { on: { 'rows fetched': { actions: 'show what was fetched' } } },
  },
});
