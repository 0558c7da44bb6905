import type { BetView } from './betting/bets.ts';
import type { CashOutPush } from './betting/cash-out.ts';
import type { LedgerGrowth, VerificationView } from './ledger/ledger.ts';
import type { MatchRow } from './matches/matches.ts';
import type { NotificationView } from './notifications/notifications.ts';
import type { AdminTransactionView, TransactionView } from './payments/transactions.ts';
import type { WalletPush } from './wallet.ts';

/** How well the provider's prices are known to be true: `stale` after missed polls, `down` when polling fails. */
export type FeedState = 'ok' | 'stale' | 'down';

/**
 * One frame of match rows. `e` epoch of the node that sends, `p` the `n` of its frame before, `n` the highest version it
 * has seen, `t` server time in ms since the epoch. `full`: these rows replace all others.
 */
export type Tick = {
  readonly e: string;
  readonly p: number;
  readonly n: number;
  readonly t: number;
  readonly full?: true;
  readonly d: readonly MatchRow[];
};
/** Sent when nothing else is, so that silence means a broken connection. `stale` lists leagues whose prices are not confirmed. */
export type Heartbeat = {
  readonly e: string;
  readonly n: number;
  readonly t: number;
  readonly feed: FeedState;
  readonly stale: readonly string[];
  /** When the prices of each league were confirmed last, in ms since the epoch. */
  readonly confirmed?: Readonly<Record<string, number>>;
};

/**
 * A match changed for admins (`null`: several did): it ended or was settled, or there was a decision, a review, an order, or betting
 * closed or opened. A hint to refetch: the data differs by admin and changes with each bet.
 */
export type MarketChange = { readonly matchId: string | null };

/** All notifications up to this one are read; `unread`: how many are not. */
export type NotificationsRead = { readonly upTo: number; readonly unread: number };

/**
 * What is shown may be old: pushes may have been lost, or something changed that has none, such as an exclusion. Refetch it at a
 * random moment within this time.
 */
type MissedPushes = { readonly withinMs: number };

/**
 * The prices of all markets of one match, at least as new as version `s` of its row: key, goal line, whether it is open, when its oldest
 * quote was confirmed (ms since 1970), and odds and fair probability of each selection in turn. Names are in
 * `GET /events/:matchId/markets`.
 */
export type MatchBook = {
  readonly id: string;
  readonly s: number;
  readonly lines: readonly (readonly [
    key: string,
    line: number | null,
    isOpen: 0 | 1,
    quotedAt: number,
    prices: readonly number[],
  ])[];
};

type SubscribeRequest = { readonly room: string; readonly n?: number };
export type SubscribeAnswer =
  | { readonly ok: true; readonly tick: Tick; readonly hb: Heartbeat }
  | { readonly ok: false; readonly error: string };

/** Events from the server. Commands are HTTP requests; the socket only publishes. */
export type ServerEvents = {
  tick: (tick: Tick) => void;
  hb: (heartbeat: Heartbeat) => void;
  /** To the room of one match. */
  book: (book: MatchBook) => void;
  /** To the room of an open bet: what it can be cashed out for. */
  quote: (quote: CashOutPush) => void;
  wallet: (wallet: WalletPush) => void;
  bet: (bet: BetView) => void;
  /** To its owner: a transaction as it is now. */
  transaction: (transaction: TransactionView) => void;
  notification: (notification: NotificationView) => void;
  /** Notifications were read on one of the user's screens. */
  read: (read: NotificationsRead) => void;
  /** To admins in `adminRoom`: a transaction as it is now. */
  desk: (transaction: AdminTransactionView) => void;
  /** To admins in `adminRoom`. */
  market: (change: MarketChange) => void;
  ledger: (growth: LedgerGrowth) => void;
  verification: (run: VerificationView) => void;
  /** To every logged-in user, or to one. */
  missed: (missed: MissedPushes) => void;
};
/** Events from a client: the rooms it joins (`live`, `m:<match id>` or `b:<bet id>`) and leaves, how far it has read, and a new token. */
export type ClientEvents = {
  sub: (request: SubscribeRequest, answer: (reply: SubscribeAnswer) => void) => void;
  unsub: (room: string) => void;
  ack: (n: number) => void;
  /** Extends the socket with a new access token of the same session. `false`: the token is refused, reconnect. */
  auth: (token: string, answer: (isTaken: boolean) => void) => void;
};

/** The code in the `data` of a refused handshake: the client's address, or IPv6 /64, already holds the most sockets allowed. */
export const tooManySockets = 'too-many-sockets';

/** Rooms: every list row; one match in detail; one user's own data. */
export const liveRoom = 'live';
export const matchRoom = (matchId: string): string => `m:${matchId}`;
/** The room of a bet, for its bettor. */
export const betRoom = (betId: string): string => `b:${betId}`;
export const userRoom = (userId: string): string => `u:${userId}`;
/** Admins who have the transactions or the markets open; joined by `sub`, refused to others. */
export const adminRoom = 'desk';
