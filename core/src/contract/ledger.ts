import { z } from 'zod';

export { type LedgerGrowth, ledgerRoom } from './ledger-room.ts';

/** Which of the ledger's two times a question is about: when it was known, or when it counts. */
export const ledgerTime = z.enum(['recorded', 'effective']);
export type LedgerTime = z.infer<typeof ledgerTime>;

/** A moment as ISO 8601 with a zone and at most six decimals. */
export const moment = z.iso.datetime({ offset: true });

/** One leg of an event in dollars; `balanceAfter` of the player's account, `null` for the house's. */
export const ledgerEntryView = z.object({
  account: z.string(),
  amount: z.number(),
  balanceAfter: z.number().nullable(),
});
export type LedgerEntryView = z.infer<typeof ledgerEntryView>;

/** The four accounts of a wallet in dollars. */
export const balancesView = z.object({ cash: z.number(), held: z.number(), bonus: z.number(), staked: z.number() });
export type BalancesView = z.infer<typeof balancesView>;

/** One event of the ledger. Dollars; times in UTC with six decimals, hashes as 64 hex digits. */
export const ledgerEventView = z.object({
  seq: z.number().int(),
  walletId: z.string(),
  version: z.number().int(),
  type: z.string(),
  amount: z.number(),
  /** What it did to the player's cash, signed. */
  cashChange: z.number(),
  payload: z.record(z.string(), z.unknown()),
  key: z.string(),
  actor: z.string(),
  cause: z.string(),
  effectiveAt: z.string(),
  recordedAt: z.string(),
  prevHash: z.string(),
  hash: z.string(),
  entries: z.array(ledgerEntryView),
  /** The wallet after it. */
  balances: balancesView,
});
export type LedgerEventView = z.infer<typeof ledgerEventView>;

/**
 * GET /ledger/events, the newest first. Auditors see every wallet; a bettor sees the own one whatever `wallet` says.
 * `before` and `after` are `seq`s, exclusive; `after` turns the order round to the oldest first.
 */
export const ledgerEventsQuery = z.object({
  wallet: z.string().optional(),
  type: z.string().optional(),
  /** Dollars. */
  minAmount: z.coerce.number().optional(),
  maxAmount: z.coerce.number().optional(),
  time: ledgerTime.default('recorded'),
  from: moment.optional(),
  to: moment.optional(),
  /** What led to the event, such as `match:<id>`; or a bet's id, for everything about that bet. */
  cause: z.string().max(200).optional(),
  before: z.coerce.number().int().optional(),
  after: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
/** `next`: the `before` (or `after`) of the next page, `null` at the end. With a filter a page may be empty while `next` leads on. */
export const ledgerEventsPage = z.object({ events: z.array(ledgerEventView), next: z.number().int().nullable() });
export type LedgerEventsPage = z.infer<typeof ledgerEventsPage>;

/** GET /ledger/wallets?search=: players whose name, e-mail, user id or wallet id match; auditors only. */
export const playerView = z.object({
  walletId: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  balances: balancesView,
  version: z.number().int(),
});
export type PlayerView = z.infer<typeof playerView>;

/** One step of a wallet's timeline: an event and the balances after it. */
export const timelineStep = z.object({
  seq: z.number().int(),
  version: z.number().int(),
  type: z.string(),
  amount: z.number(),
  cashChange: z.number(),
  recordedAt: z.string(),
  effectiveAt: z.string(),
  balances: balancesView,
});
export type TimelineStep = z.infer<typeof timelineStep>;

/** The newest signed checkpoint that seals a wallet. */
export const sealView = z.object({ checkpoint: z.number().int(), takenAt: z.string(), version: z.number().int() });

/** GET /ledger/wallets/{id}?at=&time=&before=&limit= ; `steps` newest first, `next` the `before` (a version) of the next page. */
export const walletTimeline = z.object({
  player: playerView,
  /** The wallet at the moment asked for, or now. */
  at: balancesView,
  steps: z.array(timelineStep),
  next: z.number().int().nullable(),
  seal: sealView.nullable(),
});
export type WalletTimeline = z.infer<typeof walletTimeline>;

/** GET /ledger/trial-balance?at=&time= ; the balances of a sound ledger sum to zero. */
export const trialBalanceView = z.object({
  at: z.string().nullable(),
  time: ledgerTime,
  accounts: z.array(z.object({ account: z.string(), balance: z.number(), entries: z.number().int() })),
  sum: z.number(),
});
export type TrialBalanceView = z.infer<typeof trialBalanceView>;

export const findingView = z.object({
  kind: z.string(),
  count: z.number().int(),
  sentence: z.string(),
  first: z.object({
    wallet: z.string().optional(),
    version: z.number().int().optional(),
    seq: z.number().int().optional(),
    key: z.string().optional(),
    checkpoint: z.number().int().optional(),
  }),
});
export type FindingView = z.infer<typeof findingView>;

/** A run of the verification. `broken`: it could not be done (the reason is in `problem`), which says nothing of the ledger. */
export const verificationView = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'broken']),
  requestedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  eventsDone: z.number().int(),
  eventsTotal: z.number().int(),
  wallets: z.number().int().nullable(),
  entries: z.number().int().nullable(),
  checkpoints: z.number().int().nullable(),
  findings: z.array(findingView),
  problem: z.string().nullable(),
});
export type VerificationView = z.infer<typeof verificationView>;

/** GET /ledger/verifications: the last runs, newest first, and the newest checkpoint. POST starts one: 202 and the run. */
export const verificationsView = z.object({
  runs: z.array(verificationView),
  checkpoint: z
    .object({
      number: z.number().int(),
      takenAt: z.string(),
      wallets: z.number().int(),
      events: z.number().int(),
      root: z.string(),
    })
    .nullable(),
});
export type VerificationsView = z.infer<typeof verificationsView>;
