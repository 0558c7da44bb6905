import type {
  AdminTransactionView,
  BetView,
  LedgerGrowth,
  MarketChange,
  MatchRow,
  TransactionView,
  VerificationView,
  WalletPush,
} from '@touchline/core/contract';
import { assertEvent, assign, type EventObject, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import { answerWithinMs, pauseBeforeAskingMs } from './asking.ts';
import { type Board, judgeTick, missesFrames, withFetched, withHeartbeat, withTick } from './frames.ts';
import type { LineEvent, LineInput, LineOrder } from './line-events.ts';

export type LiveContext = Board & {
  readonly token: string | undefined;
  /** Rooms that screens want beside the matches, one entry for each that wants it. */
  readonly rooms: readonly string[];
  /** How many questions for rows brought nothing since the last that did. */
  readonly unanswered: number;
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
  | { readonly type: 'desk'; readonly transaction: AdminTransactionView }
  | { readonly type: 'market'; readonly change: MarketChange }
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
/** The line tells of an answer that is late; only one that forgot even that is not waited for. */
const lineForgetsMs = 1_000;

/** What the words of the live room's chart mean. */
export const liveWords = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    emitted: {} as LiveNews,
    tags: {} as 'trusted',
    input: {} as { readonly token: string | undefined },
  },
  actors: {
    // Both are provided where the live room is joined.
    line: fromCallback<LineOrder, LineInput>(() => {}),
    glance: fromCallback<EventObject, GlanceInput>(() => {}),
  },
  delays: {
    silence: silenceMs,
    askAgain: ({ context }) => pauseBeforeAskingMs(context.unanswered, Math.random()),
    unanswered: ({ context }) => answerWithinMs(context.unanswered) + lineForgetsMs,
  },
  actions: {
    'remember the token': assign(({ event }) => {
      assertEvent(event, 'identity changed');
      return { token: event.token };
    }),
    'take the renewed token': assign((_, token: string) => ({ token })),
    'hand the token over': sendTo('line', (_, token: string) => ({ type: 'renew', token })),
    'ask for rows': sendTo('line', ({ context: { n, unanswered } }) => ({ type: 'ask for rows', n, unanswered })),
    'count the question': assign(({ context }) => ({ unanswered: context.unanswered + 1 })),
    'read the answer': assign(({ context, event }) => {
      assertEvent(event, 'rows answered');
      if (!event.answer.ok) return {};
      return { ...withHeartbeat(withTick(context, event.answer.tick), event.answer.hb, event.at), unanswered: 0 };
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
    // The line calls each push by the name of its news, and that it was pushed.
    'pass the push on': emit(({ event }) => ({ ...event, type: event.type.replace(' pushed', '') }) as LiveNews),
  },
  guards: {
    'the rows came': ({ event }) => event.type === 'rows answered' && event.answer.ok,
    'a frame is missing': ({ context, event }) => event.type === 'tick' && judgeTick(context, event.tick) === 'gap',
    'it is the next frame': ({ context, event }) => event.type === 'tick' && judgeTick(context, event.tick) === 'next',
    'frames went missing': ({ context, event }) => event.type === 'heartbeat' && missesFrames(context, event.heartbeat),
  },
});
