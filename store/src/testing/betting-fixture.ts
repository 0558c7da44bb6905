import { randomUUID } from 'node:crypto';
import { type BetRequest, defaultLimits } from '@touchline/core/betting';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents, Decimal, noMoney } from '@touchline/core/money';
import type { MatchDecision } from '@touchline/core/settlement';
import { sql } from 'kysely';
import type { Db, Store } from '../connect.ts';
import { rule } from '../settlement/rulings.ts';
import { settleMatch } from '../settlement/settle-match.ts';
import type { CashOut, PlaceBet, PlacedBet, WalletWriter } from '../wallet/index.ts';
import { creditDollars } from './accounts.ts';
import type { TestDatabase } from './test-database.ts';

export type Player = { readonly userId: UserId; readonly walletId: WalletId };

/** A player with a wallet and, when `dollars` are given, a deposit through the ledger. */
export async function createPlayer(db: Db, writer: WalletWriter, dollars = 0): Promise<Player> {
  const player = { userId: randomUUID() as UserId, walletId: randomUUID() as WalletId };
  await db
    .insertInto('wallets')
    .values({ wallet_id: player.walletId, ...emptyRow })
    .execute();
  if (dollars > 0) await creditDollars(writer, player.walletId, dollars);
  return player;
}
const emptyRow = {
  cash: cents(0),
  held: cents(0),
  bonus: cents(0),
  staked: cents(0),
  version: 0,
  head_hash: Buffer.alloc(32),
  recorded_at: new Date(0),
};

export type TestMatch = { readonly id: MatchId; readonly homeTeam: string; readonly awayTeam: string };

/** An open match of the Premier League an hour before kick-off: 2.00 · 3.50 · 4.00, over and under 2.5 at 1.90 and 1.95. */
export async function createMatch(db: Db, homeTeam: string, awayTeam: string): Promise<TestMatch> {
  const id = randomUUID() as MatchId;
  const kickoff = new Date(Date.now() + 3_600_000);
  const quote = { state: 'open', bookmaker: 'bet365', quotedAt: Date.now(), version: 1 } as const;
  await db
    .insertInto('matches')
    .values({
      id,
      seq: sql<number>`nextval('match_seq')`,
      league_key: 'soccer_epl',
      provider: 'test',
      provider_event_id: id,
      home_team: homeTeam,
      away_team: awayTeam,
      kickoff_at: kickoff,
      first_kickoff_at: kickoff,
      status: 'open',
      markets: JSON.stringify({
        h2h: { ...quote, home: '2', draw: '3.5', away: '4' },
        totals: { ...quote, point: 2.5, over: '1.9', under: '1.95' },
      }),
    })
    .execute();
  await confirmPrices(db);
  return { id, homeTeam, awayTeam };
}

/** Confirms all prices of the Premier League now. */
export async function confirmPrices(db: Db): Promise<void> {
  const feed = {
    tried_at: new Date(),
    confirmed_at: new Date(),
    every_ms: 600_000,
    state: 'ok',
    problem: null,
  } as const;
  await db
    .insertInto('league_feeds')
    .values({ league_key: 'soccer_epl', ...feed })
    .onConflict((known) => known.column('league_key').doUpdateSet(feed))
    .execute();
}

/** Ends the match with this score. */
export async function finishMatch(db: Db, id: MatchId, home: number, away: number): Promise<void> {
  await db
    .updateTable('matches')
    .set({ status: 'finished', home_score: home, away_score: away, ended_at: new Date(), graded_at: null })
    .where('id', '=', id)
    .execute();
}

/** Decides a match as an admin does, based on its current result. Its bets are not settled yet. */
export async function decideMatch(
  db: Db,
  matchId: MatchId,
  decision: MatchDecision,
  decidedAt = instant(Date.now()),
): Promise<void> {
  const { result_version: basedOn } = await db
    .selectFrom('matches')
    .select('result_version')
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow();
  const by = { reason: 'as decided', actor: 'admin:test', confirmedBy: null, decidedAt };
  const ruled = await db.transaction().execute((trx) => rule(trx, { matchId, basedOn, decision, ...by }));
  if (typeof ruled === 'string') throw new Error(ruled);
}

type SettlingStore = Pick<Store, 'db' | 'pipelines'>;

/** Settles the bets on an ended match, as the worker does. */
export async function settleEnded(store: SettlingStore, id: MatchId): Promise<void> {
  await settleMatch(store, id, { now: () => instant(Date.now()) });
}

/** Ends the match with this score and settles its bets. */
export async function finishAndSettle(store: SettlingStore, id: MatchId, home: number, away: number): Promise<void> {
  await finishMatch(store.db, id, home, away);
  await settleEnded(store, id);
}

/** An admin decides another score of a match that ended, and the worker settles by it. */
export async function correctScore(store: SettlingStore, id: MatchId, home: number, away: number): Promise<void> {
  await decideMatch(store.db, id, { result: { kind: 'score', score: { home, away } }, voidBets: [] });
  await settleEnded(store, id);
}

/** A bet of `stake` cents on a home win in each match at 2.00. */
export function homeWins(player: Player, matches: readonly TestMatch[], stake: number, betId?: BetId): PlaceBet {
  const request: BetRequest = {
    stake: cents(stake),
    oddsPolicy: 'none',
    picks: matches.map((match) => ({ matchId: match.id, label: `${match.homeTeam} Win`, oddsSeen: new Decimal(2) })),
  };
  return {
    type: 'place-bet',
    betId: betId ?? (randomUUID() as BetId),
    walletId: player.walletId,
    userId: player.userId,
    request,
    rules: { limits: defaultLimits, inPlay: 'closed' },
    actor: `user:${player.userId}`,
    cause: 'request:test',
  };
}

/** Places a bet that must not be refused. */
export async function placeBet(writer: WalletWriter, command: PlaceBet): Promise<PlacedBet> {
  const placed = await writer.submit(command);
  if (!placed.ok) throw new Error(placed.refusal.code);
  return placed.value;
}

/** Returns the command that cashes out a bet's whole open stake at any value; `request` can ask for something else. */
export const cashingOut = (
  { betId, walletId, userId, request: { picks } }: PlaceBet,
  request: Partial<CashOut['request']> = {},
): CashOut => ({
  type: 'cash-out',
  cashOutId: randomUUID(),
  betId,
  walletId,
  matchIds: picks.map(({ matchId }) => matchId),
  request: { stake: undefined, seen: noMoney, ...request },
  rules: { margin: new Decimal('0.05'), inPlay: 'open' },
  actor: `user:${userId}`,
  cause: 'request:test',
});

/** As time would do it: everything in the wallet happened this many minutes earlier. The product itself cannot. */
export const letTimePass = (
  { byOwner }: Pick<TestDatabase, 'byOwner'>,
  { walletId }: Player,
  minutes: number,
): Promise<void> =>
  byOwner((owner) =>
    owner.transaction().execute(async (trx) => {
      const passed = sql`${minutes} * interval '1 minute'`;
      // Skips the append-only triggers.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        update ledger_events set recorded_at = recorded_at - ${passed} where wallet_id = ${walletId}`.execute(trx);
      await sql`
        update bets set placed_at = placed_at - ${passed}, accept_at = accept_at - ${passed},
          accepted_at = accepted_at - ${passed}, settled_at = settled_at - ${passed}
        where wallet_id = ${walletId}`.execute(trx);
    }),
  );
