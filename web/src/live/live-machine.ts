import type {
  BetView,
  DeskTransactionView,
  LedgerGrowth,
  MatchRow,
  TransactionView,
  VerificationView,
  WalletPush,
} from '@touchline/core/contract';
import { assertEvent, assign, type EventObject, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import { type Board, emptyBoard, judgeTick, missesFrames, withFetched, withHeartbeat, withTick } from './frames.ts';
import type { LineEvent, LineInput, LineOrder } from './line-events.ts';

export type LiveContext = Board & {
  readonly token: string | undefined;
  /** Rooms that screens want beside the matches, one entry for each that wants it. */
  readonly rooms: readonly string[];
};
export type LiveEvent =
  | LineEvent
  | { readonly type: 'identity changed'; readonly token: string | undefined }
  | { readonly type: 'token renewed'; readonly token: string }
  | { readonly type: 'rows fetched'; readonly rows: readonly MatchRow[] }
  | { readonly type: 'looked' }
  | { readonly type: 'room wanted'; readonly room: string }
  | { readonly type: 'room not wanted'; readonly room: string };
export type LiveNews =
  | { readonly type: 'wallet'; readonly wallet: WalletPush }
  | { readonly type: 'bet'; readonly bet: BetView }
  | { readonly type: 'transaction'; readonly transaction: TransactionView }
  | { readonly type: 'desk'; readonly transaction: DeskTransactionView }
  | { readonly type: 'ledger'; readonly growth: LedgerGrowth }
  | { readonly type: 'verification'; readonly run: VerificationView }
  | { readonly type: 'joined' }
  /** There is no line, but HTTP answers: other facts may be looked up as well. */
  | { readonly type: 'looked' }
  | { readonly type: 'token refused'; readonly token: string };

/** The version from which on matches are looked up by HTTP while there is no line. */
export type GlanceInput = { readonly n: number };

/** Longer silence than this means that the prices on the screen may be old (two heartbeats and a half). */
export const silenceMs = 5_000;
const askAgainMs = 2_000;

/**
 * The live room. `connecting`: no socket yet. `asking`: waiting for the rows since the last frame read. `current`: every
 * frame so far has been read. `silent`: connected, but nothing was heard for five seconds. `reconnecting`: the line is
 * lost, or never came: matches are looked up by HTTP meanwhile. `catching up`: the line is back, the rows are not. `waiting`: the server would not answer, it is
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
    glance: fromCallback<EventObject, GlanceInput>(() => {}),
  },
  delays: { silence: silenceMs, askAgain: askAgainMs, unanswered: silenceMs + 1_000 },
  actions: {
    'remember the token': assign(({ event }) => {
      assertEvent(event, 'identity changed');
      return { token: event.token };
    }),
    'take the renewed token': assign((_, token: string) => ({ token })),
    'hand the token over': sendTo('line', (_, token: string) => ({ type: 'renew', token })),
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
    'remember the room': assign(({ context }, room: string) => ({ rooms: [...context.rooms, room] })),
    'forget the room': assign(({ context }, room: string) => {
      const place = context.rooms.indexOf(room);
      return { rooms: context.rooms.filter((_, other) => other !== place) };
    }),
    'enter the room': sendTo('line', (_, room: string) => ({ type: 'enter', room })),
    'leave the room unless somebody wants it': enqueueActions(({ context, enqueue }, room: string) => {
      if (!context.rooms.includes(room)) enqueue.sendTo('line', { type: 'leave', room });
    }),
    'enter the rooms': enqueueActions(({ context, enqueue }) => {
      for (const room of new Set(context.rooms)) enqueue.sendTo('line', { type: 'enter', room });
    }),
    'tell that the room is joined': emit({ type: 'joined' }),
    'tell that HTTP answers': emit({ type: 'looked' }),
    'tell that the token was refused': enqueueActions(({ context, enqueue }) => {
      if (context.token) enqueue.emit({ type: 'token refused', token: context.token });
    }),
    'pass the push on': enqueueActions(({ event, enqueue }) => {
      if (event.type === 'wallet pushed') enqueue.emit({ type: 'wallet', wallet: event.wallet });
      if (event.type === 'bet pushed') enqueue.emit({ type: 'bet', bet: event.bet });
      if (event.type === 'transaction pushed') enqueue.emit({ type: 'transaction', transaction: event.transaction });
      if (event.type === 'desk pushed') enqueue.emit({ type: 'desk', transaction: event.transaction });
      if (event.type === 'ledger pushed') enqueue.emit({ type: 'ledger', growth: event.growth });
      if (event.type === 'verification pushed') enqueue.emit({ type: 'verification', run: event.run });
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
  context: ({ input }) => ({ ...emptyBoard, token: input.token, rooms: [] }),
  initial: 'online',
  on: {
    'identity changed': { target: '.online', reenter: true, actions: 'remember the token' },
    'token renewed': { actions: { type: 'take the renewed token', params: ({ event }) => event.token } },
    'line refused': { actions: 'tell that the token was refused' },
    'wallet pushed': { actions: 'pass the push on' },
    'bet pushed': { actions: 'pass the push on' },
    'transaction pushed': { actions: 'pass the push on' },
    'desk pushed': { actions: 'pass the push on' },
    'ledger pushed': { actions: 'pass the push on' },
    'verification pushed': { actions: 'pass the push on' },
    'room wanted': { actions: { type: 'remember the room', params: ({ event }) => event.room } },
    'room not wanted': { actions: { type: 'forget the room', params: ({ event }) => event.room } },
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
      on: {
        'token renewed': {
          actions: [
            { type: 'take the renewed token', params: ({ event }) => event.token },
            { type: 'hand the token over', params: ({ event }) => event.token },
          ],
        },
        'room wanted': {
          actions: [
            { type: 'remember the room', params: ({ event }) => event.room },
            { type: 'enter the room', params: ({ event }) => event.room },
          ],
        },
        'room not wanted': {
          actions: [
            { type: 'forget the room', params: ({ event }) => event.room },
            { type: 'leave the room unless somebody wants it', params: ({ event }) => event.room },
          ],
        },
        'line opened': { target: '.asking', actions: 'enter the rooms' },
        'line lost': '.reconnecting',
      },
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
          // Who cannot hold a socket sees what HTTP says; it is not trusted.
          invoke: { src: 'glance', input: ({ context }) => ({ n: context.n }) },
          on: {
            'line opened': { target: 'catching up', actions: 'enter the rooms' },
            'rows fetched': { actions: 'show what was fetched' },
            looked: { actions: 'tell that HTTP answers' },
          },
        },
      },
    },
    // The line itself failed to start, which is a bug of ours; HTTP still shows matches, prices count as out of date.
    broken: { on: { 'rows fetched': { actions: 'show what was fetched' } } },
  },
});
