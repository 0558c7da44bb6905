import type { CashOutLimit } from '@touchline/core/betting';
import type { BetId, TransactionId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Closure } from '@touchline/core/matches';
import { type Cents, noMoney } from '@touchline/core/money';
import { depositMethods, type Transaction } from '@touchline/core/payments';
import type { PlayToDate, Wallet, WalletEvent, WalletEventType } from '@touchline/core/wallet';
import type { PoolClient } from 'pg';
import { texts, uuids } from '../array-parameter.ts';
import { betsByIds } from '../bets/bet-rows.ts';
import { cashOutLimitsColumn } from '../bets/cash-out-limits.ts';
import { combinationsOf, exposuresOf } from '../bets/exposure-rows.ts';
import { suspendedSincePlacing } from '../bets/judged-bets.ts';
import { bonusesOfLocked } from '../bonus/bonus-rows.ts';
import { exclusionsOfLocked, restrictionsOfLocked } from '../limits/restriction-rows.ts';
import { type ClosuresColumn, closuresColumn, closuresOfColumn } from '../matches/betting-closures.ts';
import { feedsByLeague } from '../matches/league-feeds.ts';
import { matchesByIds } from '../matches/match-record.ts';
import { lockTransactions } from '../payments/transaction-rows.ts';
import { type ApprovedAlone, readApprovedAlone, readWithdrawn, type Withdrawn } from '../payments/withdrawn.ts';
import type { MoneyCommand } from './command.ts';

export type LockedWallet = {
  wallet: Wallet;
  version: number;
  headHash: Buffer;
  /** When its last event was recorded, in microseconds since 1970; before any other time while there is none. */
  recordedAt: number;
  toDate: PlayToDate;
  /** A part of `toDate` that is at least 24 hours old. */
  aged: AgedPlay;
};
export type AgedPlay = Pick<PlayToDate, 'staked' | 'promised'>;

/** UTC text with microseconds, as in the ledger's canonical form. */
const utcText = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

// Seconds as a double are exact to a quarter of a microsecond, and cost a tenth of a timestamp as text.
const lockText = `
  select wallet_id, cash, held, bonus, staked, version, head_hash, date_part('epoch', recorded_at) as recorded_at,
    staked_to_date, lost_to_date, promised_to_date, aged_staked, aged_promised
  from wallets where wallet_id = any($1::uuid[]) order by wallet_id for update`;

/** Locks wallets in the order of their ids, so that writers wait for each other instead of deadlocking. */
export async function lockWallets(client: PoolClient, ids: readonly WalletId[]): Promise<Map<WalletId, LockedWallet>> {
  const { rows } = await client.query<WalletRow>({
    name: 'lock-wallets',
    text: lockText,
    values: [uuids([...ids].sort())],
  });
  return new Map(
    rows.map((row) => [
      row.wallet_id,
      {
        wallet: { cash: row.cash, held: row.held, bonus: row.bonus, staked: row.staked },
        version: row.version,
        headHash: row.head_hash,
        recordedAt: Math.round(row.recorded_at * 1_000_000),
        toDate: { staked: row.staked_to_date, lost: row.lost_to_date, promised: row.promised_to_date },
        aged: { staked: row.aged_staked, promised: row.aged_promised },
      },
    ]),
  );
}
type WalletRow = {
  wallet_id: WalletId;
  cash: Cents;
  held: Cents;
  bonus: Cents;
  staked: Cents;
  version: number;
  head_hash: Buffer;
  recorded_at: number;
  staked_to_date: Cents;
  lost_to_date: Cents;
  promised_to_date: Cents;
  aged_staked: Cents;
  aged_promised: Cents;
};

// The transaction's own start would be earlier than the lock: a wallet's time could run backwards.
const stampText = `
  select ${utcText('clock_timestamp()')} as now, array(select nextval('ledger_seq') from generate_series(1, $1))::text as seqs,
    array(select wallet_id::text from restricted_wallets where wallet_id = any($2::uuid[])) as restricted,
    ${closuresColumn} as closures, ${cashOutLimitsColumn} as limits, (select net from open_book) as net`;

