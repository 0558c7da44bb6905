import type { Pool } from 'pg';
import { openRows } from './binary-rows.ts';
import { checkCheckpoints } from './check-checkpoints.ts';
import { checkWallet } from './check-wallet.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import type { Cursor } from './cursor.ts';
import { collectFindings, type Finding, type Findings } from './findings.ts';
import { createHashedEventReader, type HashedEvent, hashedEventQuery } from './hashed-event.ts';
import {
  type HeadRow,
  headQuery,
  type LegsRow,
  legsQuery,
  readHeadRow,
  readLegsRow,
  readWalletRow,
  type WalletRow,
  walletQuery,
} from './rows.ts';
import { verifyBets } from './verify-bets.ts';
import { verifyBook } from './verify-book.ts';
import { verifyPayments } from './verify-payments.ts';

export type VerifyProgress = { readonly done: number; readonly total: number };
export type VerifyOptions = {
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** The operator's public key (SPKI, DER) that must have signed every checkpoint; any key by default. */
  readonly publicKey?: Buffer;
};
export type VerifyReport = {
  readonly passed: boolean;
  readonly wallets: number;
  readonly events: number;
  readonly entries: number;
  readonly checkpoints: number;
  readonly findings: readonly Finding[];
};

/** Events between two progress reports. */
const progressEvery = 10_000;

/**
 * Recomputes the whole ledger in one snapshot: every hash, the fold of every wallet, the entries of every event, all balances and
 * sealed wallets, the signatures of all checkpoints and the newest root. Streams, so memory does not grow; reads only and locks
 * nothing. Rejects only if the database fails.
 */
export async function verifyLedger(pool: Pool, options: VerifyOptions = {}): Promise<VerifyReport> {
  return inOneSnapshot(pool, 4, async ([wallets, events, entries, heads]) => {
    if (!wallets || !events || !entries || !heads) throw new RangeError('a snapshot needs four connections');
    const { rows } = await wallets.query<{ total: number }>(
      'select coalesce(sum(version), 0)::bigint as total from wallets',
    );
    const total = rows[0]?.total ?? 0;
    const findings = collectFindings();
    const checkpoints = await checkCheckpoints(wallets, heads, findings, options.publicKey);
    const counts = await checkWallets(
      {
        wallets: await openRows(wallets, `${walletQuery} order by wallet_id`, readWalletRow),
        events: await openRows(events, `${hashedEventQuery} order by wallet_id, seq`, createHashedEventReader()),
        entries: await openRows(entries, `${legsQuery} order by wallet_id, seq`, readLegsRow),
        heads: await openRows(heads, `${headQuery} order by wallet_id, number`, readHeadRow),
      },
      findings,
      (done) => options.onProgress?.({ done, total }),
    );
    const found = findings.all();
    return { passed: found.length === 0, ...counts, checkpoints, findings: found };
  });
}

type Streams = {
  readonly wallets: Cursor<WalletRow>;
  readonly events: Cursor<HashedEvent>;
  readonly entries: Cursor<LegsRow>;
  readonly heads: Cursor<HeadRow>;
};

async function checkWallets(streams: Streams, findings: Findings, onProgress: (done: number) => void) {
  const { wallets, events, entries, heads } = streams;
  const counts = { wallets: 0, events: 0, entries: 0 };
  for (;;) {
    const walletId = first([
      wallets.row()?.walletId,
      events.row()?.walletId,
      entries.row()?.walletId,
      heads.row()?.walletId,
    ]);
    if (walletId === undefined) break;
    counts.wallets += 1;
    const check = checkWallet(walletId, findings);
    for (let head = heads.row(); head?.walletId === walletId; head = heads.row()) {
      check.expectHead(head);
      if (!heads.step()) await heads.load();
    }
    for (let event = events.row(); event?.walletId === walletId; event = events.row()) {
      let legs: LegsRow | undefined;
      for (let row = entries.row(); row && isUpTo(row, event); row = entries.row()) {
        counts.entries += row.count;
        if (row.seq === event.seq) legs = row;
        else orphan(row, findings);
        if (!entries.step()) await entries.load();
      }
      check.event(event, legs);
      counts.events += 1;
      if (counts.events % progressEvery === 0) onProgress(counts.events);
      if (!events.step()) await events.load();
    }
    for (let row = entries.row(); row?.walletId === walletId; row = entries.row()) {
      counts.entries += row.count;
      orphan(row, findings);
      if (!entries.step()) await entries.load();
    }
    const wallet = wallets.row();
    const isThere = wallet?.walletId === walletId;
    check.end(isThere ? wallet : undefined);
    if (isThere && !wallets.step()) await wallets.load();
  }
  onProgress(counts.events);
  return counts;
}

const isUpTo = (legs: LegsRow, event: HashedEvent): boolean =>
  legs.walletId === event.walletId && legs.seq <= event.seq;

function orphan({ walletId, seq, text, count }: LegsRow, findings: Findings): void {
  for (const leg of text.split(',', count)) {
    const sentence = `entry ${Number.parseInt(leg, 10)} of ledger event ${seq} belongs to no event`;
    findings.add('entries-orphaned', sentence, { wallet: walletId, seq });
  }
}

/** Text order of lower-case UUIDs is PostgreSQL's order. */
const first = (ids: readonly (string | undefined)[]): string | undefined =>
  ids.reduce((least, id) => (id !== undefined && (least === undefined || id < least) ? id : least), undefined);

/** Verifies the ledger, then the bets and transactions of its events, and the stored exposures. */
export async function verifyMoney(
  pool: Pool,
  options: VerifyOptions = {},
): Promise<VerifyReport & { readonly bets: number }> {
  const ledger = await verifyLedger(pool, options);
  const { bets, findings: ofBets } = await verifyBets(pool);
  const findings = [...ledger.findings, ...ofBets, ...(await verifyPayments(pool)), ...(await verifyBook(pool))];
  return { ...ledger, passed: findings.length === 0, findings, bets };
}
