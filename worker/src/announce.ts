import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-streams-adapter';
import type { Bet } from '@touchline/core/betting';
import {
  type AdminTransactionView,
  type BetView,
  deskRoom,
  ledgerRoom,
  movedBecause,
  type ServerEvents,
  type TransactionView,
  userRoom,
  type VerificationView,
  viewWallet,
  type WalletPush,
} from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import { viewBet } from '@touchline/store/bets';
import { openFanOutPool, watchRedis } from '@touchline/store/fan-out';
import type { SettledBet } from '@touchline/store/wallet';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { Log } from './log.ts';

export type Announcer = {
  /** The wallet as it is after its latest event, and each bet; call it after the commit. */
  readonly settled: (settled: readonly SettledBet[]) => void;
  readonly graded: (bets: readonly Bet[]) => void;
  readonly announceWallet: (userId: UserId, wallet: WalletPush) => void;
  readonly announceBet: (userId: UserId, bet: BetView) => void;
  /** To its owner, and to admins in `deskRoom`. */
  readonly announceTransaction: (userId: UserId, transaction: TransactionView, forAdmins: AdminTransactionView) => void;
  /** To admins in `deskRoom`: something that they manage has changed about the match. */
  readonly announceMarket: (matchId: MatchId) => void;
  /** To auditors who look at the ledger. */
  readonly verification: (run: VerificationView) => void;
  /** Pushes may have been lost: open screens fetch again what they show. */
  readonly missed: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Speaks to the open screens of users through the nodes that hold their sockets: a node of the same Socket.IO cluster without
 * sockets of its own. A push is a hint. When one could not be published, `missed` follows as soon as publishing works again.
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
      io.to(deskRoom).emit('desk', forAdmins);
    },
    announceMarket: (matchId) => io.to(deskRoom).emit('market', { matchId }),
    verification: (run) => io.to(ledgerRoom).emit('verification', run),
    missed,
    close: async () => {
      await io.of('/').adapter.close();
      await fanOut.close();
    },
  };
}

/** A wallet with what moved it: the event and its signed effect on the cash, and what became of a bonus by it. */
export const walletPushOf = ({ bet, event, also, wallet, version }: SettledBet): WalletPush => ({
  ...viewWallet(wallet, version),
  reason: movedBecause(event, also, bet.id),
});

const latestOfEachWallet = (settled: readonly SettledBet[]): Iterable<SettledBet> =>
  new Map(settled.toSorted((a, b) => a.version - b.version).map((one) => [one.bet.walletId, one])).values();

function overPostgres(databaseUrl: string, log: Log, onPublishing: () => void) {
  const onError = (error: Error) => log.warn({ error }, 'the announcer lost a connection');
  const { pool, close } = openFanOutPool(databaseUrl, {
    applicationName: 'touchline-announce',
    onError,
    gaps: { onPublishing },
  });
  return { adapter: createPostgresAdapter(pool, { errorHandler: onError }), close };
}

/** The same length as the nodes of the api set: every writer trims the stream to its own. */
const streamLength = 60_000;

function overRedis(redisUrl: string, log: Log, onPublishing: () => void) {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', (error) => log.warn({ error }, 'the announcer lost Redis'));
  const watching = watchRedis(redis, { onPublishing });
  return {
    adapter: createRedisAdapter(redis, { maxLen: streamLength, onlyPlaintext: true }),
    close: async () => {
      watching.close();
      redis.disconnect();
    },
  };
}
