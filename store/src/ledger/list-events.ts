import type { LedgerEventsPage, LedgerEventView, LedgerTime } from '@touchline/core/contract';
import type { BetId, WalletId } from '@touchline/core/ids';
import { type Cents, dollars, sum } from '@touchline/core/money';
import type { Wallet } from '@touchline/core/wallet';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { BetTable } from '../database.ts';
import { isUnreadable } from '../failures.ts';
import { betOfEvent, kindOfEvent, readProgress } from '../reports/day-totals.ts';
import { settledSeq } from './settled-seq.ts';
import { balancesAfter, type StoredEntry, utcText, viewBalances, viewEntry } from './view-event.ts';

export type EventFilter = {
  readonly walletId?: WalletId | undefined;
  /** Event types or kinds of them, separated by commas. */
  readonly type?: string | undefined;
  /** Accounts, separated by commas. */
  readonly account?: string | undefined;
  /** Of the event's bet. */
  readonly league?: string | undefined;
  readonly market?: string | undefined;
  readonly minAmount?: Cents | undefined;
  readonly maxAmount?: Cents | undefined;
  /** The time that `from` and `to` refer to; both are inclusive. */
  readonly time: LedgerTime;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The cause of the event, a bet's id for all its events, or `event:` and a number for one event. */
  readonly cause?: string | undefined;
};
export type PageQuery = {
  /** Both exclusive. With `after`, oldest first; otherwise newest first. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
  /** Known to be settled: reads forward up to here instead of waiting for the current writers on every page. */
  readonly upTo?: number | undefined;
};

/**
 * Returns a page of ledger events by `seq`, with their entries and the wallet after each. Reading forward over all wallets, it ends
 * before events that may still be added, so that the next page misses none.
 */
export async function listEvents(db: Db, filter: EventFilter, query: PageQuery): Promise<LedgerEventsPage> {
  const { seqs, next } = await findEvents(db, filter, query);
  return { events: await readEvents(db, seqs), next };
}

/** The numbers of a page's events; `next` continues, and may do so after an empty page. */
export type FoundEvents = { readonly seqs: readonly number[]; readonly next: number | null };

/** Returns the `seq`s of a page of events. */
export async function findEvents(db: Db, requested: EventFilter, query: PageQuery): Promise<FoundEvents> {
  const filter = await ofOneBet(db, requested);
  if (filter === 'nothing') return { seqs: [], next: null };
  const { walletId, bet } = filter;
  if (walletId !== undefined && bet === undefined && isNarrowed(filter)) {
    return walkWallet(db, { ...filter, walletId }, query);
  }
  const conditions = [...conditionsOf(filter), ...pageConditions(filter, query)];
  if (query.after !== undefined && filter.walletId === undefined) {
    const last = query.upTo ?? (await settledSeq(db));
    if (last === undefined) return { seqs: [], next: null };
    if (isOfEntriesOrBets(filter)) return walkLedger(db, filter, { ...query, upTo: last });
    conditions.push(sql`e.seq <= ${last}`);
  }
  if (walletId === undefined && isOfEntriesOrBets(filter)) return walkLedger(db, filter, query);
  const seqs = await seqsOf(db, filter, conditions, query);
  const page = seqs.slice(0, query.limit);
  return { seqs: page, next: seqs.length > query.limit ? (page.at(-1) ?? null) : null };
}

