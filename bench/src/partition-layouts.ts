import type { Client } from 'pg';

/** Where the tables of a layout lie. `today` is what the migrations make. */
export type Layout = 'today' | 'by-month';
export const schemaOf = { today: 'public', 'by-month': 'by_month' } satisfies Record<Layout, string>;

const monthOf = (month: number): string => new Date(Date.UTC(2026, month, 1)).toISOString().slice(0, 10);
const partitions = (table: string): string =>
  Array.from(
    { length: 13 },
    (_, month) => `create table by_month.${table}_${month} partition of by_month.${table}
      for values from ('${monthOf(month)}Z') to ('${monthOf(month + 1)}Z');`,
  ).join('\n');

// A unique index of a partitioned table must hold the column it is partitioned by, so it is unique within a month only. What must be
// unique for ever, keys and versions, is kept in a table of its own that is not partitioned.
const byMonth = `
  create schema by_month;
  create table by_month.wallets (like public.wallets including all) with (fillfactor = 80);
  create table by_month.ledger_events (like public.ledger_events including defaults including constraints)
    partition by range (recorded_at);
  create table by_month.ledger_entries (like public.ledger_entries including defaults including constraints,
    recorded_at timestamptz not null) partition by range (recorded_at);
  create table by_month.ledger_keys (wallet_id uuid not null, key text not null, version integer not null,
    recorded_at timestamptz not null);
  ${partitions('ledger_events')}
  ${partitions('ledger_entries')}`;

const sealed = `
  alter table by_month.ledger_events add primary key (wallet_id, version, recorded_at), add unique (seq, recorded_at);
  alter table by_month.ledger_entries add primary key (seq, leg, recorded_at);
  alter table by_month.ledger_keys add primary key (wallet_id, key), add unique (wallet_id, version);
  create index on by_month.ledger_events using brin (recorded_at, effective_at, amount, cause text_bloom_ops)
    with (pages_per_range = 32, autosummarize = on);
  create index on by_month.ledger_events (type, seq)
    where type not in ('DepositCredited', 'StakeTaken', 'StakeLost', 'WinningsPaid');
  create index on by_month.ledger_entries (wallet_id, account, seq) where account in ('player:held', 'player:bonus');
  create trigger append_only before update or delete or truncate on by_month.ledger_events
    for each statement execute function refuse_change();
  create trigger append_only before update or delete or truncate on by_month.ledger_entries
    for each statement execute function refuse_change();
  create trigger append_only before update or delete or truncate on by_month.ledger_keys
    for each statement execute function refuse_change();
  create trigger entries_balance after insert on by_month.ledger_entries
    referencing new table as inserted for each statement execute function check_entries_balance();`;

/** Makes the second layout with the same rows as the first, in the same order; the indexes of both are newly built. */
export async function layOutByMonth(owner: Client): Promise<void> {
  await owner.query(byMonth);
  await owner.query('insert into by_month.wallets select * from wallets');
  await owner.query('insert into by_month.ledger_events select * from ledger_events order by seq');
  await owner.query(
    `insert into by_month.ledger_keys
     select wallet_id, key, version, recorded_at from ledger_events order by seq`,
  );
  await owner.query(
    `insert into by_month.ledger_entries
     select n.*, e.recorded_at from ledger_entries n join ledger_events e using (seq) order by n.seq, n.leg`,
  );
  await owner.query(sealed);
  for (const name of ['ledger_events', 'ledger_entries', 'wallets']) await owner.query(`reindex table public.${name}`);
  await owner.query('vacuum analyze');
}

const eventColumns =
  'seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at, recorded_at, prev_hash, hash';

/** What the wallet writer sends for a group; by month it also keeps the keys, and entries carry their month. */
export const writeText = (layout: Layout): string => `
  with given as materialized (
    select * from unnest($1::bigint[], $2::uuid[], $3::int[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bytea[],
      $9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::bytea[], $14::bytea[]) as e (${eventColumns})
  ), events as (
    insert into ledger_events (${eventColumns})
    select seq, wallet_id, version, type, amount, payload::jsonb, key, request, actor, cause, effective_at, recorded_at,
      prev_hash, hash from given
  ), ${
    layout === 'today'
      ? ''
      : `keys as (
    insert into ledger_keys (wallet_id, key, version, recorded_at) select wallet_id, key, version, recorded_at from given
  ), `
  }entries as (
    insert into ledger_entries (seq, leg, account, wallet_id, amount, balance_after${layout === 'today' ? '' : ', recorded_at'})
    select seq, leg, account, wallet_id, n.amount, n.balance${layout === 'today' ? '' : ', recorded_at'} from given
    cross join lateral (values (1::smallint, 'player:cash', -given.amount, 0::bigint),
      (2::smallint, 'player:staked', given.amount, 0::bigint)) as n (leg, account, amount, balance)
  )
  update wallets w set version = given.version, head_hash = given.hash, recorded_at = given.recorded_at
  from given where w.wallet_id = given.wallet_id`;

/** What the writer asks before it decides: whether the keys of a group were used before. */
export const usedKeysText = (layout: Layout): string => `
  select k.wallet_id, k.key from unnest($1::uuid[], $2::text[]) as k (wallet_id, key)
  cross join lateral (
    select 1 from ${layout === 'today' ? 'ledger_events' : 'ledger_keys'} e
    where e.wallet_id = k.wallet_id and e.key = k.key limit 1
  ) e`;
