import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-streams-adapter';
import type { Bet } from '@touchline/core/betting';
import {
  type AdminTransactionView,
  adminRoom,
  type BetView,
  ledgerRoom,
  movedBecause,
  type NotificationView,
  type ServerEvents,
  type TransactionView,
  userRoom,
  type VerificationView,
  viewBet,
  viewWallet,
  type WalletPush,
} from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import { openFanOutPool, payloadThreshold, streamLength, watchRedis } from '@touchline/store/fan-out';
import { redisOptions } from '@touchline/store/redis-url';
import type { SettledBet } from '@touchline/store/wallet';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { Log } from './log.ts';

export type Announcer = {
  /** Pushes each bet, and each wallet as of its latest event. Like all pushes, call it after the commit. */
  readonly settled: (settled: readonly SettledBet[]) => void;
  readonly graded: (bets: readonly Bet[]) => void;
  readonly announceWallet: (userId: UserId, wallet: WalletPush) => void;
  readonly announceBet: (userId: UserId, bet: BetView) => void;
  /** To its owner and to admins. */
  readonly announceTransaction: (userId: UserId, transaction: TransactionView, forAdmins: AdminTransactionView) => void;
  readonly announceNotification: (userId: UserId, notification: NotificationView) => void;
  /** To admins: a match they manage has changed. */
  readonly announceMarket: (matchId: MatchId) => void;
  /** To auditors on the ledger screen. */
  readonly verification: (run: VerificationView) => void;
  /** Reports that pushes may have been lost: open screens fetch their data again. */
  readonly missed: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Pushes to open screens as a node of the api's Socket.IO cluster that has no sockets itself. A push is a hint: after a failed one,
 * `missed` is sent as soon as publishing works again.
 */
export function createAnnouncer(env: { databaseUrl: string; redisUrl: string | undefined }, log: Log): Announcer {
  const missed = (): void => void io.serverSideEmit('missed');
  const fanOut =
    env.redisUrl === undefined ? overPostgres(env.databaseUrl, log, missed) : overRedis(env.redisUrl, log, missed);
  const io = new Server<Record<string, never>, ServerEvents, { missed: () => void }>({
    adapter: fanOut.adapter,
    serveClient: false,
  });
  const announceWallet = (userId: UserId, wallet: WalletPush) => io.to(userRoom(userId)).emit('wallet', wallet);
  const announceBet = (userId: UserId, bet: BetView) => io.to(userRoom(userId)).emit('bet', bet);
  return {
    announceWallet,
    announceBet,
    settled: (settled) => {
      for (const { bet } of settled) announceBet(bet.userId, viewBet(bet));
      for (const last of latestOfEachWallet(settled)) announceWallet(last.bet.userId, walletPushOf(last));
    },
    graded: (bets) => {
      for (const bet of bets) announceBet(bet.userId, viewBet(bet));
    },
    announceTransaction: (userId, transaction, forAdmins) => {
      io.to(userRoom(userId)).emit('transaction', transaction);
      io.to(adminRoom).emit('desk', forAdmins);
    },
    announceNotification: (userId, notification) => io.to(userRoom(userId)).emit('notification', notification),
    announceMarket: (matchId) => io.to(adminRoom).emit('market', { matchId }),
    verification: (run) => io.to(ledgerRoom).emit('verification', run),
    missed,
    close: async () => {
      await io.of('/').adapter.close();
      await fanOut.close();
    },
  };
}

/** Returns a wallet with the reason for its change: the event, its signed effect on the cash, and its effect on a bonus. */
export const walletPushOf = ({ bet, event, also, wallet, version }: SettledBet): WalletPush => ({
  ...viewWallet(wallet, version),
  reason: movedBecause(event, also, bet.id),
});

const latestOfEachWallet = (settled: readonly SettledBet[]): Iterable<SettledBet> =>
  new Map(settled.toSorted((a, b) => a.version - b.version).map((settled) => [settled.bet.walletId, settled])).values();

function overPostgres(databaseUrl: string, log: Log, onPublishing: () => void) {
  const onError = (error: Error) => log.warn({ error }, 'announcer lost a connection');
  const { pool, close } = openFanOutPool(databaseUrl, {
    applicationName: 'touchline-announce',
    onError,
    gaps: { onPublishing },
  });
  return { adapter: createPostgresAdapter(pool, { payloadThreshold, errorHandler: onError }), close };
}

function overRedis(redisUrl: string, log: Log, onPublishing: () => void) {
  const redis = new Redis({ ...redisOptions(redisUrl), maxRetriesPerRequest: null });
  redis.on('error', (error) => log.warn({ error }, 'announcer lost Redis'));
  const watching = watchRedis(redis, { onPublishing });
  return {
    adapter: createRedisAdapter(redis, { maxLen: streamLength, onlyPlaintext: true }),
    close: async () => {
      watching.close();
      redis.disconnect();
    },
  };
}