/** Returns the `seq` of a page's events, and of the one after it. */
async function seqsOf(db: Db, filter: KnownFilter, where: readonly Condition[], query: PageQuery): Promise<number[]> {
  const direction = sql.raw(query.after === undefined ? 'desc' : 'asc');
  const most = query.limit + 1;
  // The wallet's index is sorted by version, which is also the order of `seq`.
  if (filter.bet) return find(db, where, sql`(e.version + 0) ${direction} limit ${most}`);
  if (filter.walletId !== undefined) return find(db, where, sql`e.version ${direction} limit ${most}`);
  const { from, to, minAmount, maxAmount, cause } = filter;
  if (cause !== undefined) return findScattered(db, where, sql`${direction} limit ${most}`);
  const isBounded = [from, to, minAmount, maxAmount].some((bound) => bound !== undefined);
  if (!isBounded) return find(db, where, sql`e.seq ${direction} limit ${most}`);
  const edge = await edgeOf(db, query);
  const near = await find(db, [...where, edge.near], sql`e.seq ${direction} limit ${most}`);
  if (near.length === most) return near;
  const far = findScattered(db, [...where, edge.far], sql`${direction} limit ${most - near.length}`);
  return [...near, ...(await far)];
}

/** The most events of a wallet that one filtered page reads. */
const mostWalked = 5_000;

/** Whether the filter leaves out no event. */
export const isOfAllEvents = (filter: EventFilter): boolean => filter.walletId === undefined && !isNarrowed(filter);

const isNarrowed = (filter: EventFilter): boolean => {
  const { type, minAmount, maxAmount, from, to, cause } = filter;
  return isOfEntriesOrBets(filter) || [type, minAmount, maxAmount, from, to, cause].some((part) => part !== undefined);
};

/** Whether no index finds these events: by an entry, by their bet, or by several types. */
const isOfEntriesOrBets = ({ type, account, league, market }: EventFilter): boolean =>
  [account, league, market].some((part) => part !== undefined) || /[,/]/.test(type ?? '');

/**
 * Returns the `seq` of a page of a wallet's filtered events. It reads a limited part of the wallet, so a page may have fewer events
 * than requested, even none, while `next` continues.
 */
async function walkWallet(
  db: Db,
  filter: KnownFilter & { readonly walletId: WalletId },
  query: PageQuery,
): Promise<FoundEvents> {
  const direction = sql.raw(query.after === undefined ? 'desc' : 'asc');
  const { walletId } = filter;
  const part = sql.join(
    [sql`e.wallet_id = ${walletId}`, ...pageConditions(filter, query), ...versionsOf(filter)],
    sql` and `,
  );
  const { rows } = await sql<{ seq: number }>`
    select e.seq from (
      select * from ledger_events e where ${part} order by e.version ${direction} limit ${mostWalked}
    ) e
    where ${sql.join(conditionsOf(filter), sql` and `)} order by e.version ${direction} limit ${query.limit + 1}`.execute(
    db,
  );
  const seqs = rows.slice(0, query.limit).map(({ seq }) => seq);
  if (rows.length > query.limit) return { seqs, next: seqs.at(-1) ?? null };
  const edge = await sql<{ seq: number }>`
    select e.seq from ledger_events e where ${part} order by e.version ${direction} offset ${mostWalked - 1} limit 1`.execute(
    db,
  );
  return { seqs, next: edge.rows[0]?.seq ?? null };
}

/**
 * Returns the `seq` of a page of events that no index finds. Like `walkWallet` it reads a limited part of the ledger. The days that
 * are counted into the daily totals know their numbers, so a period is read from its first event; newer events are all read.
 */
