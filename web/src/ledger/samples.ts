import type {
  LedgerEntryView,
  LedgerEventsPage,
  LedgerEventView,
  PlayerView,
  VerificationView,
  WalletTimeline,
} from '@touchline/core/contract';

export const walletId = '01937f8a-6c00-7000-8000-000000000001';
const hashOf = (version: number): string => String(version).padStart(64, '0');

const leg = (account: string, amount: number, balanceAfter: number | null): LedgerEntryView => ({
  account,
  amount,
  balanceAfter,
});

/** Three events of a wallet, oldest first: a deposit of $100, a stake of $10, and a win of $21. */
export const deposited: LedgerEventView = {
  seq: 11,
  walletId,
  version: 1,
  type: 'DepositCredited',
  amount: 100,
  cashChange: 100,
  payload: { provider: 'mollie', providerPaymentId: 'tr_1' },
  key: 'deposit:tr_1:paid',
  actor: 'system:payments',
  cause: 'payment:tr_1',
  effectiveAt: '2026-11-20T14:00:00.000000Z',
  recordedAt: '2026-11-20T14:00:00.123456Z',
  prevHash: hashOf(0),
  hash: hashOf(1),
  entries: [leg('provider:clearing', -100, null), leg('player:cash', 100, 100)],
  balances: { cash: 100, held: 0, bonus: 0, staked: 0 },
};
export const staked: LedgerEventView = {
  ...deposited,
  seq: 12,
  version: 2,
  type: 'StakeTaken',
  amount: 10,
  cashChange: -10,
  payload: { betId: 'b-1', terms: 'ab' },
  key: 'stake:b-1',
  actor: 'user:u1',
  cause: 'request:r1',
  effectiveAt: '2026-11-20T14:03:00.000001Z',
  recordedAt: '2026-11-20T14:03:00.000001Z',
  prevHash: hashOf(1),
  hash: hashOf(2),
  entries: [leg('player:cash', -10, 90), leg('player:staked', 10, 10)],
  balances: { cash: 90, held: 0, bonus: 0, staked: 10 },
};
export const won: LedgerEventView = {
  ...staked,
  seq: 15,
  version: 3,
  type: 'WinningsPaid',
  amount: 21,
  cashChange: 21,
  payload: { betId: 'b-1', stake: 1_000, settlement: 1 },
  key: 'settle:b-1:1',
  actor: 'system:settlement',
  cause: 'match:m-1',
  effectiveAt: '2026-11-20T14:01:00.000000Z',
  recordedAt: '2026-11-20T16:00:00.000000Z',
  prevHash: hashOf(2),
  hash: hashOf(3),
  entries: [leg('player:staked', -10, 0), leg('house:result', -11, null), leg('player:cash', 21, 111)],
  balances: { cash: 111, held: 0, bonus: 0, staked: 0 },
};

/** The only page of the list: newest first. */
export const threeEvents: LedgerEventsPage = { events: [won, staked, deposited], next: null };

export const bea: PlayerView = {
  walletId,
  userId: '01937f8a-6c00-7000-8000-0000000000aa',
  name: 'Bea Smit',
  email: 'bea@touchline.test',
  balances: won.balances,
  version: 3,
};
export const timeline: WalletTimeline = {
  player: bea,
  at: won.balances,
  steps: [],
  next: null,
  seal: { size: 1_200, signedAt: Date.UTC(2026, 10, 20, 15), version: 2 },
};

export const passed: VerificationView = {
  id: 'r1',
  state: 'passed',
  requestedAt: '2026-11-20T16:00:00.000000Z',
  startedAt: '2026-11-20T16:00:01.000000Z',
  finishedAt: '2026-11-20T16:00:09.000000Z',
  eventsDone: 1_000,
  eventsTotal: 1_000,
  wallets: 20,
  entries: 2_100,
  checkpoints: 12,
  uncovered: 0,
  found: 0,
  findings: [],
  problem: null,
};
export const running: VerificationView = {
  ...passed,
  id: 'r2',
  state: 'running',
  requestedAt: '2026-11-20T17:00:00.000000Z',
  finishedAt: null,
  eventsDone: 250,
  wallets: null,
  entries: null,
  checkpoints: null,
  uncovered: null,
};
export const failed: VerificationView = {
  ...passed,
  id: 'r2',
  requestedAt: running.requestedAt,
  state: 'failed',
  found: 2,
  findings: [
    {
      kind: 'event-altered',
      key: 'event-altered:12',
      sentence: 'Event 12 does not have the hash that is stored with it.',
      place: { wallet: walletId, version: 2, seq: 12 },
    },
  ],
};
export const verifications = {
  runs: [passed],
  checkpoint: { size: 1_200, signedAt: Date.UTC(2026, 10, 20, 15), root: 'ab'.repeat(32), cosignedBy: ['own.witness'] },
};
