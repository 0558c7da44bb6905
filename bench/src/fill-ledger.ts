import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BetId, TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import {
  apply,
  balanceOf,
  type EventRecord,
  emptyWallet,
  isPlayerAccount,
  type Json,
  legs,
  type Wallet,
  type WalletEvent,
} from '@touchline/core/wallet';
import { eventHash, noHash } from '@touchline/store/wallet';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Filled = { readonly id: string; wallet: Wallet; version: number; head: Buffer; recordedAt: string; bet: number };

/** Rows per batch. */
const chunkRows = 2_000;

export type LedgerSize = {
  readonly events: number;
  readonly wallets: number;
  /** Between two events; 40 by default. */
  readonly everyMs?: number;
};

/**
 * Fills an empty ledger with `events` valid events of `wallets` wallets in turn, like a day of betting: a deposit, then stakes that
 * are lost, won or refunded. Uses COPY, because a benchmark of reads should not wait for writes.
 */
export async function fillLedger(ownerUrl: string, size: LedgerSize, signal: AbortSignal) {
  const recordedAt = (seq: number) => timeOf(seq, size.everyMs ?? 40);
  const filled = Array.from({ length: size.wallets }, (_, at): Filled => {
    const hex = randomBytes(10).toString('hex');
    const id = `01a1f96f-${at.toString(16).padStart(4, '0').slice(-4)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
    return { id, wallet: emptyWallet, version: 0, head: noHash, recordedAt: '', bet: 0 };
  });
  const clients = await Promise.all([0, 1].map(() => connected(ownerUrl)));
  try {
    const [events, entries] = clients;
    if (!events || !entries) throw new RangeError('two connections were asked for');
    const rows = { events: [] as string[], entries: [] as string[] };
    const eventStream = new Readable({ read() {} });
    const entryStream = new Readable({ read() {} });
    const done = Promise.all([
      pipeline(eventStream, events.query(copyFrom(eventCopy))),
      pipeline(entryStream, entries.query(copyFrom('copy ledger_entries from stdin'))),
    ]);
    for (let seq = 1; seq <= size.events; seq += 1) {
      const one = filled[(seq - 1) % filled.length];
      if (one) addEvent(one, { seq, recordedAt: recordedAt(seq) }, rows);
      if (rows.events.length < chunkRows && seq < size.events) continue;
      eventStream.push(rows.events.join(''));
      entryStream.push(rows.entries.join(''));
      rows.events.length = 0;
      rows.entries.length = 0;
      signal.throwIfAborted();
      // Unsent rows would otherwise fill the memory.
      while (eventStream.readableLength + entryStream.readableLength > 4_000_000) await nextTurn();
    }
    eventStream.push(null);
    entryStream.push(null);
    await done;
    await pipeline(Readable.from(filled.map(walletRow)), events.query(copyFrom(walletCopy)));
    await events.query(`select setval('ledger_seq', ${size.events})`);
    await events.query('vacuum analyze ledger_events, ledger_entries, wallets');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

type Place = { readonly seq: number; readonly recordedAt: string };

function addEvent(one: Filled, { seq, recordedAt }: Place, rows: { events: string[]; entries: string[] }): void {
  const event = nextEvent(one, seq);
  const { type, amount, ...payload } = event;
  const record: EventRecord = {
    seq,
    wallet_id: one.id,
    version: one.version + 1,
    type,
    amount,
    payload: payload as unknown as Json,
    key: `${type}:${seq}`,
    request: request.toString('hex'),
    actor: 'user:01a1f96f-eb33-7af6-ad72-0b8c7d55c541',
    cause: `request:req-${seq}`,
    effective_at: recordedAt,
    recorded_at: recordedAt,
  };
  const hash = eventHash(one.head, record);
  rows.events.push(
    `${seq}\t${one.id}\t${record.version}\t${type}\t${amount}\t${JSON.stringify(payload)}\t${record.key}\t\\\\x${record.request}\t` +
      `${record.actor}\t${record.cause}\t${recordedAt}\t${recordedAt}\t\\\\x${one.head.toString('hex')}\t\\\\x${hash.toString('hex')}\n`,
  );
  one.wallet = apply(one.wallet, event);
  one.version += 1;
  one.head = hash;
  one.recordedAt = recordedAt;
  legs(event).forEach((leg, at) => {
    const balance = isPlayerAccount(leg.account) ? balanceOf(one.wallet, leg.account) : '\\N';
    rows.entries.push(`${seq}\t${at + 1}\t${leg.account}\t${one.id}\t${leg.amount}\t${balance}\n`);
  });
}

const request = Buffer.alloc(32, 7);
const start = Date.UTC(2026, 0, 1);
const timeOf = (seq: number, everyMs: number): string =>
  new Date(start + seq * everyMs).toISOString().replace('Z', '250Z');

/** A deposit, then bets: a stake that is in turn lost, won at 2.00 or refunded. */
function nextEvent(one: Filled, seq: number): WalletEvent {
  const amount = cents(1_000);
  const betId = `7b6f835a-b8c1-8052-b880-${one.bet.toString(16).padStart(12, '0')}` as BetId;
  if (one.version === 0) {
    const transactionId = `01a1f96f-eb33-7af6-ad72-${seq.toString(16).padStart(12, '0')}` as TransactionId;
    return {
      type: 'DepositCredited',
      amount: cents(100_000_000),
      transactionId,
      provider: 'bench',
      providerPaymentId: `tr_${seq}`,
    };
  }
  if (one.version % 2 === 1) return { type: 'StakeTaken', amount, betId, terms: request.toString('hex') };
  one.bet += 1;
  const of = { betId, settlement: 1 };
  if (one.bet % 3 === 0)
    return { type: 'WinningsPaid', amount: cents(2_000), stake: amount, ...of, legs: ['won', 'won', 'won'] };
  if (one.bet % 3 === 1) return { type: 'StakeLost', amount, ...of, legs: ['won', 'lost', 'pending'] };
  return { type: 'StakeRefunded', amount, ...of, legs: ['void', 'void', 'void'] };
}

// The totals to date keep their default: they are not hashed, and verifying the ledger does not read them.
const eventCopy = `copy ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at,
  recorded_at, prev_hash, hash) from stdin`;
const walletCopy = 'copy wallets (wallet_id, cash, held, bonus, staked, version, head_hash, recorded_at) from stdin';
const walletRow = (one: Filled): string =>
  `${one.id}\t${one.wallet.cash}\t${one.wallet.held}\t${one.wallet.bonus}\t${one.wallet.staked}\t${one.version}\t` +
  `\\\\x${one.head.toString('hex')}\t${one.recordedAt}\n`;