async function walkLedger(db: Db, filter: KnownFilter, query: PageQuery): Promise<FoundEvents> {
  const isBackward = query.after === undefined;
  const direction = sql.raw(isBackward ? 'desc' : 'asc');
  const counted = await readProgress(db);
  const { time, from, to } = filter;
  const day = (moment: string) => sql`(${moment}::timestamptz at time zone 'UTC')::date`;
  const known = [
    sql`e.seq <= ${counted}`,
    ...(time !== 'recorded' || from === undefined
      ? []
      : [sql`e.seq >= (select min(first_seq) from ledger_days where day >= ${day(from)})`]),
    ...(time !== 'recorded' || to === undefined
      ? []
      : [sql`e.seq <= (select max(last_seq) from ledger_days where day <= ${day(to)})`]),
  ];
  const upTo = query.upTo === undefined ? [] : [sql`e.seq <= ${query.upTo}`];
  const walk = (range: readonly Condition[]) => sql`
    (select e.seq from ledger_events e where ${sql.join([...range, ...pageConditions(filter, query), ...upTo], sql` and `)}
     order by e.seq ${direction} limit ${walked})`;
  const { rows } = await sql<{ seqs: number[]; count: number; edge: number | null }>`
    with part as materialized (
      select seq from (${walk(known)} union all ${walk([sql`e.seq > ${counted}`])}) parts
      order by seq ${direction} limit ${walked}
    ), found as (
      select e.seq from part cross join lateral (select * from ledger_events where seq = part.seq offset 0) e
      where ${sql.join(conditionsOf(filter), sql` and `)} order by e.seq ${direction} limit ${query.limit + 1}
    )
    select (select coalesce(json_agg(seq order by seq ${direction}), '[]') from found) as seqs,
      (select count(*)::integer from part) as count,
      (select ${sql.raw(isBackward ? 'min' : 'max')}(seq)::bigint from part) as edge`.execute(db);
  const { seqs = [], count = 0, edge = null } = rows[0] ?? {};
  if (seqs.length > query.limit) return { seqs: seqs.slice(0, query.limit), next: seqs[query.limit - 1] ?? null };
  return { seqs, next: count < walked ? null : edge };
}

/** A wallet's versions are in the order of recording, so a time is found by search, not by a scan. */
const versionsOf = ({ walletId, time, from, to }: EventFilter): Condition[] =>
  time !== 'recorded'
    ? []
    : [
        ...(from === undefined
          ? []
          : [sql`e.version >= first_version_after(${walletId}, ${from}::timestamptz - interval '1 microsecond')`]),
        ...(to === undefined ? [] : [sql`e.version < first_version_after(${walletId}, ${to}::timestamptz)`]),
      ];

type Condition = RawBuilder<unknown>;

