import { type LegStatus, promiseOf } from '@touchline/core/betting';
import { type Bonus, isActive, rollBackShares, shareSettlement } from '@touchline/core/bonus';
import type { BetId, UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { type Regraded, regrade } from '@touchline/core/settlement';
import { rollBackSettlement, type Settlement, settleBet, type Wallet, type WalletEvent } from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import { combinationKey, emptyTotals, exposureBook, type StakedBet } from '../bets/exposure-book.ts';
import { addToBook } from '../bets/exposure-rows.ts';
import { type GradedRow, gradableBets, type StoredBet, saveGraded } from '../bets/gradable-bets.ts';
import { readOpposedStakes } from '../bonus/opposed-stakes.ts';
import { saveBonuses } from '../bonus/save-bonuses.ts';
import type { BetOfWallet } from '../settlement/bets-on.ts';
import type { Ruling } from '../settlement/rulings.ts';
import { chain } from './commit-group.ts';
import { requestHash } from './event-hash.ts';
import { keyOf, type LockedWallet, lockWallets, readBonusesOf, stamp, usedKeys } from './group-reads.ts';
import { type Link, writeLedger } from './group-writes.ts';

/** A bet that was settled, rolled back or both: its last event, the wallet after it, and what else followed in the same commit. */
export type MovedBet = {
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
      /** Bets of which only a leg has changed. */
      readonly graded: readonly { readonly betId: BetId; readonly userId: UserId }[];
    }
  /** Somebody has ruled anew meanwhile; nothing was done. */
  | { readonly kind: 'outdated' };

/**
 * Brings bets with a leg on a match to what its ruling says, in one transaction: legs are graded, bets that are decided by it are
 * settled, and those that were settled otherwise are rolled back and settled anew. All of it or nothing, and a second time nothing.
 */
export async function settleChunk(pool: Pool, ruling: Ruling, bets: readonly BetOfWallet[]): Promise<ChunkOutcome> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const outcome = await settle(client, ruling, bets);
    await client.query('commit');
    return outcome;
  } catch (error) {
    await client.query('rollback').catch((lost: unknown) => {
      broken = lost instanceof Error ? lost : new Error(String(lost));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Rolled back, settled, and a bonus that became cash by it. */
const mostEvents = 3;

async function settle(client: PoolClient, ruling: Ruling, bets: readonly BetOfWallet[]): Promise<ChunkOutcome> {
  const walletIds = new Set(bets.map((bet) => bet.walletId));
  // All of it is sent at once and answered in this order: what stands behind the lock is true after it was granted.
  const [, wallets, { now, seqs }, version, stored, bonuses] = await Promise.all([
    client.query('begin; set local enable_seqscan = off'),
    lockWallets(client, [...walletIds]),
    stamp(client, bets.length * mostEvents, []),
    lastVersion(client, ruling),
    gradableBets(
      client,
      bets.map((bet) => bet.betId),
    ),
    readBonusesOf(client, walletIds),
  ]);
  if (version !== ruling.version) return { kind: 'outdated' };
  const regraded = stored.map((bet) => ({ bet, ...regrade(bet, ruling.matchId, ruling.decision) }));
  const changed = regraded.filter(({ change }) => change !== 'none');
  if (changed.length === 0) return { kind: 'done', moved: [], graded: [] };
  const wrong = changed.filter(({ change }) => change === 'roll-back').map(({ bet }) => bet);
  const at = instant(Date.parse(now));
  const wagering = changed
    .filter(({ bet, change }) => change !== 'leg' && isActive(bonuses.get(bet.walletId), at))
    .map(({ bet }) => bet);
  const [before, opposed] = await Promise.all([settlementsOf(client, wrong), readOpposedStakes(client, wagering)]);
  const books: Books = { ruling, wallets, bonuses, now, at, seqs: seqs.values(), before, opposed };
  const done = changed.map((one) => keepBooks(books, one));
  const touched = new Set(done.filter((one) => one.links.length > 0).map(({ row }) => row.before.walletId));
  const links = done.flatMap((one) => one.links);
  const changedBonuses = new Map(done.flatMap(({ bonus }) => (bonus ? [[bonus.id, bonus] as const] : [])));
  await Promise.all([
    links.length > 0 &&
      writeLedger(client, { links, wallets: new Map([...wallets].filter(([id]) => touched.has(id))) }),
    changedBonuses.size > 0 && saveBonuses(client, [...changedBonuses.values()]),
    saveGraded(
      client,
      ruling.matchId,
      done.map(({ row }) => row),
      books.at,
    ),
  ]);
  await moveExposures(client, changed);
  return {
    kind: 'done',
    moved: done.flatMap(({ moved }) => moved ?? []),
    graded: done.flatMap(({ moved, row }) => (moved ? [] : [{ betId: row.before.id, userId: row.before.userId }])),
  };
}

type Books = {
  readonly ruling: Ruling;
  readonly wallets: ReadonlyMap<WalletId, LockedWallet>;
  readonly bonuses: Map<WalletId, Bonus>;
  readonly now: string;
  readonly at: Instant;
  readonly seqs: Iterator<number>;
  readonly before: ReadonlyMap<BetId, Settlement>;
  /** What their bettors staked against bets that may count for a bonus. */
  readonly opposed: ReadonlyMap<BetId, Cents>;
};
type Kept = {
  readonly row: GradedRow;
  readonly links: readonly Link[];
  readonly bonus?: Bonus;
  readonly moved?: MovedBet;
};
type Change = Regraded & { readonly bet: StoredBet };

/** Moves one bet on, and its wallet's chain with it. */
function keepBooks(books: Books, { bet, change, legs, graded }: Change): Kept {
  const locked = books.wallets.get(bet.walletId);
  const at = bet.legs.findIndex((leg) => leg.matchId === books.ruling.matchId);
  const leg = legs[at];
  if (!locked || leg === undefined)
    throw new Error(`bet ${bet.id} has no wallet, or no leg on ${books.ruling.matchId}`);
  const again = versionsBesides(bet.legs[at]?.status, leg);
  const { status, payout, settlement, version } = bet;
  if (change === 'leg') {
    return { row: { before: bet, leg, bet: { status, payout, settlement, version: version + again } }, links: [] };
  }
  const links: Link[] = [];
  const held = books.bonuses.get(bet.walletId);
  const write = ({ event, key }: { event: WalletEvent; key: string }) => {
    const seq = books.seqs.next().value;
    if (seq === undefined) throw new Error('more events than places in the ledger were asked for');
    const request = requestHash({ bet: bet.id });
    const { actor, decidedAt: effectiveAt } = books.ruling;
    const why = { walletId: bet.walletId, actor, cause: `match:${books.ruling.matchId}`, effectiveAt };
    links.push(chain(why, { event, key, seq, request, now: books.now }, locked));
  };
  if (change === 'roll-back') rollBack(books, bet, locked, write);
  const next = settlement + 1;
  const event = settleBet({ id: bet.id, stake: bet.stake, settlement: next, legs }, graded);
  if (event) {
    const holds = { bonus: books.bonuses.get(bet.walletId), wallet: locked.wallet, now: books.at };
    const {
      event: shared,
      also,
      bonus,
    } = shareSettlement(event, { ...bet, opposed: books.opposed.get(bet.id) ?? noMoney }, holds);
    write({ event: shared, key: `settle:${bet.id}:${next}` });
    for (const one of also) write(one);
    if (bonus) books.bonuses.set(bet.walletId, bonus);
  }
  const after = event
    ? { status: graded.status, payout: graded.payout, settlement: next, version: version + links.length + again }
    : { status: graded.status, payout: null, settlement, version: version + links.length + again };
  const bonusNow = books.bonuses.get(bet.walletId);
  const events = links.map((link) => link.event);
  const said = events.findLast((one) => !one.type.startsWith('Bonus'));
  return {
    row: { before: bet, leg, bet: after },
    links,
    ...(bonusNow && bonusNow !== held && { bonus: bonusNow }),
    ...(said && {
      moved: {
        betId: bet.id,
        userId: bet.userId,
        walletId: bet.walletId,
        event: said,
        also: events.filter((one) => one !== said),
        wallet: locked.wallet,
        version: locked.version,
      },
    }),
  };
}

/** The version that people see counts the graded legs too: a leg that is graded for the first time makes it grow by itself. */
function versionsBesides(before: LegStatus | undefined, after: LegStatus): number {
  if (before === 'pending') return 0;
  return after === 'pending' ? 2 : 1;
}

/**
 * What is decided is no longer at risk, on this match and on the others of the bet; what is undone is at risk again, whatever the
 * limits have room for now. Last of all, for others wait for these rows.
 */
async function moveExposures(client: PoolClient, changed: readonly Change[]): Promise<void> {
  const book = exposureBook(emptyTotals);
  for (const { bet, legs, graded } of changed) {
    const after = bet.legs.map((leg, at) => ({ ...leg, status: legs[at] ?? leg.status }));
    const of = { stake: bet.stake, combination: combinationKey(bet.legs) };
    if (bet.status === 'pending') book.remove(openBet(of, bet.legs));
    if (graded.status === 'pending') book.add(openBet(of, after));
  }
  await addToBook(client, book.changes());
}
const openBet = (of: Pick<StakedBet, 'stake' | 'combination'>, legs: StoredBet['legs']): StakedBet => ({
  ...of,
  promised: promiseOf(of.stake, legs),
  legs,
});

function rollBack(
  { before, bonuses, ruling }: Books,
  bet: StoredBet,
  { wallet }: LockedWallet,
  write: (entry: { event: WalletEvent; key: string }) => void,
): void {
  const settled = before.get(bet.id);
  if (!settled) throw new Error(`settlement ${bet.settlement} of bet ${bet.id} is not in the ledger`);
  const { shares, bonus } = rollBackShares(settled, bet, { bonus: bonuses.get(bet.walletId), wallet });
  const event = rollBackSettlement(settled, bet.stake, shares, ruling.reason);
  write({ event, key: `rollback:${bet.id}:${bet.settlement}` });
  if (bonus) bonuses.set(bet.walletId, bonus);
}

/** The events that settled bets which are settled now. */
async function settlementsOf(client: PoolClient, bets: readonly StoredBet[]): Promise<Map<BetId, Settlement>> {
  if (bets.length === 0) return new Map();
  const keys = bets.map(({ id, walletId, settlement }) => ({ id, walletId, key: `settle:${id}:${settlement}` }));
  const used = await usedKeys(client, keys);
  return new Map(
    keys.flatMap(({ id, walletId, key }) => {
      const event = used.get(keyOf(walletId, key))?.event;
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
