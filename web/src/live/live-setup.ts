import type {
  AdminTransactionView,
  BetView,
  CashOutPush,
  LedgerGrowth,
  MarketChange,
  MatchBook,
  MatchRow,
  NotificationsRead,
  NotificationView,
  TransactionView,
  VerificationView,
  WalletPush,
} from '@touchline/core/contract';
import { assertEvent, assign, type EventObject, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from './connection-events.ts';
import { type Board, classifyTick, hasMissedFrames, withFetched, withHeartbeat, withTick } from './frames.ts';
import { defaultAnswerTimeoutMs, retryDelayMs } from './retry-delays.ts';

export type LiveContext = Board & {
  readonly token: string | undefined;
  /** Rooms that screens use besides the matches, one entry per user. */
  readonly rooms: readonly string[];
  /** How many subscriptions in a row failed. */
  readonly unanswered: number;
};
export type LiveEvent =
  | ConnectionEvent
  | { readonly type: 'identity changed'; readonly token: string | undefined }
  | { readonly type: 'token renewed'; readonly token: string }
  | { readonly type: 'rows fetched'; readonly rows: readonly MatchRow[] }
  | { readonly type: 'polled' }
  | { readonly type: 'join room'; readonly room: string }
  | { readonly type: 'leave room'; readonly room: string };
export type LiveEmitted =
  | { readonly type: 'wallet'; readonly wallet: WalletPush }
  | { readonly type: 'bet'; readonly bet: BetView }
  | { readonly type: 'transaction'; readonly transaction: TransactionView }
  | { readonly type: 'notification'; readonly notification: NotificationView }
  | { readonly type: 'read'; readonly read: NotificationsRead }
  | { readonly type: 'admin transaction'; readonly transaction: AdminTransactionView }
  | { readonly type: 'book'; readonly book: MatchBook }
  | { readonly type: 'quote'; readonly quote: CashOutPush }
  | { readonly type: 'market'; readonly change: MarketChange }
  | { readonly type: 'ledger'; readonly growth: LedgerGrowth }
  | { readonly type: 'verification'; readonly run: VerificationView }
  | { readonly type: 'joined' }
  /** The socket is down, but HTTP answers, so other data can be fetched too. */
  | { readonly type: 'polled' }
  | { readonly type: 'token refused'; readonly token: string };

/** The version to poll matches from while the socket is down. */
export type PollInput = { readonly n: number };

/** After this silence, two and a half heartbeats, the prices on screen may be old. */
export const silenceMs = 5_000;
/** The connection reports its own timeouts; this margin covers one that fails to. */
const timeoutMarginMs = 1_000;

export const liveSetup = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    emitted: {} as LiveEmitted,
    tags: {} as 'trusted',
    input: {} as { readonly token: string | undefined },
  },
  actors: {
    connection: fromCallback<ConnectionCommand, ConnectionInput>(() => {}),
    pollMatches: fromCallback<EventObject, PollInput>(() => {}),
  },
  delays: {
    silence: silenceMs,
    retry: ({ context }) => retryDelayMs(context.unanswered, Math.random()),
    answerTimeout: ({ context }) => defaultAnswerTimeoutMs(context.unanswered) + timeoutMarginMs,
  },
  actions: {
    'set token': assign(({ event }) => {
      assertEvent(event, 'identity changed');
      return { token: event.token };
    }),
    'set renewed token': assign((_, token: string) => ({ token })),
    'send renewed token': sendTo('connection', (_, token: string) => ({ type: 'renew token', token })),
    subscribe: sendTo('connection', ({ context: { n, unanswered } }) => ({ type: 'subscribe', n, unanswered })),
    'count unanswered': assign(({ context }) => ({ unanswered: context.unanswered + 1 })),
    'apply answer': assign(({ context, event }) => {
      assertEvent(event, 'subscription answered');
      if (!event.answer.ok) return {};
      return { ...withHeartbeat(withTick(context, event.answer.tick), event.answer.hb, event.at), unanswered: 0 };
    }),
    'apply frame': assign(({ context, event }) => {
      assertEvent(event, 'tick');
      return withTick(context, event.tick);
    }),
    'apply heartbeat': assign(({ context, event }) => {
      assertEvent(event, 'heartbeat');
      return withHeartbeat(context, event.heartbeat, event.at);
    }),
    'apply fetched rows': assign(({ context, event }) => {
      assertEvent(event, 'rows fetched');
      return withFetched(context, event.rows);
    }),
    'add room': assign(({ context }, room: string) => ({ rooms: [...context.rooms, room] })),
    'remove room': assign(({ context }, room: string) => {
      const index = context.rooms.indexOf(room);
      return { rooms: context.rooms.filter((_, other) => other !== index) };
    }),
    'join room': sendTo('connection', (_, room: string) => ({ type: 'join', room })),
    'leave room if unused': enqueueActions(({ context, enqueue }, room: string) => {
      if (!context.rooms.includes(room)) enqueue.sendTo('connection', { type: 'leave', room });
    }),
    'rejoin rooms': enqueueActions(({ context, enqueue }) => {
      for (const room of new Set(context.rooms)) enqueue.sendTo('connection', { type: 'join', room });
    }),
    'emit joined': emit({ type: 'joined' }),
    'emit polled': emit({ type: 'polled' }),
    'emit token refused': enqueueActions(({ context, enqueue }) => {
      if (context.token) enqueue.emit({ type: 'token refused', token: context.token });
    }),
    // A push event is named after what it carries: 'bet pushed' is emitted as 'bet'.
    'emit push': emit(({ event }) => ({ ...event, type: event.type.replace(' pushed', '') }) as LiveEmitted),
  },
  guards: {
    'is accepted': ({ event }) => event.type === 'subscription answered' && event.answer.ok,
    'has frame gap': ({ context, event }) => event.type === 'tick' && classifyTick(context, event.tick) === 'gap',
    'is next frame': ({ context, event }) => event.type === 'tick' && classifyTick(context, event.tick) === 'next',
    'has missed frames': ({ context, event }) =>
      event.type === 'heartbeat' && hasMissedFrames(context, event.heartbeat),
  },
});
