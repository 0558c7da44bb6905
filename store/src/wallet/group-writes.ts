import type { Bet } from '@touchline/core/betting';
import type { Bonus } from '@touchline/core/bonus';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Transaction } from '@touchline/core/payments';
import { balanceOf, isPlayerAccount, type PlayToDate } from '@touchline/core/wallet';
import type { PoolClient } from 'pg';
import { bigints, byteas, integers, smallints, texts, timestamps, uuids } from '../array-parameter.ts';
import type { Action } from '../audit/index.ts';
import { insertActions } from '../audit/record-action.ts';
import { insertBets } from '../bets/bet-writes.ts';
import { updateCashedBets } from '../bets/cashed-bets.ts';
import { updateJudgedBets } from '../bets/judged-bets.ts';
import { saveBonuses } from '../bonus/bonus-rows.ts';
import { insertEmails, type StoredEmail } from '../emails/outbox.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { saveTransactions } from '../payments/save-transactions.ts';
import { type AppendedEvent, microsOf } from './append-event.ts';
import type { LockedWallet } from './group-reads.ts';

type GroupWrites = {
  readonly events: readonly AppendedEvent[];
  /** The last state of each wallet that moved. */
  readonly wallets: ReadonlyMap<WalletId, LockedWallet>;
  readonly placed: readonly Bet[];
  /** Bets that were accepted or rejected at `at`. */
  readonly judged?: readonly { readonly bet: Bet; readonly at: Instant }[];
  readonly cashedOut?: readonly { readonly bet: Bet; readonly times: number }[];
  /** Each new or changed one once, as are the bonuses. */
  readonly transactions: readonly Transaction[];
  readonly bonuses: readonly Bonus[];
  readonly actions: readonly Action[];
  readonly emails: readonly StoredEmail[];
};

// One statement for events, entries and balances saves round trips.
const ledgerText = `
  with events as (
    insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause,
      effective_at, recorded_at, prev_hash, hash, staked_to_date, lost_to_date, promised_to_date)
    select seq, wallet_id, version, type, amount, payload::jsonb, key, request, actor, cause, effective_at, recorded_at,
      prev_hash, hash, staked_to_date, lost_to_date, promised_to_date
    from (select unnest($1::bigint[]) as seq, unnest($2::uuid[]) as wallet_id, unnest($3::int[]) as version,
      unnest($4::text[]) as type, unnest($5::bigint[]) as amount, unnest($6::text[]) as payload, unnest($7::text[]) as key,
      unnest($8::bytea[]) as request, unnest($9::text[]) as actor, unnest($10::text[]) as cause,
      unnest($11::timestamptz[]) as effective_at, unnest($12::timestamptz[]) as recorded_at,
      unnest($13::bytea[]) as prev_hash, unnest($14::bytea[]) as hash, unnest($29::bigint[]) as staked_to_date,
      unnest($30::bigint[]) as lost_to_date, unnest($31::bigint[]) as promised_to_date) e
  ), entries as (
    insert into ledger_entries (seq, leg, account, wallet_id, amount, balance_after)
    select unnest($15::bigint[]), unnest($16::smallint[]), unnest($17::text[]), unnest($18::uuid[]), unnest($19::bigint[]),
      unnest($20::bigint[])
  )
  update wallets w
  set cash = n.cash, held = n.held, bonus = n.bonus, staked = n.staked, version = n.version,
    head_hash = n.head_hash, recorded_at = n.recorded_at, staked_to_date = n.staked_to_date,
    lost_to_date = n.lost_to_date, promised_to_date = n.promised_to_date, aged_staked = n.aged_staked,
    aged_promised = n.aged_promised
  from (select unnest($21::uuid[]) as wallet_id, unnest($22::bigint[]) as cash, unnest($23::bigint[]) as held,
    unnest($24::bigint[]) as bonus, unnest($25::bigint[]) as staked, unnest($26::int[]) as version,
    unnest($27::bytea[]) as head_hash, unnest($28::timestamptz[]) as recorded_at,
    unnest($32::bigint[]) as staked_to_date, unnest($33::bigint[]) as lost_to_date,
    unnest($34::bigint[]) as promised_to_date, unnest($35::bigint[]) as aged_staked,
    unnest($36::bigint[]) as aged_promised) n
  where w.wallet_id = n.wallet_id`;

