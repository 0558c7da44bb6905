import { apply, type EventRecord, emptyWallet, type Wallet } from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { type EventRow, eventOf, eventQuery, readEventRow } from './rows.ts';
import { rebuildBook } from './verify-book.ts';

export type RebuildReport = {
  readonly wallets: number;
  readonly events: number;
  /** At most a hundred wallets whose row was not the fold of their events. */
  readonly repaired: readonly string[];
  readonly repairedCount: number;
  /** Whether the stored exposures differed from the open bets. */
  readonly bookDiffered: boolean;
};

const batch = 5_000;

/**
 * Rebuilds the wallets from the events and reports which ones differed. One transaction that locks out all writers; needs the
 * owner's connection, because the product may not lock the whole table.
 */
export async function rebuildWallets(ownerPool: Pool, onProgress?: (events: number) => void): Promise<RebuildReport> {
  const reader = await ownerPool.connect();
  const writer = await ownerPool.connect();
  let isBroken = true;
  try {
    await writer.query('begin');
    await writer.query('lock table wallets in exclusive mode');
    await writer.query('create temporary table folded (like wallets) on commit drop');
    await reader.query('begin isolation level repeatable read read only');
    let events = 0;
    let open: Folded[] = [];
    for await (const rows of binaryRows(reader, `${eventQuery} order by wallet_id, seq`, readEventRow)) {
      for (const row of rows) fold(open, row);
      events += rows.length;
      onProgress?.(events);
      if (open.length > batch) {
        await insertFolded(writer, open.slice(0, -1));
        open = open.slice(-1);
      }
    }
    await insertFolded(writer, open);
    await reader.query('commit');
    const report = await replaceProjection(writer);
    const bookDiffered = await rebuildBook(writer);
    await writer.query('commit');
    isBroken = false;
    return { ...report, events, bookDiffered };
  } finally {
    reader.release(isBroken);
    writer.release(isBroken);
  }
}

type Folded = { readonly walletId: string; wallet: Wallet; record: EventRecord; hash: Buffer };

function fold(open: Folded[], { record, hash }: EventRow): void {
  const last = open.at(-1);
  const isSame = last?.walletId === record.wallet_id;
  const wallet = isSame ? last.wallet : emptyWallet;
  const after = apply(wallet, eventOf(record));
  if (isSame) Object.assign(last, { wallet: after, record, hash: Buffer.from(hash) });
  else open.push({ walletId: record.wallet_id, wallet: after, record, hash: Buffer.from(hash) });
}

type Session = Pick<PoolClient, 'query'>;

async function insertFolded(writer: Session, folded: readonly Folded[]): Promise<void> {
  if (folded.length === 0) return;
  await writer.query(
    `insert into folded (wallet_id, cash, held, bonus, staked, version, head_hash, recorded_at, staked_to_date,
       lost_to_date, promised_to_date, aged_staked, aged_promised)
     select f.*, e.staked_to_date, e.lost_to_date, e.promised_to_date, 0, 0
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::bytea[],
       $8::timestamptz[]) as f (wallet_id, cash, held, bonus, staked, version, head_hash, recorded_at)
     join ledger_events e on e.wallet_id = f.wallet_id and e.version = f.version`,
    [
      folded.map((row) => row.walletId),
      folded.map((row) => row.wallet.cash),
      folded.map((row) => row.wallet.held),
      folded.map((row) => row.wallet.bonus),
      folded.map((row) => row.wallet.staked),
      folded.map((row) => row.record.version),
      folded.map((row) => row.hash),
      folded.map((row) => row.record.recorded_at),
    ],
  );
}

async function replaceProjection(writer: Session): Promise<Omit<RebuildReport, 'events' | 'bookDiffered'>> {
  // Wallets without events stay: their accounts have not moved money yet.
  await writer.query(`
    insert into folded select wallet_id, 0, 0, 0, 0, 0, decode(repeat('00', 32), 'hex'), '-infinity', 0, 0, 0, 0, 0
    from wallets w where not exists (select from ledger_events e where e.wallet_id = w.wallet_id)`);
  const { rows: differing } = await writer.query<{ wallet_id: string }>(`
    select coalesce(f.wallet_id, w.wallet_id) as wallet_id
    from folded f full join wallets w on w.wallet_id = f.wallet_id
    where (f.cash, f.held, f.bonus, f.staked, f.version, f.head_hash, f.staked_to_date, f.lost_to_date, f.promised_to_date)
      is distinct from
      (w.cash, w.held, w.bonus, w.staked, w.version, w.head_hash, w.staked_to_date, w.lost_to_date, w.promised_to_date)
      or (f.version > 0 and f.recorded_at is distinct from w.recorded_at)
    order by 1`);
  await writer.query('delete from wallets');
  const { rowCount } = await writer.query('insert into wallets select * from folded');
  return {
    wallets: rowCount ?? 0,
    repaired: differing.slice(0, 100).map((row) => row.wallet_id),
    repairedCount: differing.length,
  };
}