/**
 * Read right after the lock: the time of recording, which wallets have limits or an exclusion, where betting is closed, what cash-outs
 * may pay at most, and what all open bets would pay above their stakes.
 */
export type Stamp = {
  readonly now: string;
  readonly seqs: readonly number[];
  readonly restricted: ReadonlySet<WalletId>;
  readonly closures: readonly Closure[];
  readonly limits: readonly CashOutLimit[];
  readonly net: Cents;
};

/** Reads the stamp of a group, with `count` new sequence numbers of the ledger. */
export async function stamp(client: PoolClient, count: number, wallets: readonly WalletId[]): Promise<Stamp> {
  const { rows } = await client.query<{
    now: string;
    seqs: string;
    restricted: WalletId[];
    closures: ClosuresColumn;
    limits: readonly CashOutLimit[] | null;
    net: Cents | null;
  }>({
    name: 'stamp-group',
    text: stampText,
    values: [count, uuids(wallets)],
  });
  const [row] = rows;
  if (!row) throw new Error('the database returned no stamp');
  return {
    now: row.now,
    // `{1,2,3}`: the driver's array parser handles nulls and quotes, character by character, and is slow.
    seqs: row.seqs === '{}' ? [] : row.seqs.slice(1, -1).split(',').map(Number),
    restricted: new Set(row.restricted),
    closures: closuresOfColumn(row.closures),
    limits: row.limits ?? [],
    net: row.net ?? noMoney,
  };
}

export type UsedKey = { readonly request: Buffer; readonly event: WalletEvent };
/** By wallet, then by business key. */
export type UsedKeys = Map<WalletId, Map<string, UsedKey>>;

export function addUsedKey(used: UsedKeys, walletId: WalletId, key: string, by: UsedKey): void {
  const others = used.get(walletId);
  if (others) others.set(key, by);
  else used.set(walletId, new Map([[key, by]]));
}

const usedKeysText = `
  select e.wallet_id, e.key, e.request, e.type, e.amount, e.payload
  from unnest($1::uuid[], $2::text[]) as k (wallet_id, key)
  cross join lateral (
    select * from ledger_events e where e.wallet_id = k.wallet_id and e.key = k.key limit 1
  ) e`;

/** Returns the events that were written under these keys before. */
export async function usedKeys(
  client: PoolClient,
  keys: readonly { readonly walletId: WalletId; readonly key: string }[],
): Promise<UsedKeys> {
  const { rows } = await client.query<UsedKeyRow>({
    name: 'used-keys',
    text: usedKeysText,
    values: [uuids(keys.map((key) => key.walletId)), texts(keys.map((key) => key.key))],
  });
  const used: UsedKeys = new Map();
  for (const { wallet_id: walletId, key, request, type, amount, payload } of rows) {
    addUsedKey(used, walletId, key, { request, event: { type, amount, ...payload } as WalletEvent });
  }
  return used;
}
type UsedKeyRow = {
  wallet_id: WalletId;
  key: string;
  request: Buffer;
  type: WalletEventType;
  amount: Cents;
  payload: Record<string, unknown>;
};

/** Reads what belongs to a set; nothing of an empty one. Calls `read` at once, as the order of statements is the order of locks. */
const whenAny =
  <Id, Found>(read: (client: PoolClient, ids: readonly Id[]) => Promise<Found>, nothing: () => NoInfer<Found>) =>
  async (client: PoolClient, ids: ReadonlySet<Id>): Promise<Found> =>
    ids.size === 0 ? nothing() : read(client, [...ids]);

export const readMatchesOf = whenAny(matchesByIds, () => new Map());
/** The feeds of all leagues, if there are matches. */
export const readFeedsOf = whenAny(feedsByLeague, () => new Map());
export const readBetsOf = whenAny(betsByIds, () => new Map());
export const readExposuresOf = whenAny(exposuresOf, () => ({ markets: [], changes: [] }));
export const readCombinationsOf = whenAny(combinationsOf, () => []);

const agedText = `
  select w.wallet_id, before.staked, before.promised
  from unnest($1::uuid[]) as w (wallet_id)
  cross join lateral play_until(w.wallet_id, clock_timestamp() - interval '24 hours') before`;

