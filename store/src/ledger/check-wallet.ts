import {
  apply,
  balanceOf,
  canonicalLeaf,
  emptyWallet,
  isPlayerAccount,
  legs,
  type Wallet,
  type WalletEvent,
  type WalletEventType,
} from '@touchline/core/wallet';
import { eventHash, noHash } from '../wallet/event-hash.ts';
import type { Findings } from './findings.ts';
import { leafHash } from './merkle.ts';
import { type EntryRow, type EventRow, eventOf, type HeadRow, type WalletRow } from './rows.ts';

/** Checks one wallet, event by event, in the order in which they were recorded. */
export type WalletCheck = {
  readonly event: (row: EventRow, entries: readonly EntryRow[]) => void;
  /** What a checkpoint says of the wallet; told before the event of its version is checked. */
  readonly expectHead: (head: HeadRow) => void;
  /** After the last event: the projection must be the fold. */
  readonly end: (row: WalletRow | undefined) => void;
};

const knownTypes: Record<WalletEventType, true> = {
  DepositCredited: true,
  DepositReversed: true,
  WithdrawalRequested: true,
  WithdrawalPaid: true,
  WithdrawalReleased: true,
  StakeTaken: true,
  WinningsPaid: true,
  StakeLost: true,
  StakeRefunded: true,
  SettlementRolledBack: true,
  BonusGranted: true,
  BonusConverted: true,
  BonusForfeited: true,
  AdjustmentMade: true,
};

/** These take cash that must be there; a reversal, a roll-back or an adjustment may leave less than nothing. */
const needsCash: readonly string[] = ['StakeTaken', 'WithdrawalRequested'] satisfies readonly WalletEventType[];

export function checkWallet(walletId: string, findings: Findings): WalletCheck {
  let wallet: Wallet = emptyWallet;
  let version = 0;
  let head: Buffer = noHash;
  let recordedAt = '';
  let heads: HeadRow[] = [];

  const checkHeads = (): void => {
    const due = heads.filter((expected) => expected.version === version);
    if (due.length === 0) return;
    heads = heads.filter((expected) => expected.version !== version);
    const leaf = leafHash(canonicalLeaf({ ...wallet, wallet_id: walletId, version, head: head.toString('hex') }));
    for (const { number, leaf: sealed } of due) {
      if (leaf.equals(sealed)) continue;
      const sentence = `checkpoint ${number} sealed another state of wallet ${walletId} at version ${version}`;
      findings.add('checkpoint-differs', sentence, { wallet: walletId, version, checkpoint: number });
    }
  };

  return {
    expectHead: (expected) => {
      heads.push(expected);
    },
    event: ({ record, prevHash, hash }, entries) => {
      const place = { wallet: walletId, version: record.version, seq: record.seq, key: record.key };
      const name = `event ${record.version} of wallet ${walletId} (${record.type}, ${record.key})`;
      if (record.version !== version + 1) {
        findings.add('version-missing', `${name} follows version ${version}: what was between is missing`, place);
      }
      if (!prevHash.equals(head)) findings.add('chain-broken', `${name} does not continue the hash before it`, place);
      if (!hash.equals(hashOf(prevHash, record)))
        findings.add('event-altered', `${name} is not what was hashed`, place);
      if (record.recorded_at < recordedAt) {
        findings.add('time-backwards', `${name} was recorded before the event that precedes it`, place);
      }
      version = record.version;
      head = hash;
      recordedAt = record.recorded_at;

      if (!(record.type in knownTypes)) {
        findings.add('event-unknown', `${name} is of a type that the ledger does not have`, place);
        return;
      }
      const event = eventOf(record);
      try {
        wallet = apply(wallet, event);
      } catch {
        findings.add('event-altered', `${name} does not hold the amounts that its type needs`, place);
        return;
      }
      const isShort = needsCash.includes(event.type) && wallet.cash < 0;
      if (isShort || wallet.held < 0 || wallet.bonus < 0 || wallet.staked < 0) {
        findings.add('balance-negative', `${name} takes money that is not there`, place);
      }
      if (!entriesFit(event, wallet, entries)) {
        findings.add('entries-differ', `the entries of ${name} are not those that the event calls for`, place);
      }
      checkHeads();
    },
    end: (row) => {
      for (const { number, version: sealed } of heads) {
        const sentence = `checkpoint ${number} sealed wallet ${walletId} at version ${sealed}, its events end at ${version}`;
        findings.add('tail-cut', sentence, { wallet: walletId, version: sealed, checkpoint: number });
      }
      if (!row) {
        findings.add('wallet-missing', `wallet ${walletId} has events but no balance`, { wallet: walletId, version });
        return;
      }
      const isFold =
        row.cash === wallet.cash &&
        row.held === wallet.held &&
        row.bonus === wallet.bonus &&
        row.staked === wallet.staked;
      const isTimely = version === 0 || row.recordedAt === recordedAt;
      if (isFold && row.version === version && row.headHash.equals(head) && isTimely) return;
      const sentence = `the balance of wallet ${walletId} is not the fold of its ${version} events`;
      findings.add('wallet-differs', sentence, { wallet: walletId, version });
    },
  };
}

function hashOf(previous: Buffer, record: EventRow['record']): Buffer {
  try {
    return eventHash(previous, record);
  } catch {
    // Fractions have no canonical form, so nothing ever hashed to this.
    return noHash;
  }
}

function entriesFit(event: WalletEvent, after: Wallet, entries: readonly EntryRow[]): boolean {
  const expected = legs(event);
  return (
    expected.length === entries.length &&
    expected.every((leg, index) => {
      const entry = entries[index];
      const balance = isPlayerAccount(leg.account) ? balanceOf(after, leg.account) : null;
      return (
        entry !== undefined &&
        entry.leg === index + 1 &&
        entry.account === leg.account &&
        entry.amount === leg.amount &&
        entry.balanceAfter === balance
      );
    })
  );
}
