import type {
  AdminTransactionView,
  BonusView,
  PaymentMethodsView,
  TransactionView,
  WalletView,
} from '@touchline/core/contract';

/** A withdrawal of $120.00 that waits for an admin, as its owner sees it. */
export const pendingWithdrawal: TransactionView = {
  _id: '01937f8a-6c00-7000-8000-0000000000w1',
  version: 1,
  userId: 'u1',
  type: 'withdrawal',
  amount: 120,
  status: 'pending',
  paymentMethod: 'bank_transfer',
  createdAt: '2026-11-20T14:00:00.000Z',
  updatedAt: '2026-11-20T14:00:00.000Z',
};
/** A deposit of $50.00 that arrived, charged in euro. */
export const arrivedDeposit: TransactionView = {
  ...pendingWithdrawal,
  _id: '01937f8a-6c00-7000-8000-0000000000d1',
  version: 3,
  type: 'deposit',
  amount: 50,
  status: 'completed',
  paymentMethod: 'ideal',
  reference: 'tr_7UhSN1zuXS',
  createdAt: '2026-11-19T09:30:00.000Z',
  updatedAt: '2026-11-19T09:31:00.000Z',
  metadata: { charged: '€46.00', rate: '0.92' },
};
export const failedDeposit: TransactionView = {
  ...arrivedDeposit,
  _id: '01937f8a-6c00-7000-8000-0000000000d2',
  status: 'failed',
  paymentMethod: 'creditcard',
  reason: 'The card was declined.',
  createdAt: '2026-11-18T09:30:00.000Z',
};
export const openDeposit: TransactionView = {
  ...pendingWithdrawal,
  _id: '01937f8a-6c00-7000-8000-0000000000d3',
  type: 'deposit',
  amount: 25,
  status: 'initiated',
  paymentMethod: 'creditcard',
};
/** The same with a payment page that takes it until after all tests. */
export const payableDeposit: TransactionView = {
  ...openDeposit,
  checkoutUrl: 'https://pay.test/checkout/tr_1',
  checkoutExpiresAt: '2099-11-20T14:30:00.000Z',
};

/** The withdrawal above as admins see it. */
export const adminTransaction: AdminTransactionView = {
  ...pendingWithdrawal,
  user: { id: 'u1', name: 'Ada Lovelace', email: 'ada@touchline.test' },
  flags: ['new-account', 'large'],
  payoutTo: 'NL•• •••• •••• ••43 00',
  decidedBy: null,
  decidedAt: null,
};
export const adminDeposit: AdminTransactionView = { ...adminTransaction, ...arrivedDeposit, flags: [], payoutTo: null };

export const paymentMethods: PaymentMethodsView = {
  deposit: {
    minimum: 10,
    methods: [
      { id: 'creditcard', currency: 'USD', rate: null },
      { id: 'ideal', currency: 'EUR', rate: '0.92' },
      { id: 'bancontact', currency: 'EUR', rate: '0.92' },
      { id: 'paypal', currency: 'USD', rate: null },
    ],
  },
  withdrawal: { minimum: 10, maximum: 10_000, methods: ['bank_transfer', 'paypal', 'crypto'] },
};

export const bonusOffer: BonusView = {
  offer: { percent: 100, maximum: 100, wagering: 5, minTotalOdds: 1.5, days: 30, maxStake: 50, opposing: 'net' },
  bonus: null,
};
export const activeBonus: BonusView = {
  ...bonusOffer,
  bonus: {
    id: 'b1',
    status: 'active',
    granted: 100,
    wagered: 125,
    toWager: 500,
    grantedAt: '2026-11-10T12:00:00.000Z',
    expiresAt: '2099-12-10T12:00:00.000Z',
    endedAt: null,
  },
};

export const walletOf = (balance: number): WalletView => ({ version: 8, balance, held: 20, bonus: 0, staked: 10 });