/** Returns the stakes and possible payouts of exactly 24 hours ago, without what was undone since. */
export async function readAgedPlay(
  client: PoolClient,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<WalletId, AgedPlay>> {
  if (wallets.length === 0) return new Map();
  const { rows } = await client.query<AgedPlay & { readonly wallet_id: WalletId }>({
    name: 'aged-play',
    text: agedText,
    values: [uuids(wallets)],
  });
  return new Map(rows.map(({ wallet_id, staked, promised }) => [wallet_id, { staked, promised }]));
}

export const readSuspendedOf = whenAny(suspendedSincePlacing, () => new Map());
export const readTransactionsOf = whenAny(lockTransactions, () => new Map());
export const readBonusesOf = whenAny(bonusesOfLocked, () => new Map());
export const readRestrictionsOf = whenAny(restrictionsOfLocked, () => new Map());
export const readExclusionsOf = whenAny(exclusionsOfLocked, () => new Map());

// Money credited without a request, such as a demo account's, has none of the deposit form's methods.
const depositedText = `
  select w.wallet_id from unnest($1::uuid[]) as w (wallet_id)
  where exists (
    select from transactions t
    where t.wallet_id = w.wallet_id and t.type = 'deposit' and t.status = 'completed' and t.method = any($2::text[]))`;

/** Returns the wallets that have completed a deposit requested by their bettor. */
export async function readDeposited(
  client: PoolClient,
  wallets: ReadonlySet<WalletId>,
): Promise<ReadonlySet<WalletId>> {
  if (wallets.size === 0) return new Set();
  const { rows } = await client.query<{ wallet_id: WalletId }>({
    name: 'deposited-before',
    text: depositedText,
    values: [[...wallets], depositMethods],
  });
  return new Set(rows.map((row) => row.wallet_id));
}

/** Returns the rules of the bets that are to be cashed out by rule. A rule is set and removed under the lock of its bet's wallet. */
export async function readCashOutRules(
  client: PoolClient,
  commands: readonly MoneyCommand[],
): Promise<Map<BetId, string>> {
  const bets = commands.flatMap((command) => (command.type === 'cash-out' && command.isByRule ? [command.betId] : []));
  if (bets.length === 0) return new Map();
  const { rows } = await client.query<{ readonly bet_id: BetId; readonly id: string }>({
    name: 'cash-out-rules',
    text: 'select bet_id, id from cash_out_rules where bet_id = any($1::uuid[])',
    values: [bets],
  });
  return new Map(rows.map(({ bet_id, id }) => [bet_id, id]));
}

/** Reads the earlier withdrawals of wallets that request one. */
export async function readWithdrawnOf(
  client: PoolClient,
  commands: readonly MoneyCommand[],
  now: Instant,
): Promise<Map<WalletId, Withdrawn>> {
  const requests = commands.filter((command) => command.type === 'request-withdrawal');
  const [first] = requests;
  if (!first) return new Map();
  return readWithdrawn(client, {
    wallets: [...new Set(requests.map(({ walletId }) => walletId))],
    fingerprints: requests.flatMap((request) => request.fingerprints),
    // A process has only one provider.
    provider: first.returnsBy,
    now,
  });
}

/** Reads what the group's approving admins approved alone before. This is the last lock that a group takes. */
export async function readApprovalsOf(
  client: PoolClient,
  commands: readonly MoneyCommand[],
  { transactions, now }: { readonly transactions: ReadonlyMap<TransactionId, Transaction>; readonly now: Instant },
): Promise<readonly ApprovedAlone[]> {
  const approvals = commands.filter(
    (command) => command.type === 'decide-withdrawal' && command.decision.how === 'paid',
  );
  const decided = approvals.flatMap((command) =>
    command.type === 'decide-withdrawal' ? (transactions.get(command.transactionId) ?? []) : [],
  );
  return readApprovedAlone(client, {
    admins: approvals.flatMap((command) => (command.type === 'decide-withdrawal' ? [command.by.userId] : [])),
    wallets: decided.map(({ walletId }) => walletId),
    fingerprints: decided.flatMap(({ payout }) => payout?.fingerprint ?? []),
    now,
  });
}
