import { type AcceptedBet, acceptBet, noExposure } from '@touchline/core/betting';
import { type Instant, instant } from '@touchline/core/instant';
import { feedState, type LeagueFeed } from '@touchline/core/matches';
import { noMoney } from '@touchline/core/money';
import { apply, type EventRecord, type Json, takeStake, type Wallet, type WalletEvent } from '@touchline/core/wallet';
import { matchFromRow } from '@touchline/store/matches';
import { betTerms, eventHash, type PlaceBet, requestHash } from '@touchline/store/wallet';
import type { Pool, PoolClient } from 'pg';
import { statements } from './plain-statements.ts';

type Head = {
  readonly wallet: Wallet;
  readonly version: number;
  readonly headHash: Buffer;
  readonly recordedAt: string;
};

/**
 * One transaction per bet, the usual design: the same rows in the same tables by the same rules as the wallet writer, with prepared
 * statements, and no row that two players share.
 */
export async function placePlainly(pool: Pool, command: PlaceBet): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await placeInTransaction(client, command);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function placeInTransaction(client: PoolClient, command: PlaceBet): Promise<void> {
  const head = await lockWallet(client, command);
  const key = `stake:${command.betId}`;
  const used = await client.query({ ...statements.usedKey, values: [command.walletId, key] });
  if (used.rows.length > 0) throw new Error('the measurement asks for every bet once');
  const { seq, recordedAt } = await stamp(client);
  const now = instant(Date.parse(recordedAt));
  const bet = await accept(client, command, now);
  const taken = takeStake(head.wallet, { id: command.betId, stake: bet.stake, terms: betTerms(command.betId, bet) });
  if (!taken.ok) throw new Error(`a stake was refused: ${taken.refusal.code}`);
  await writeLedger(client, command, { seq, key, recordedAt, event: taken.value, head });
  await writeBet(client, command, bet, now);
}

async function lockWallet(client: PoolClient, command: PlaceBet): Promise<Head> {
  const { rows } = await client.query<WalletRow>({ ...statements.lockWallet, values: [command.walletId] });
  const [row] = rows;
  if (!row) throw new Error(`there is no wallet ${command.walletId}`);
  const { cash, held, bonus, staked, version, head_hash: headHash, recorded_at: recordedAt } = row;
  return { wallet: { cash, held, bonus, staked }, version, headHash, recordedAt };
}
type WalletRow = Wallet & { readonly version: number; readonly head_hash: Buffer; readonly recorded_at: string };

async function stamp(client: PoolClient): Promise<{ readonly seq: number; readonly recordedAt: string }> {
  const { rows } = await client.query<{ seq: number; now: string }>({ ...statements.stamp });
  const [row] = rows;
  if (!row) throw new Error('the database gave no stamp');
  return { seq: row.seq, recordedAt: row.now };
}

async function accept(client: PoolClient, command: PlaceBet, now: Instant): Promise<AcceptedBet> {
  const ids = command.request.picks.map((pick) => pick.matchId);
  const read = await client.query<Parameters<typeof matchFromRow>[0]>({ ...statements.matches, values: [ids] });
  const matches = new Map(read.rows.map((row) => [row.id, matchFromRow(row)]));
  const leagues = [...new Set([...matches.values()].map((match) => match.leagueKey))];
  const { rows } = await client.query<FeedRow>({ ...statements.feeds, values: [leagues] });
  const feeds = new Map(
    rows.map((row): [string, LeagueFeed] => [
      row.league_key,
      { leagueKey: row.league_key, state: row.state, confirmedAt: row.confirmed_at, everyMs: row.every_ms },
    ]),
  );
  const accepted = acceptBet(command.request, {
    ...command.rules,
    now,
    match: (id) => matches.get(id),
    isFresh: (leagueKey) => feedState(feeds.get(leagueKey), now) === 'ok',
    confirmedAt: (leagueKey) => feeds.get(leagueKey)?.confirmedAt ?? null,
    exposure: () => noExposure,
    book: { net: noMoney, netOn: () => noMoney, lastDay: { staked: noMoney, promised: noMoney } },
  });
  if (!accepted.ok) throw new Error(`a bet was refused: ${accepted.refusal.code}`);
  return accepted.value;
}
type FeedRow = {
  readonly league_key: string;
  readonly state: LeagueFeed['state'];
  readonly confirmed_at: Instant | null;
  readonly every_ms: number;
};

type Entry = {
  readonly seq: number;
  readonly key: string;
  readonly recordedAt: string;
  readonly event: WalletEvent;
  readonly head: Head;
};

async function writeLedger(client: PoolClient, command: PlaceBet, entry: Entry): Promise<void> {
  const { seq, key, recordedAt, event, head } = entry;
  const { type, amount, ...payload } = event;
  const { picks, stake, oddsPolicy } = command.request;
  const request = requestHash({
    bet: command.betId,
    policy: oddsPolicy,
    picks: picks.map((pick) => [pick.matchId, pick.label, pick.oddsSeen.toFixed()]),
    stake,
  });
  const record: EventRecord = {
    seq,
    wallet_id: command.walletId,
    version: head.version + 1,
    type,
    amount,
    payload: payload as Json,
    key,
    request: request.toString('hex'),
    actor: command.actor,
    cause: command.cause,
    effective_at: recordedAt,
    recorded_at: recordedAt,
  };
  const hash = eventHash(head.headHash, record);
  const after = apply(head.wallet, event);
  const { wallet_id: walletId, version, actor, cause } = record;
  await client.query({
    ...statements.insertEvent,
    values: [
      seq,
      walletId,
      version,
      type,
      amount,
      payload,
      key,
      request,
      actor,
      cause,
      recordedAt,
      head.headHash,
      hash,
    ],
  });
  await client.query({ ...statements.insertEntries, values: [seq, walletId, amount, after.cash, after.staked] });
  await client.query({
    ...statements.updateWallet,
    values: [walletId, after.cash, after.staked, version, hash, recordedAt],
  });
}

async function writeBet(client: PoolClient, command: PlaceBet, bet: AcceptedBet, now: Instant): Promise<void> {
  const { betId, walletId, userId } = command;
  const odds = bet.totalOdds.toFixed();
  await client.query({
    ...statements.insertBet,
    values: [betId, walletId, userId, bet.stake, odds, bet.potentialPayout, bet.oddsPolicy, new Date(now)],
  });
  const legs = bet.legs.map((leg, index) => [
    betId,
    index + 1,
    leg.matchId,
    leg.outcome.market,
    leg.outcome.pick,
    leg.outcome.market === 'totals' ? leg.outcome.point : null,
    leg.label,
    leg.odds.toFixed(),
    leg.oddsSeen.toFixed(),
    leg.marketVersion,
    leg.bookmaker,
    new Date(leg.quotedAt),
  ]);
  await client.query({ ...statements.insertThreeLegs, values: legs.flat() });
}
