import type { LegStatus } from '@touchline/core/betting';
import { type Bonus, isActive, rollBackShares, shareSettlement } from '@touchline/core/bonus';
import type { BetId, UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { applyDecision, type DecisionEffect } from '@touchline/core/settlement';
import { rollBackSettlement, type Settlement, settleBet, type Wallet, type WalletEvent } from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import { combinationKey, emptyBook, exposureBook } from '../bets/exposure-book.ts';
import { addToBook } from '../bets/exposure-rows.ts';
import { type GradedRow, gradableBets, type StoredBet, saveGraded } from '../bets/gradable-bets.ts';
import { saveBonuses } from '../bonus/bonus-rows.ts';
import { readOpposedStakes } from '../bonus/opposed-stakes.ts';
import { type AppendedEvent, appendEvent } from '../wallet/append-event.ts';
import { requestHash } from '../wallet/event-hash.ts';
import { type LockedWallet, lockWallets, readBonusesOf, stamp, usedKeys } from '../wallet/group-reads.ts';
import { writeLedger } from '../wallet/group-writes.ts';
import { begin, inTransaction } from '../wallet/transaction.ts';
import type { BetOfWallet } from './book.ts';
import type { Ruling } from './rulings.ts';

/** A bet that was settled, rolled back or both: its last event, the wallet after it, and the other events of the same commit. */
type MovedBet = {
  readonly betId: BetId;
  readonly userId: UserId;
  readonly walletId: WalletId;
  readonly event: WalletEvent;
  readonly also: readonly WalletEvent[];
  readonly wallet: Wallet;
  readonly version: number;
};

export type ChunkOutcome =
  | {
      readonly kind: 'done';
      readonly moved: readonly MovedBet[];
      /** Bets of which only a leg changed. */
      readonly graded: readonly { readonly betId: BetId; readonly userId: UserId }[];
    }
  /** Another ruling has replaced this one; nothing was done. */
  | { readonly kind: 'outdated' };

/**
 * Applies a ruling to bets with a leg on its match, in one transaction: grades their legs, settles the bets that it decides, and rolls
 * back and settles again those that were settled differently. Idempotent.
 */
export const settleChunk = (pool: Pool, ruling: Ruling, bets: readonly BetOfWallet[]): Promise<ChunkOutcome> =>
  inTransaction(pool, async (client) => {
    const walletIds = new Set(bets.map((bet) => bet.walletId));
    const betIds = bets.map((bet) => bet.betId);
    // All statements are sent at once and run in this order: what is read after the lock is true once the lock is granted.
    const [, wallets, { now, seqs }, version, stored, bonuses] = await Promise.all([
      client.query(begin),
      lockWallets(client, [...walletIds]),
      stamp(client, bets.length * mostEvents, []),
      lastVersion(client, ruling),
      gradableBets(client, betIds),
      readBonusesOf(client, walletIds),
    ]);
    if (version !== ruling.version) return { kind: 'outdated' };
    const effects = stored.map((bet) => ({ bet, ...applyDecision(bet, ruling.matchId, ruling.decision) }));
    const changed = effects.filter(({ change }) => change !== 'none');
    if (changed.length === 0) return { kind: 'done', moved: [], graded: [] };
    const at = instant(Date.parse(now));
    const [settlements, opposed] = await Promise.all([
      settlementsOf(
        client,
        changed.filter(({ change }) => change === 'roll-back').map(({ bet }) => bet),
      ),
      readOpposedStakes(
        client,
        changed
          .filter(({ bet, change }) => change !== 'leg' && isActive(bonuses.get(bet.walletId), at))
          .map(({ bet }) => bet),
        ruling,
      ),
    ]);
    const chunk: Chunk = { ruling, wallets, bonuses, now, at, seqs: seqs.values(), settlements, opposed };
    const settled = changed.map((bet) => settle(chunk, bet));
    await write(client, chunk, settled);
    // Last, because other writers wait for these rows.
    await moveExposures(client, changed);
    return {
      kind: 'done',
      moved: settled.flatMap(({ moved }) => moved ?? []),
      graded: settled.flatMap(({ moved, row }) => (moved ? [] : [{ betId: row.before.id, userId: row.before.userId }])),
    };
  });

/** A rollback, a settlement, and a bonus that becomes cash. */
const mostEvents = 3;

type Chunk = {
  readonly ruling: Ruling;
  readonly wallets: ReadonlyMap<WalletId, LockedWallet>;
  readonly bonuses: Map<WalletId, Bonus>;
  readonly now: string;
  readonly at: Instant;
  readonly seqs: Iterator<number>;
  /** The events that settled the bets to be rolled back. */
  readonly settlements: ReadonlyMap<BetId, Settlement>;
  /** The bettors' opposing stakes to bets that may count towards a bonus. */
  readonly opposed: ReadonlyMap<BetId, Cents>;
};
type Change = DecisionEffect & { readonly bet: StoredBet };
type Settled = {
  readonly row: GradedRow;
  readonly events: readonly AppendedEvent[];
  readonly bonus?: Bonus;
  readonly moved?: MovedBet;
};
type KeyedEvent = { readonly event: WalletEvent; readonly key: string };

/** Settles one bet and appends the events to its wallet. */
function settle(chunk: Chunk, { bet, change, legs, graded }: Change): Settled {
  const { ruling, wallets, bonuses } = chunk;
  const locked = wallets.get(bet.walletId);
  const at = bet.legs.findIndex((leg) => leg.matchId === ruling.matchId);
  const leg = legs[at];
  if (!locked || leg === undefined) throw new Error(`bet ${bet.id} has no wallet, or no leg on ${ruling.matchId}`);
  const legVersions = versionsOfLeg(bet.legs[at]?.status, leg);
  const { status, payout, settlement } = bet;
  if (change === 'leg') {
    return {
      row: { before: bet, leg, bet: { status, payout, settlement, version: bet.version + legVersions } },
      events: [],
    };
  }
  const bonusBefore = bonuses.get(bet.walletId);
  const events: AppendedEvent[] = [];
  const append = (entry: KeyedEvent) => events.push(appendFor(chunk, bet, locked, entry));
  if (change === 'roll-back') append(rollBack(chunk, bet, locked));
  const next = settlement + 1;
  const event = settleBet({ id: bet.id, stake: bet.stake, settlement: next, legs }, graded);
  if (event) {
    const opposed = chunk.opposed.get(bet.id) ?? noMoney;
    const held = { bonus: bonuses.get(bet.walletId), wallet: locked.wallet, now: chunk.at };
    const shared = shareSettlement(event, { ...bet, opposed }, held);
    append({ event: shared.event, key: `settle:${bet.id}:${next}` });
    shared.also.forEach(append);
    if (shared.bonus) bonuses.set(bet.walletId, shared.bonus);
  }
  const version = bet.version + events.length + legVersions;
  const after = event ? { payout: graded.payout, settlement: next } : { payout: null, settlement };
  const bonus = bonuses.get(bet.walletId);
  const moved = movedBet(bet, events, locked);
  return {
    row: { before: bet, leg, bet: { status: graded.status, version, ...after } },
    events,
    ...(bonus && bonus !== bonusBefore && { bonus }),
    ...(moved && { moved }),
  };
}

function appendFor({ ruling, seqs, now }: Chunk, bet: StoredBet, locked: LockedWallet, { event, key }: KeyedEvent) {
  const seq = seqs.next().value;
  if (seq === undefined) throw new Error('more events than reserved sequence numbers');
  const { actor, decidedAt: effectiveAt, matchId } = ruling;
  const source = { walletId: bet.walletId, actor, cause: `match:${matchId}`, effectiveAt };
  return appendEvent(source, { event, key, seq, request: requestHash({ bet: bet.id }), now }, locked);
}

function movedBet(
  { id: betId, userId, walletId }: StoredBet,
  appended: readonly AppendedEvent[],
  { wallet, version }: LockedWallet,
): MovedBet | undefined {
  const events = appended.map(({ event }) => event);
  const last = events.findLast(({ type }) => !type.startsWith('Bonus'));
  return last && { betId, userId, walletId, event: last, also: events.filter((of) => of !== last), wallet, version };
}

/** A bet's version on screens also counts its graded legs, so grading a leg for the first time raises it without a new row version. */
function versionsOfLeg(before: LegStatus | undefined, after: LegStatus): number {
  if (before === 'pending') return 0;
  return after === 'pending' ? 2 : 1;
}

function rollBack({ settlements, bonuses, ruling }: Chunk, bet: StoredBet, { wallet }: LockedWallet): KeyedEvent {
  const settled = settlements.get(bet.id);
  if (!settled) throw new Error(`settlement ${bet.settlement} of bet ${bet.id} is not in the ledger`);
  const { shares, bonus } = rollBackShares(settled, bet, { bonus: bonuses.get(bet.walletId), wallet });
  if (bonus) bonuses.set(bet.walletId, bonus);
  const event = rollBackSettlement(settled, bet.stake, shares, ruling.reason);
  return { event, key: `rollback:${bet.id}:${bet.settlement}` };
}

async function write(client: PoolClient, { ruling, wallets, at }: Chunk, settled: readonly Settled[]): Promise<void> {
  const events = settled.flatMap((bet) => bet.events);
  const touched = new Set(events.map(({ record }) => record.wallet_id as WalletId));
  const bonuses = new Map(settled.flatMap(({ bonus }) => (bonus ? [[bonus.id, bonus] as const] : [])));
  const rows = settled.map(({ row }) => row);
  await Promise.all([
    events.length > 0 &&
      writeLedger(client, { events, wallets: new Map([...wallets].filter(([id]) => touched.has(id))) }),
    bonuses.size > 0 && saveBonuses(client, [...bonuses.values()]),
    saveGraded(client, ruling.matchId, rows, at),
  ]);
}

/** Removes decided bets from the exposures, on all their matches, and adds reopened ones, whatever the limits are now. */
async function moveExposures(client: PoolClient, changed: readonly Change[]): Promise<void> {
  const book = exposureBook(emptyBook);
  for (const { bet, legs, graded } of changed) {
    const combination = combinationKey(bet.legs);
    const after = bet.legs.map((leg, at) => ({ ...leg, status: legs[at] ?? leg.status }));
    if (bet.status === 'pending') book.remove({ ...bet, combination });
    if (graded.status === 'pending') book.add({ ...bet, combination, legs: after });
  }
  await addToBook(client, book.changes());
}

/** Returns the events by which bets are settled now. */
async function settlementsOf(client: PoolClient, bets: readonly StoredBet[]): Promise<Map<BetId, Settlement>> {
  if (bets.length === 0) return new Map();
  const keys = bets.map(({ id, walletId, settlement }) => ({ id, walletId, key: `settle:${id}:${settlement}` }));
  const used = await usedKeys(client, keys);
  return new Map(
    keys.flatMap(({ id, walletId, key }) => {
      const event = used.get(walletId)?.get(key)?.event;
      return event && isSettlement(event) ? [[id, event] as const] : [];
    }),
  );
}

const isSettlement = (event: WalletEvent): event is Settlement =>
  event.type === 'WinningsPaid' || event.type === 'StakeLost' || event.type === 'StakeRefunded';

async function lastVersion(client: PoolClient, { matchId }: Ruling): Promise<number | undefined> {
  const { rows } = await client.query<{ result_version: number }>({
    name: 'last-result-version',
    text: 'select result_version from matches where id = $1',
    values: [matchId],
  });
  return rows[0]?.result_version;
}
