import type { BonusTerms } from '@touchline/core/bonus';
import type { AdminTransactionView, TransactionView, WalletPush } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import type { StoredEmail } from '@touchline/store/emails';
import type { DataKey } from '@touchline/store/sealed';
import type { WalletWriter } from '@touchline/store/wallet';
import type { PaymentProvider } from './provider.ts';

/** A transaction that was committed as it is now, for its owner and for admins, and the wallet when money moved. */
export type PaymentChange = {
  readonly userId: UserId;
  readonly transaction: TransactionView;
  readonly forAdmins: AdminTransactionView;
  readonly wallet?: WalletPush;
};

export type ReconcileDeps = {
  readonly db: Db;
  readonly writer: Pick<WalletWriter, 'submit'>;
  readonly provider: PaymentProvider;
  /** The key for digests of payers. */
  readonly dataKey: DataKey;
  /** What a first deposit brings a bonus on. */
  readonly bonus: BonusTerms;
  readonly now: () => Instant;
  /** Called after each commit. */
  readonly announce: (change: PaymentChange) => void;
  /** Queues a stored email after the commit. */
  readonly queueEmail: (email: StoredEmail) => void;
  /** Something that a person has to look at. */
  readonly alarm: (particulars: object, event: string) => void;
};
