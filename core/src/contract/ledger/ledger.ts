import * as z from 'zod/mini';
import { msg, t } from '../../language/index.ts';
import type { RefusalView } from '../refusal-view.ts';

/** The room of auditors: `ledger` says how far the ledger has grown (a seq), `verification` carries a run's progress. */
export const ledgerRoom = 'ledger';
export type LedgerGrowth = { readonly n: number };

/** Which of an event's two times is meant: when it was recorded, or when it takes effect. */
export const ledgerTime = z.enum(['recorded', 'effective']);
export type LedgerTime = z.infer<typeof ledgerTime>;

/** A moment as ISO 8601 with a time zone. */
export const moment = z.iso.datetime({ offset: true });

/** An entry of an event, in dollars; `balanceAfter` of the player's account, `null` for the bookmaker's. */
const ledgerEntryView = z.object({
  account: z.string(),
  amount: z.number(),
  balanceAfter: z.nullable(z.number()),
});
export type LedgerEntryView = z.infer<typeof ledgerEntryView>;

/** The four accounts of a wallet in dollars. */
const balancesView = z.object({ cash: z.number(), held: z.number(), bonus: z.number(), staked: z.number() });
export type BalancesView = z.infer<typeof balancesView>;

/**
 * Numbers right before an event that no event has. `entries`: the places of the events on both sides in the signed log, if it covers
 * them; `isProved`: both are in it as they are, with no event between them.
 */
const unusedNumbers = z.object({
  from: z.int(),
  to: z.int(),
  entries: z.nullable(z.object({ before: z.int(), after: z.int() })),
  isProved: z.boolean(),
});
export type UnusedNumbers = z.infer<typeof unusedNumbers>;

/** A ledger event. Dollars; times in UTC with six decimals, hashes as 64 hex digits. */
export const ledgerEventView = z.object({
  seq: z.int(),
  walletId: z.string(),
  version: z.int(),
  type: z.string(),
  amount: z.number(),
  /** The signed change of the player's cash. */
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
  /** The wallet after the event. */
  balances: balancesView,
  /** Only in lists of all events, for auditors. */
  unusedBefore: z.optional(unusedNumbers),
  /**
   * The event and its entries as they are stored, if a value of them or of the wallet after them has a form that no writer gives it.
   * The amounts are then 0, and what else cannot be read is empty.
   */
  unreadable: z.optional(z.string()),
});
export type LedgerEventView = z.infer<typeof ledgerEventView>;

const seq = z.optional(z.coerce.number<number>().check(z.int()));

/** Which events; all of those that the caller may see by default. */
const eventFilter = {
  wallet: z.optional(z.string()),
  /** Event types, separated by commas. `SettlementRolledBack/StakeLost`: the rollbacks of that type of settlement only. */
  type: z.optional(z.string().check(z.maxLength(500))),
  /** Accounts, separated by commas: events with an entry on one of them. */
  account: z.optional(z.string().check(z.maxLength(200))),
  /** The league or market of the event's bet; `several` for bets on several, `none` for events without a bet. */
  league: z.optional(z.string().check(z.maxLength(80))),
  market: z.optional(z.string().check(z.maxLength(40))),
  /** Dollars. */
  minAmount: z.optional(z.coerce.number<number>()),
  maxAmount: z.optional(z.coerce.number<number>()),
  time: z._default(ledgerTime, 'recorded'),
  from: z.optional(moment),
  to: z.optional(moment),
  /** What led to the event, such as `match:<id>`; a bet's id, for everything about that bet; or `event:<seq>`, for one event. */
  cause: z.optional(z.string().check(z.maxLength(200))),
};

/**
 * Auditors see every wallet, bettors their own whatever `wallet` is. `before` and `after` are `seq`s, exclusive; with `after` the
 * oldest events come first.
 */
export const ledgerEventsQuery = z.object({
  ...eventFilter,
  before: seq,
  after: seq,
  limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(500)), 50),
});
export type LedgerEventsQuery = z.input<typeof ledgerEventsQuery>;
/** `next`: the `before` or `after` of the next page, `null` at the end. With a filter, a page may be empty before the end. */
export const ledgerEventsPage = z.object({ events: z.array(ledgerEventView), next: z.nullable(z.int()) });
export type LedgerEventsPage = z.infer<typeof ledgerEventsPage>;

export const eventExportFormats = ['csv', 'ndjson', 'parquet'] as const;
export type EventExportFormat = (typeof eventExportFormats)[number];
export const eventExportQuery = z.object({ ...eventFilter, format: z._default(z.enum(eventExportFormats), 'csv') });
export const eventTotalQuery = z.object(eventFilter);

/** How many events a filter finds, and the sum of their entries on the accounts of the filter, in dollars. */
export const eventTotal = z.object({
  events: z.int(),
  amount: z.nullable(z.number()),
  /** Whether all events were counted; otherwise only the newest. */
  isComplete: z.boolean(),
});
export type EventTotalView = z.infer<typeof eventTotal>;

/** At most 100 ids of wallets or users, separated by commas. */
export const namesQuery = z.object({ ids: z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$/)) });
/** By the ids that were asked for; those without an account are left out. */
export const playerNames = z.array(z.object({ id: z.string(), name: z.string() }));
export type PlayerNames = z.infer<typeof playerNames>;

