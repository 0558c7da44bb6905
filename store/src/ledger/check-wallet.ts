import { noMoney } from '@touchline/core/money';
import {
  applyLegs,
  emptyWallet,
  isMovedByAmount,
  type Leg,
  legs,
  type Wallet,
  type WalletEvent,
  type WalletEventType,
} from '@touchline/core/wallet';
import { noHash } from '../wallet/event-hash.ts';
import { timeText } from './binary-rows.ts';
import { eventLocation, eventName, type FindingKind, type Findings } from './findings.ts';
import type { HashedEvent } from './hashed-event.ts';
import { eventOf, type LegsRow, legsText, type WalletRow } from './rows.ts';
import type { SealTotals } from './seal-totals.ts';

/** Checks a wallet, event by event, in the order of recording. */
export type WalletCheck = {
  readonly event: (event: HashedEvent, entries: LegsRow | undefined) => void;
  /** After the last event: the stored balance must be the fold. */
  readonly end: (row: WalletRow | undefined) => void;
};

const knownTypes: Record<WalletEventType, true> = {
  DepositCredited: true,
  DepositReversed: true,
  WithdrawalRequested: true,
  WithdrawalPaid: true,
  WithdrawalReleased: true,
  StakeTaken: true,
  BetAccepted: true,
  BetRejected: true,
  CashedOut: true,
  WinningsPaid: true,
  StakeLost: true,
  StakeRefunded: true,
  SettlementRolledBack: true,
  BonusGranted: true,
  BonusConverted: true,
  BonusTakenBack: true,
  BonusForfeited: true,
  AdjustmentMade: true,
};

/** These need cash; a reversal, rollback or adjustment may leave a negative balance. */
const needsCash: readonly string[] = ['StakeTaken', 'WithdrawalRequested'] satisfies readonly WalletEventType[];

/** `totals` collects what the wallet adds to each seal. */
export function checkWallet(walletId: string, findings: Findings, totals: SealTotals): WalletCheck {
  let wallet: Wallet = emptyWallet;
  let version = 0;
  let head = noHash.toString('hex');
  let recordedAt = Number.MIN_SAFE_INTEGER;

  return {
    event: (row, entries) => {
      const report = (kind: FindingKind, what: string) =>
        findings.add(kind, `${eventName(row)} ${what}`, eventLocation(row));
      if (row.version !== version + 1)
        report('version-missing', `follows version ${version}: events between them are missing`);
      if (row.prevHash !== head) report('chain-broken', 'does not continue the hash before it');
      if (row.hash !== row.trueHash) report('event-altered', 'differs from its hash');
      if (row.recordedAt < recordedAt) report('time-backwards', 'was recorded before the event that precedes it');
      version = row.version;
      head = row.hash;
      recordedAt = row.recordedAt;

      if (!(row.type in knownTypes)) {
        report('event-unknown', 'has an unknown type');
        return;
      }
      const { type, amount } = row;
      const event = eventOf({ type, amount, payload: isMovedByAmount(type, row.mentions) ? {} : row.payload() });
      if (!hasPossibleAmounts(event)) report('amount-wrong', 'has amounts that its type cannot have');
      let moved: readonly Leg[];
      const before = wallet;
      try {
        moved = legs(event);
        wallet = applyLegs(wallet, moved);
      } catch {
        report('event-altered', 'lacks the amounts that its type needs');
        return;
      }
      const isShort = needsCash.includes(event.type) && wallet.cash < 0;
      if (isShort || wallet.held < 0 || wallet.bonus < 0 || wallet.staked < 0)
        report('balance-negative', 'debits more than the balance');
      // An event that moves nothing, such as the end of an empty bonus, has no entries.
      if ((entries?.count ?? 0) !== moved.length || (entries?.text ?? '') !== legsText(moved, wallet)) {
        findings.add('entries-differ', `the entries of ${eventName(row)} do not match the event`, eventLocation(row));
      }
      totals.add(row.seq, before, wallet, row.version === 1);
    },
    end: (row) => {
      if (!row) {
        if (version === 0) return;
        const sentence = `wallet ${walletId} has events but no balance`;
        findings.add('wallet-missing', sentence, { wallet: walletId, version });
        return;
      }
      const isTimely = version === 0 || row.recordedAt === timeText(recordedAt);
      if (hasBalances(row, wallet) && row.version === version && row.headHash.toString('hex') === head && isTimely)
        return;
      const sentence = `the balance of wallet ${walletId} is not the fold of its ${version} ${version === 1 ? 'event' : 'events'}`;
      // The same difference stays the same finding when further events follow.
      const off = [
        row.cash - wallet.cash,
        row.held - wallet.held,
        row.bonus - wallet.bonus,
        row.staked - wallet.staked,
      ];
      findings.add('wallet-differs', sentence, { wallet: walletId, version }, `${walletId} ${off.join(' ')}`);
    },
  };
}

/** Only an adjustment takes money by a negative amount. Of a stake or payout, the part of a bonus is not more than the whole. */
function hasPossibleAmounts(event: WalletEvent): boolean {
  const { type, amount } = event;
  if (amount < 0) return type === 'AdjustmentMade';
  const stake = 'stake' in event ? event.stake : noMoney;
  const fromBonus = 'fromBonus' in event ? (event.fromBonus ?? noMoney) : noMoney;
  const toBonus = 'toBonus' in event ? (event.toBonus ?? noMoney) : noMoney;
  const forfeited = 'forfeited' in event ? (event.forfeited ?? noMoney) : noMoney;
  return Math.min(stake, fromBonus, toBonus, forfeited) >= 0 && Math.max(fromBonus, toBonus + forfeited) <= amount;
}

const hasBalances = (row: WalletRow, { cash, held, bonus, staked }: Wallet): boolean =>
  row.cash === cash && row.held === held && row.bonus === bonus && row.staked === staked;