/** Writes everything that a group decided. */
export async function writeGroup(client: PoolClient, group: GroupWrites): Promise<void> {
  if (group.events.length === 0) return;
  await Promise.all([
    writeLedger(client, group),
    group.placed.length > 0 && insertBets(client, group.placed),
    group.judged && group.judged.length > 0 && updateJudgedBets(client, group.judged),
    group.cashedOut && group.cashedOut.length > 0 && updateCashedBets(client, group.cashedOut),
    group.transactions.length > 0 && saveTransactions(client, group.transactions),
    group.bonuses.length > 0 && saveBonuses(client, group.bonuses),
    group.actions.length > 0 && insertActions(client, group.actions),
    group.emails.length > 0 && insertEmails(client, group.emails),
  ]);
}

/** Writes events with their entries, the wallets as they are after them, and what they notify bettors of. */
export const writeLedger = (client: PoolClient, { events, wallets }: Pick<GroupWrites, 'events' | 'wallets'>) =>
  Promise.all([writeEvents(client, { events, wallets }), insertNotifications(client, events)]);

const writeEvents = (client: PoolClient, { events, wallets }: Pick<GroupWrites, 'events' | 'wallets'>) =>
  client.query({
    name: 'write-ledger',
    text: ledgerText,
    values: [
      ...eventColumns(events),
      ...entryColumns(events),
      ...walletColumns([...wallets]),
      ...toDateColumns(events),
      ...toDateColumns([...wallets.values()]),
      bigints([...wallets.values()].map(({ aged }) => aged.staked)),
      bigints([...wallets.values()].map(({ aged }) => aged.promised)),
    ],
  });

const toDateColumns = (rows: readonly { readonly toDate: PlayToDate }[]): Buffer[] => [
  bigints(rows.map(({ toDate }) => toDate.staked)),
  bigints(rows.map(({ toDate }) => toDate.lost)),
  bigints(rows.map(({ toDate }) => toDate.promised)),
];

const eventColumns = (events: readonly AppendedEvent[]): Buffer[] => [
  bigints(events.map(({ record }) => record.seq)),
  uuids(events.map(({ record }) => record.wallet_id)),
  integers(events.map(({ record }) => record.version)),
  texts(events.map(({ record }) => record.type)),
  bigints(events.map(({ record }) => record.amount)),
  texts(events.map(({ record }) => JSON.stringify(record.payload))),
  texts(events.map(({ record }) => record.key)),
  byteas(events.map((event) => event.request)),
  texts(events.map(({ record }) => record.actor)),
  texts(events.map(({ record }) => record.cause)),
  timestamps(events.map(({ record }) => microsOf(record.effective_at))),
  timestamps(events.map(({ record }) => microsOf(record.recorded_at))),
  byteas(events.map((event) => event.prevHash)),
  byteas(events.map((event) => event.hash)),
];

function entryColumns(events: readonly AppendedEvent[]): Buffer[] {
  const rows = events.flatMap(({ record, legs, after }) =>
    legs.map(({ account, amount }, index) => ({
      seq: record.seq,
      leg: index + 1,
      account,
      walletId: record.wallet_id,
      amount,
      balanceAfter: isPlayerAccount(account) ? balanceOf(after, account) : null,
    })),
  );
  return [
    bigints(rows.map((row) => row.seq)),
    smallints(rows.map((row) => row.leg)),
    texts(rows.map((row) => row.account)),
    uuids(rows.map((row) => row.walletId)),
    bigints(rows.map((row) => row.amount)),
    bigints(rows.map((row) => row.balanceAfter)),
  ];
}

const walletColumns = (wallets: readonly (readonly [WalletId, LockedWallet])[]): Buffer[] => [
  uuids(wallets.map(([id]) => id)),
  bigints(wallets.map(([, { wallet }]) => wallet.cash)),
  bigints(wallets.map(([, { wallet }]) => wallet.held)),
  bigints(wallets.map(([, { wallet }]) => wallet.bonus)),
  bigints(wallets.map(([, { wallet }]) => wallet.staked)),
  integers(wallets.map(([, { version }]) => version)),
  byteas(wallets.map(([, { headHash }]) => headHash)),
  timestamps(wallets.map(([, { recordedAt }]) => recordedAt)),
];
