import type { LedgerEventsPage, LedgerEventView, LedgerTime } from '@touchline/core/contract';
import type { BetId, WalletId } from '@touchline/core/ids';
import { type Cents, dollars, sum } from '@touchline/core/money';
import type { Wallet } from '@touchline/core/wallet';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { settledSeq } from './settled-seq.ts';
import { balancesAfter, type StoredEntry, utcText, viewBalances, viewEntry } from './view-event.ts';

export type EventFilter = {
  readonly walletId?: WalletId | undefined;
  readonly type?: string | undefined;
  readonly minAmount?: Cents | undefined;
  readonly maxAmount?: Cents | undefined;
  /** Which of the two times `from` and `to` are about; both ends are included. */
  readonly time: LedgerTime;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What led to the event; or a bet's id, for its stake and its settlements. */
  readonly cause?: string | undefined;
};
export type EventPlace = {
  /** Both exclusive. With `after` the oldest come first, otherwise the newest. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
};

/**
 * Events of the ledger, page by page by `seq`, with their entries and the wallet after each. Going forward over all wallets it
 * ends where writers may still add something earlier, so that whoever goes on from the last event misses none.
 */
export async function listEvents(db: Db, asked: EventFilter, place: EventPlace): Promise<LedgerEventsPage> {
  const filter = await ofOneBet(db, asked);
  if (filter === 'nothing') return { events: [], next: null };
  const isForward = place.after !== undefined;
  const conditions = [...conditionsOf(filter), ...placeOf(filter, place)];
  if (isForward && filter.walletId === undefined) {
    const last = await settledSeq(db);
    if (last === undefined) return { events: [], next: null };
    conditions.push(sql`e.seq <= ${last}`);
  }
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  // A wallet's own index is in the order of its versions, which is that of `seq`.
  const by = sql.ref(filter.walletId === undefined ? 'e.seq' : 'e.version');
  const order = sql`${by} ${sql.raw(isForward ? 'asc' : 'desc')}`;
  const { rows } = await sql<EventRow>`
    select e.seq, e.wallet_id as "walletId", e.version, e.type, e.amount, e.payload, e.key, e.actor, e.cause,
      ${utcText('e.effective_at')} as "effectiveAt", ${utcText('e.recorded_at')} as "recordedAt",
      encode(e.prev_hash, 'hex') as "prevHash", encode(e.hash, 'hex') as hash, ${balancesAfter}
    from (select * from ledger_events e where ${where} order by ${order} limit ${place.limit + 1}) e
    order by ${order}`.execute(db);
  const page = rows.slice(0, place.limit);
  const next = rows.length > place.limit ? (page.at(-1)?.seq ?? null) : null;
  return { events: await withEntries(db, page), next };
}

type EventRow = Omit<LedgerEventView, 'amount' | 'cashChange' | 'entries' | 'balances'> & Wallet & { amount: Cents };
type EntryRow = StoredEntry & { readonly seq: number };

type KnownFilter = EventFilter & { readonly betId?: BetId };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A bet knows its wallet, and a wallet's keys are indexed: what became of a bet is found without a search. */
async function ofOneBet(db: Db, filter: EventFilter): Promise<KnownFilter | 'nothing'> {
  const { cause, walletId } = filter;
  if (cause === undefined || !uuid.test(cause)) return filter;
  const bets = db
    .selectFrom('bets')
    .select(['id', 'wallet_id'])
    .where('id', '=', cause as BetId);
  const bet = await bets.executeTakeFirst();
  if (!bet) return filter;
  if (walletId !== undefined && walletId !== bet.wallet_id) return 'nothing';
  return { ...filter, cause: undefined, walletId: bet.wallet_id, betId: bet.id };
}

function conditionsOf(filter: KnownFilter): RawBuilder<unknown>[] {
  const { walletId, betId, type, minAmount, maxAmount, time, from, to, cause } = filter;
  const at = sql.ref(time === 'recorded' ? 'e.recorded_at' : 'e.effective_at');
  return [
    ...(walletId === undefined ? [] : [sql`e.wallet_id = ${walletId}`]),
    ...(betId === undefined ? [] : [sql`(e.key = ${`stake:${betId}`} or e.key like ${`settle:${betId}:%`})`]),
    ...(type === undefined ? [] : [sql`e.type = ${type}`]),
    ...(minAmount === undefined ? [] : [sql`e.amount >= ${minAmount}`]),
    ...(maxAmount === undefined ? [] : [sql`e.amount <= ${maxAmount}`]),
    ...(from === undefined ? [] : [sql`${at} >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${at} <= ${to}::timestamptz`]),
    ...(cause === undefined ? [] : [sql`e.cause = ${cause}`]),
  ];
}

function placeOf({ walletId }: EventFilter, { before, after }: EventPlace): RawBuilder<unknown>[] {
  const beyond = (seq: number | undefined, sign: '<' | '>') => {
    if (seq === undefined) return [];
    const compared = sql.raw(sign);
    const bySeq = sql`e.seq ${compared} ${seq}`;
    if (walletId === undefined) return [bySeq];
    // The version of the place, when it is one of this wallet's, saves walking to it from the end.
    const none = sign === '<' ? 2_147_483_647 : 0;
    const version = sql`(select version from ledger_events where seq = ${seq} and wallet_id = ${walletId})`;
    return [bySeq, sql`e.version ${compared} coalesce(${version}, ${sql.lit(none)})`];
  };
  return [...beyond(before, '<'), ...beyond(after, '>')];
}

async function withEntries(db: Db, page: readonly EventRow[]): Promise<LedgerEventView[]> {
  if (page.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select seq, account, amount, balance_after from ledger_entries
    where seq = any(${page.map((event) => event.seq)}::bigint[]) order by seq, leg`.execute(db);
  const entriesOf = Map.groupBy(rows, (entry) => entry.seq);
  return page.map(({ cash, held, bonus, staked, amount, ...event }) => {
    const entries = entriesOf.get(event.seq) ?? [];
    return {
      ...event,
      amount: dollars(amount),
      cashChange: dollars(sum(entries.filter(isCash).map((entry) => entry.amount))),
      entries: entries.map(viewEntry),
      balances: viewBalances({ cash, held, bonus, staked }),
    };
  });
}

const isCash = ({ account }: StoredEntry): boolean => account === 'player:cash';
