import type { BetView } from './betting/bets.ts';
import type { LedgerGrowth, VerificationView } from './ledger/ledger.ts';
import type { MatchRow } from './matches/matches.ts';
import type { AdminTransactionView, TransactionView } from './payments/transactions.ts';
import type { WalletPush } from './wallet.ts';

/** How well the provider's prices are known to be true: `stale` after missed polls, `down` when polling fails. */
export type FeedState = 'ok' | 'stale' | 'down';

/**
 * One frame of match rows. `e` epoch of the node that sends, `p` the `n` of its frame before, `n` the highest version it
 * has seen, `t` server time in ms since the epoch. `full`: these rows are all there is, forget others.
 */
export type Tick = {
  readonly e: string;
  readonly p: number;
  readonly n: number;
  readonly t: number;
  readonly full?: true;
  readonly d: readonly MatchRow[];
};
/** Sent when nothing else is, so that silence means a broken line. `stale` lists leagues whose prices are not confirmed. */
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
 * Something that admins look after has changed about a match, or about several when it is `null`: it ended or was settled, a decision, a
 * review, an order, betting closed or opened. A hint to ask anew: what the answer says differs by who asks, and moves with each bet.
 */
export type MarketChange = { readonly matchId: string | null };

/** Pushes about the reader may have been lost: fetch again what is shown, at a random moment within this time. */
export type MissedPushes = { readonly withinMs: number };

export type SubscribeRequest = { readonly room: string; readonly n?: number };
export type SubscribeAnswer =
  | { readonly ok: true; readonly tick: Tick; readonly hb: Heartbeat }
  | { readonly ok: false; readonly error: string };

/** What the server says over the socket. Commands are HTTP requests; the socket carries facts only. */
export type ServerEvents = {
  tick: (tick: Tick) => void;
  hb: (heartbeat: Heartbeat) => void;
  wallet: (wallet: WalletPush) => void;
  bet: (bet: BetView) => void;
  /** To its owner: a transaction as it is now. */
  transaction: (transaction: TransactionView) => void;
  /** To admins in `adminRoom`: a transaction as it is now. */
  desk: (transaction: AdminTransactionView) => void;
  /** To admins in `adminRoom`. */
  market: (change: MarketChange) => void;
  ledger: (growth: LedgerGrowth) => void;
  verification: (run: VerificationView) => void;
  /** To everyone who is logged in. */
  missed: (missed: MissedPushes) => void;
};
/** What a client may say: which room it wants (`live`, or `m:<match id>`), and how far it has read. */
export type ClientEvents = {
  sub: (request: SubscribeRequest, answer: (reply: SubscribeAnswer) => void) => void;
  unsub: (room: string) => void;
  ack: (n: number) => void;
  /** A new access token of the same session: the socket lives on with it. `false`: it is not taken, connect anew. */
  auth: (token: string, answer: (isTaken: boolean) => void) => void;
};

/** The code in the `data` of a refused handshake: the client's address, or IPv6 /64, holds as many sockets as one may. */
export const tooManySockets = 'too-many-sockets';

/** Rooms: every list row; one match in detail; one user's own facts. */
export const liveRoom = 'live';
export const matchRoom = (matchId: string): string => `m:${matchId}`;
export const userRoom = (userId: string): string => `u:${userId}`;
/** Admins who look at the transactions or the markets; joined by `sub`, refused to others. */
export const adminRoom = 'desk';