async function find(db: Db, where: readonly Condition[], order: Condition): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select e.seq from ledger_events e where ${sql.join([sql`true`, ...where], sql` and `)} order by ${order}`.execute(
    db,
  );
  return rows.map((row) => row.seq);
}

/**
 * For events that may be anywhere: finds them by index instead of scanning. The planner underestimates the cost of reading
 * everything, and the selectivity of a range index.
 */
const findScattered = (db: Db, where: readonly Condition[], order: Condition): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return find(trx, where, sql`(e.seq + 0) ${order}`);
  });

/** How many events are scanned before matches are assumed to be few or far away. */
const walked = 20_000;

async function edgeOf(db: Db, { before, after }: PageQuery): Promise<{ near: Condition; far: Condition }> {
  if (after !== undefined) return { near: sql`e.seq <= ${after + walked}`, far: sql`e.seq > ${after + walked}` };
  const { rows } = await sql<{ last: number | null }>`select max(seq) as last from ledger_events`.execute(db);
  const last = rows[0]?.last ?? 0;
  const edge = Math.min(before ?? last, last) - walked;
  return { near: sql`e.seq > ${edge}`, far: sql`e.seq <= ${edge}` };
}

type EventRow = Omit<LedgerEventView, 'amount' | 'cashChange' | 'entries' | 'balances'> & Wallet & { amount: Cents };
type EntryRow = StoredEntry & { readonly seq: number };

type KnownFilter = EventFilter & { readonly bet?: KnownBet };
type KnownBet = Pick<Selectable<BetTable>, 'id' | 'settlement' | 'cashed_stake'>;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A bet has a wallet, and a wallet's keys are indexed, so a bet's events are found without a scan. */
async function ofOneBet(db: Db, filter: EventFilter): Promise<KnownFilter | 'nothing'> {
  const { cause, walletId } = filter;
  if (cause === undefined || !uuid.test(cause)) return filter;
  const bets = db
    .selectFrom('bets')
    .select(['id', 'wallet_id', 'settlement', 'cashed_stake'])
    .where('id', '=', cause as BetId);
  const bet = await bets.executeTakeFirst();
  if (!bet) return filter;
  if (walletId !== undefined && walletId !== bet.wallet_id) return 'nothing';
  return { ...filter, cause: undefined, walletId: bet.wallet_id, bet };
}

function conditionsOf(filter: KnownFilter): RawBuilder<unknown>[] {
  const { walletId, bet, type, account, league, market, minAmount, maxAmount, time, from, to, cause } = filter;
  const at = sql.ref(time === 'recorded' ? 'e.recorded_at' : 'e.effective_at');
  return [
    ...(walletId === undefined ? [] : [sql`e.wallet_id = ${walletId}`]),
    ...(bet === undefined ? [] : [ofBet(bet)]),
    ...(type === undefined ? [] : [ofKinds(type.split(','))]),
    ...(account === undefined
      ? []
      : [
          sql`exists (select from ledger_entries l where l.seq = e.seq and l.account = any(${account.split(',')}::text[]))`,
        ]),
    ...(league === undefined ? [] : [sql`(select league from (${betOfEvent}) bet) = ${league}`]),
    ...(market === undefined ? [] : [sql`(select market from (${betOfEvent}) bet) = ${market}`]),
    ...(minAmount === undefined ? [] : [sql`e.amount >= ${minAmount}`]),
    ...(maxAmount === undefined ? [] : [sql`e.amount <= ${maxAmount}`]),
    ...(from === undefined ? [] : [sql`${at} >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${at} <= ${to}::timestamptz`]),
    ...(cause === undefined ? [] : [ofCause(cause)]),
  ];
}

/** A cause; or an event by its number, as `event:12`. */
function ofCause(cause: string): Condition {
  const seq = /^event:(\d{1,15})$/.exec(cause)?.[1];
  return seq === undefined ? sql`e.cause = ${cause}` : sql`e.seq = ${Number(seq)}`;
}

/** A type; the rollbacks of one type of settlement, as `SettlementRolledBack/StakeLost`; or several of both. */
function ofKinds(kinds: readonly string[]): Condition {
  const [type] = kinds;
  if (kinds.length === 1 && !type?.includes('/')) return sql`e.type = ${type}`;
  const types = kinds.map((kind) => kind.split('/')[0]);
  return sql`e.type = any(${types}::text[]) and (${kindOfEvent} = any(${kinds}::text[]) or e.type = any(${kinds}::text[]))`;
}

/**
 * Matches a bet's events: its stake, acceptance, cash-outs, settlements and rollbacks. The keys are listed, so that their index finds
 * them however many bets the wallet has; cash-outs have an index of their own.
 */
function ofBet({ id, settlement, cashed_stake }: KnownBet): Condition {
  const numbers = Array.from({ length: settlement + 1 }, (_, at) => at + 1);
  const settled = numbers.flatMap((number) => [`settle:${id}:${number}`, `rollback:${id}:${number}`]);
  const keyed = sql`e.key = any(${[`stake:${id}`, `judge:${id}`, ...settled]}::text[])`;
  return cashed_stake > 0 ? sql`(${keyed} or (e.type = 'CashedOut' and e.payload ->> 'betId' = ${id}))` : keyed;
}

function pageConditions({ walletId }: EventFilter, { before, after }: PageQuery): RawBuilder<unknown>[] {
  const beyond = (seq: number | undefined, sign: '<' | '>') => {
    if (seq === undefined) return [];
    const compared = sql.raw(sign);
    const bySeq = sql`e.seq ${compared} ${seq}`;
    if (walletId === undefined) return [bySeq];
    // The version of a known event of this wallet avoids scanning from the end.
    const none = sign === '<' ? 2_147_483_647 : 0;
    const version = sql`(select version from ledger_events where seq = ${seq} and wallet_id = ${walletId})`;
    return [bySeq, sql`e.version ${compared} coalesce(${version}, ${sql.lit(none)})`];
  };
  return [...beyond(before, '<'), ...beyond(after, '>')];
}

/** Returns the events of a page, including those that cannot be read: an auditor opens what a verification names. */
async function readEvents(db: Db, seqs: readonly number[]): Promise<LedgerEventView[]> {
  if (seqs.length === 0) return [];
  try {
    return await readWhole(db, seqs);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  if (seqs.length === 1) return readAsStored(db, seqs);
  const middle = Math.ceil(seqs.length / 2);
  return [...(await readEvents(db, seqs.slice(0, middle))), ...(await readEvents(db, seqs.slice(middle)))];
}

/** Throws what `isUnreadable` knows if one of the events cannot be read. */
async function readWhole(db: Db, seqs: readonly number[]): Promise<LedgerEventView[]> {
  const [events, entries] = await Promise.all([
    sql<EventRow>`
      select e.seq, e.wallet_id as "walletId", e.version, e.type, e.amount, e.payload, e.key, e.actor, e.cause,
        ${utcText('e.effective_at')} as "effectiveAt", ${utcText('e.recorded_at')} as "recordedAt",
        encode(e.prev_hash, 'hex') as "prevHash", encode(e.hash, 'hex') as hash, ${balancesAfter}
      from unnest(${seqs}::bigint[]) with ordinality as page (seq, place) join ledger_events e on e.seq = page.seq
      order by page.place`.execute(db),
    sql<EntryRow>`
      select seq, account, amount, balance_after from ledger_entries
      where seq = any(${seqs}::bigint[]) order by seq, leg`.execute(db),
  ]);
  const isNull = (value: unknown) => value === null;
  if (events.rows.some((row) => Object.values(row).some(isNull) || !isObject(row.payload)))
    throw new TypeError('an event has a null, or a payload that is no object');
  if (entries.rows.some(({ account, amount }) => isNull(account) || isNull(amount)))
    throw new TypeError('an entry has a null');
  const entriesOf = Map.groupBy(entries.rows, (entry) => entry.seq);
  return events.rows.map(({ cash, held, bonus, staked, amount, ...event }) => {
    const own = entriesOf.get(event.seq) ?? [];
    return {
      ...event,
      amount: dollars(amount),
      cashChange: dollars(sum(own.filter(isCash).map((entry) => entry.amount))),
      entries: own.map(viewEntry),
      balances: viewBalances({ cash, held, bonus, staked }),
    };
  });
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

async function readAsStored(db: Db, seqs: readonly number[]): Promise<LedgerEventView[]> {
  const textOr = (column: string) => sql`coalesce(${sql.ref(column)}::text, '')`;
  const { rows } = await sql<Omit<LedgerEventView, 'amount' | 'cashChange' | 'entries' | 'balances'>>`
    select e.seq, ${textOr('e.wallet_id')} as "walletId", coalesce(e.version, 0) as version, ${textOr('e.type')} as type,
      case when jsonb_typeof(e.payload) = 'object' then e.payload else '{}' end as payload,
      ${textOr('e.key')} as key, ${textOr('e.actor')} as actor, ${textOr('e.cause')} as cause,
      coalesce(${utcText('e.effective_at')}, '') as "effectiveAt", coalesce(${utcText('e.recorded_at')}, '') as "recordedAt",
      coalesce(encode(e.prev_hash, 'hex'), '') as "prevHash", coalesce(encode(e.hash, 'hex'), '') as hash,
      jsonb_pretty(jsonb_build_object('event', to_jsonb(e), 'entries', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.leg), '[]') from ledger_entries l where l.seq = e.seq
      ))) as unreadable
    from ledger_events e where e.seq = any(${seqs}::bigint[])`.execute(db);
  const nothing = { amount: 0, cashChange: 0, entries: [], balances: { cash: 0, held: 0, bonus: 0, staked: 0 } };
  return rows.map((row) => ({ ...row, ...nothing }));
}

const isCash = ({ account }: StoredEntry): boolean => account === 'player:cash';