/** A filter that a member of staff saved: the query of the ledger's address. */
export const savedFilter = z.object({ id: z.string(), name: z.string(), search: z.string() });
export type SavedFilter = z.infer<typeof savedFilter>;
export const savedFilterInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  search: z.string().check(z.maxLength(1_000)),
});

/** A player as searches find them. */
export const playerView = z.object({
  walletId: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  balances: balancesView,
  version: z.int(),
});
export type PlayerView = z.infer<typeof playerView>;

/** One step of a wallet's timeline: an event and the balances after it. */
const timelineStep = z.object({
  seq: z.int(),
  version: z.int(),
  type: z.string(),
  amount: z.number(),
  cashChange: z.number(),
  recordedAt: z.string(),
  effectiveAt: z.string(),
  balances: balancesView,
});
export type TimelineStep = z.infer<typeof timelineStep>;

/** `before` is a version. */
export const timelineQuery = z.object({
  at: z.optional(moment),
  time: z._default(ledgerTime, 'recorded'),
  before: z.optional(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
  limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1_000)), 200),
});

/** How far a wallet's events are in the log. `version`: of the newest one that a signed checkpoint covers; `size`: that checkpoint's. */
const sealView = z.object({ size: z.int(), signedAt: z.number(), version: z.int() });

/** `steps`: newest first. `next`: the `before` of the next page. */
export const walletTimeline = z.object({
  player: playerView,
  /** The wallet at the requested moment, or now. */
  at: balancesView,
  steps: z.array(timelineStep),
  next: z.nullable(z.int()),
  seal: z.nullable(sealView),
});
export type WalletTimeline = z.infer<typeof walletTimeline>;

export const comparisonQuery = z.object({ from: moment, to: moment, time: z._default(ledgerTime, 'recorded') });
const openBet = z.object({ betId: z.string(), stake: z.number(), placedAt: z.string() });
const walletMoment = z.object({
  at: z.string(),
  balances: balancesView,
  /** The stakes of all bets that were open then, and the newest 50 of them. */
  openBets: z.object({ count: z.int(), stakes: z.number(), newest: z.array(openBet) }),
});
/** A wallet at two moments, each inclusive, and the events after the first up to the second. Dollars. */
export const walletComparison = z.object({
  walletId: z.string(),
  time: ledgerTime,
  from: walletMoment,
  to: walletMoment,
  between: z.array(z.object({ type: z.string(), events: z.int(), change: balancesView })),
});
export type WalletComparison = z.infer<typeof walletComparison>;

/** The balances of a sound ledger sum to zero. */
export const trialBalanceView = z.object({
  at: z.nullable(z.string()),
  time: ledgerTime,
  accounts: z.array(z.object({ account: z.string(), balance: z.number(), entries: z.int() })),
  sum: z.number(),
});
export type TrialBalanceView = z.infer<typeof trialBalanceView>;

/** `key` identifies the finding in every run that finds it. */
const findingView = z.object({
  kind: z.string(),
  key: z.string(),
  sentence: z.string(),
  place: z.object({
    wallet: z.optional(z.string()),
    version: z.optional(z.int()),
    seq: z.optional(z.int()),
    key: z.optional(z.string()),
    checkpoint: z.optional(z.int()),
    seal: z.optional(z.int()),
  }),
});
export type FindingView = z.infer<typeof findingView>;

/** A run of the verification. `broken`: it could not finish, for the reason in `problem`; that says nothing about the ledger. */
export const verificationView = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'broken']),
  requestedAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  eventsDone: z.int(),
  eventsTotal: z.int(),
  wallets: z.nullable(z.int()),
  entries: z.nullable(z.int()),
  checkpoints: z.nullable(z.int()),
  /** How many events no signed checkpoint covers yet. */
  uncovered: z.nullable(z.int()),
  /** How many findings there are; the first are listed. */
  found: z.int(),
  findings: z.array(findingView),
  problem: z.nullable(z.string()),
});
export type VerificationView = z.infer<typeof verificationView>;

/** The last runs, newest first, and the newest checkpoint of the log. `signedAt`: milliseconds since 1970. */
export const verificationsView = z.object({
  runs: z.array(verificationView),
  checkpoint: z.nullable(
    z.object({ size: z.int(), signedAt: z.number(), root: z.string(), cosignedBy: z.array(z.string()) }),
  ),
});
export type VerificationsView = z.infer<typeof verificationsView>;

export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const sentences = {
  'request-invalid': msg('wallet is not the id of a wallet.'),
  'wallet-unknown': msg('Wallet not found.'),
  'verification-unknown': msg('Verification not found.'),
  'public-key-unknown': msg('This operator does not sign checkpoints.'),
  'too-many-exports': msg('Too many exports are running. Please try again when one has finished.'),
  'too-many-proofs': msg('Too many proofs are being downloaded. Please try again in a moment.'),
  'period-invalid': msg('The second moment must not be before the first.'),
  'too-many-filters': msg('You can save 50 filters. Delete one first.'),
} as const;
type Code = keyof typeof sentences;
type LedgerRefusal = { readonly [C in Code]: { readonly code: C } }[Code];

export const ledgerRefusalView = ({ code }: LedgerRefusal): RefusalView => ({ code, error: t(sentences[code]) });
