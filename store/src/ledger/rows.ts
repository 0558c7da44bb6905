import type { Cents } from '@touchline/core/money';
import {
  type Account,
  balanceOf,
  type EventRecord,
  isPlayerAccount,
  type Json,
  type Leg,
  type Wallet,
  type WalletEvent,
} from '@touchline/core/wallet';
import type { FieldReader } from './binary-rows.ts';

/** A wallet's stored row. */
export type WalletRow = Wallet & {
  readonly walletId: string;
  readonly version: number;
  readonly headHash: Buffer;
  readonly recordedAt: string;
};
/** An event as stored, with its hashes. */
export type EventRow = { readonly record: EventRecord; readonly prevHash: Buffer; readonly hash: Buffer };
export type EntryRow = {
  readonly walletId: string;
  readonly seq: number;
  readonly leg: number;
  readonly account: Account;
  readonly amount: Cents;
  readonly balanceAfter: Cents | null;
};
/** The entries of one event in the form in which they are compared; see `legsText`. */
export type LegsRow = {
  readonly walletId: string;
  readonly seq: number;
  readonly count: number;
  readonly text: string;
};
// A wallet without events has the time −infinity, which has no canonical form.
export const walletQuery = `
  select wallet_id, cash, held, bonus, staked, version, head_hash,
    case when isfinite(recorded_at) then recorded_at else timestamptz '1970-01-01Z' end
  from wallets`;

export const readWalletRow = (fields: FieldReader): WalletRow => ({
  walletId: fields.uuid(),
  cash: fields.int64() as Cents,
  held: fields.int64() as Cents,
  bonus: fields.int64() as Cents,
  staked: fields.int64() as Cents,
  version: fields.int32(),
  headHash: fields.bytes(),
  recordedAt: fields.time(),
});

export const eventQuery = `
  select wallet_id, seq, version, type, amount, payload, key, request, actor, cause, effective_at, recorded_at,
    prev_hash, hash
  from ledger_events`;

export const readEventRow = (fields: FieldReader): EventRow => {
  const record: EventRecord = {
    wallet_id: fields.uuid(),
    seq: fields.int64(),
    version: fields.int32(),
    type: fields.text(),
    amount: fields.int64(),
    payload: JSON.parse(fields.json()) as Json,
    key: fields.text(),
    request: fields.bytes().toString('hex'),
    actor: fields.text(),
    cause: fields.text(),
    effective_at: fields.time(),
    recorded_at: fields.time(),
  };
  return { record, prevHash: fields.bytes(), hash: fields.bytes() };
};

export const entryQuery = 'select wallet_id, seq, leg, account, amount, balance_after from ledger_entries';

export const readEntryRow = (fields: FieldReader): EntryRow => ({
  walletId: fields.uuid(),
  seq: fields.int64(),
  leg: fields.int16(),
  account: fields.text() as Account,
  amount: fields.int64() as Cents,
  balanceAfter: fields.isNull() ? null : (fields.int64() as Cents),
});

/**
 * One row per event instead of one per entry. The account comes last and entries are counted, so no other entries have the same
 * text.
 */
export const legsQuery = (where: string): string => `
  select wallet_id, seq, count(*)::integer,
    string_agg(concat_ws(' ', leg, amount, coalesce(balance_after::text, '-'), account), ',' order by leg)
  from ledger_entries ${where} group by seq, wallet_id`;

export const readLegsRow = (fields: FieldReader): LegsRow => ({
  walletId: fields.uuid(),
  seq: fields.int64(),
  count: fields.int32(),
  text: fields.text(),
});

/** Returns the text that `legsQuery` produces for these legs. */
export const legsText = (legs: readonly Leg[], after: Wallet): string => {
  let text = '';
  let number = 0;
  for (const { account, amount } of legs) {
    const balance = isPlayerAccount(account) ? balanceOf(after, account) : '-';
    number += 1;
    text += `${number === 1 ? '' : ','}${number} ${amount} ${balance} ${account}`;
  }
  return text;
};

/** Returns the event of a record, as stored: it may not be valid. */
export const eventOf = ({ type, amount, payload }: Pick<EventRecord, 'type' | 'amount' | 'payload'>): WalletEvent =>
  ({ type, amount, ...(payload as object) }) as WalletEvent;
