import { cents } from '@touchline/core/money';
import { applyLegs, isMovedByAmount, legs, type Wallet } from '@touchline/core/wallet';
import type { ClientBase } from 'pg';
import { binaryRows, type FieldReader, openRows } from '../ledger/binary-rows.ts';
import type { Cursor } from '../ledger/cursor.ts';
import { createHashedEventReader, hashedEventQuery } from '../ledger/hashed-event.ts';
import { eventOf } from '../ledger/rows.ts';
import { entriesQuery, type LogSource } from './sources.ts';

/** A record's number and the hash that its entry covers. */
export type RecordHash = { readonly number: number; readonly hash: Buffer };

/** Yields the records of a source with numbers above `from` up to `to`, in their order. */
export const readEntries = (
  client: ClientBase,
  source: LogSource,
  from: number,
  to: number,
): AsyncGenerator<RecordHash[]> =>
  binaryRows(client, entriesQuery(source, from, to), (fields: FieldReader) => ({
    number: fields.int64(),
    hash: Buffer.from(fields.bytes()),
  }));

/** An event as the signer takes it in. */
export type SealedEvent = {
  readonly number: number;
  readonly walletId: string;
  readonly version: number;
  readonly prevHash: string;
  readonly hash: string;
  /** Whether the hash is that of the event's columns. */
  readonly isTrue: boolean;
  /** Microseconds since 2000. */
  readonly recordedAt: number;
  /** Applies the event; throws if it lacks the amounts that its type needs. */
  readonly applyTo: (wallet: Wallet) => Wallet;
};

/** Yields the events with `seq` above `from` up to `to`, in the order of `seq`. An event is valid until the next batch. */
export const readEvents = (client: ClientBase, from: number, to: number): AsyncGenerator<SealedEvent[]> => {
  const read = createHashedEventReader();
  const range = `where seq > ${Math.trunc(from)} and seq <= ${Math.trunc(to)} order by seq`;
  return binaryRows(client, `${hashedEventQuery} ${range}`, (fields) => {
    const row = read(fields);
    const { seq, walletId, version, prevHash, hash, trueHash, recordedAt, type, amount, mentions, payload } = row;
    return {
      number: seq,
      walletId,
      version,
      prevHash,
      hash,
      isTrue: hash === trueHash,
      recordedAt,
      applyTo: (wallet) => {
        const event = eventOf({ type, amount, payload: isMovedByAmount(type, mentions) ? {} : payload() });
        return applyLegs(wallet, legs(event));
      },
    };
  });
};

/** A wallet as stored. `head`: the hash of its newest event, valid until the next row. */
export type StoredWallet = Wallet & { readonly walletId: string; readonly version: number; readonly head: Buffer };

/** Opens the wallets with events in the order of their ids, at most `limit` of them after `after`. */
export const openWallets = (
  client: ClientBase,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Cursor<StoredWallet>> => {
  const behind = after === undefined ? '' : `and wallet_id > '${after}'`;
  const query = `select wallet_id, cash, held, bonus, staked, version, head_hash from wallets
    where version > 0 ${behind} order by wallet_id limit ${limit}`;
  return openRows(client, query, (fields) => ({
    walletId: fields.uuid(),
    cash: cents(fields.int64()),
    held: cents(fields.int64()),
    bonus: cents(fields.int64()),
    staked: cents(fields.int64()),
    version: fields.int32(),
    head: fields.bytes(),
  }));
};
