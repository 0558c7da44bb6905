import type { ExclusionCause, ExclusionKind, LimitKind, LimitPeriod, OddsFormat, Role } from '@touchline/core/account';
import type { Acceptance, BetStatus, LegStatus, OddsPolicy, RejectionCode, System } from '@touchline/core/betting';
import type { BonusStatus } from '@touchline/core/bonus';
import type { BookSlipRequest, SupportTopic } from '@touchline/core/contract';
import type {
  BetId,
  EmailId,
  MatchId,
  PasskeyId,
  SessionId,
  SupportMessageId,
  TransactionId,
  UserId,
  WalletId,
} from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Language } from '@touchline/core/language';
import type { MarketKey, PricesOf, Score } from '@touchline/core/markets';
import type {
  Closable,
  EventQuotePlan,
  EventQuotes,
  LeagueKey,
  MarketReason,
  MarketState,
  MatchStatus,
  SkippedPlay,
} from '@touchline/core/matches';
import type { Cents, Decimal } from '@touchline/core/money';
import type {
  RefundState,
  ReturnedPart,
  ReturnResolution,
  TransactionStatus,
  TransactionType,
} from '@touchline/core/payments';
import type { BuilderInputs } from '@touchline/core/pricing';
import type { DryRun, VoidWindow, WeighedRun } from '@touchline/core/settlement';
import type { Account, Json, WalletEventType } from '@touchline/core/wallet';
import type { ColumnType, Generated } from 'kysely';
import type { EmailJob } from './emails/email-job.ts';
import type { DoubtKind } from './matches/match-doubt.ts';

/** A column that is written once: an update does not compile. Grants and triggers in the migrations prevent it too. */
type Once<Read, Write = Read> = ColumnType<Read, Write, never>;
/** A timestamptz: read as an Instant, written as a Date. */
type Time = ColumnType<Instant, Date, Date>;
type TimeOnce = ColumnType<Instant, Date, never>;
type MaybeTime = ColumnType<Instant | null, Date | null | undefined, Date | null>;
/** A numeric: read as a Decimal, written as its text. */
type Exact = ColumnType<Decimal, string, string>;
type ExactOnce = ColumnType<Decimal, string, never>;
type JsonOf<Read> = ColumnType<Read, string, string>;

export type UserTable = {
  id: Once<UserId>;
  wallet_id: Once<WalletId>;
  email: string;
  name: string;
  role: Role;
  /** When the role was changed; null if it never was. */
  role_since: ColumnType<Instant | null, undefined, Date>;
  password_hash: string;
  email_verified_at: MaybeTime;
  created_at: ColumnType<Instant, never, never>;
  odds_format: ColumnType<OddsFormat, OddsFormat | undefined, OddsFormat>;
  odds_policy: ColumnType<OddsPolicy, OddsPolicy | undefined, OddsPolicy>;
  /** Null: none was chosen yet; emails are in English. */
  language: ColumnType<Language | null, Language | null | undefined, Language>;
  /** Starred leagues and teams. */
  favourites: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
  /** The secret of the second factor, sealed under `totp:<user id>`; required since `totp_since`. */
  totp_sealed: ColumnType<string | null, string | undefined, string | null>;
  totp_since: MaybeTime;
  /** The secret of an app that no code has confirmed yet, sealed in the same way. Once confirmed, it replaces `totp_sealed`. */
  totp_pending: ColumnType<string | null, string | undefined, string | null>;
  /** The session that began to set up that app, the only one that may confirm it. */
  totp_pending_session: ColumnType<SessionId | null, SessionId | undefined, SessionId | null>;
  /** The 30-second step of the last accepted code: a code works once. */
  totp_step: ColumnType<number, number | undefined, number>;
};

export type SessionEnd =
  | 'logged-out'
  | 'ended-by-user'
  | 'ended-by-operator'
  | 'password-changed'
  | 'password-reset'
  | 'token-reused'
  /** The account had too many sessions, and this one was unused for longest. */
  | 'replaced';

/** One login on one device, and the position in its chain of refresh tokens. */
export type SessionTable = {
  id: Once<SessionId>;
  user_id: Once<UserId>;
  created_at: TimeOnce;
  used_at: Time;
  user_agent: string;
  address: string;
  salt: Once<Buffer>;
  turn: ColumnType<number, number | undefined, number>;
  turned_at: Time;
  expires_at: Time;
  /** When this session proved the second factor; null: it proved only the password. */
  second_factor_at: MaybeTime;
  ended_at: MaybeTime;
  ended_why: ColumnType<SessionEnd | null, undefined, SessionEnd>;
};

export type RecoveryCodeTable = {
  user_id: Once<UserId>;
  code_hash: Once<Buffer>;
  created_at: TimeOnce;
  used_at: MaybeTime;
};

export type PasskeyTable = {
  id: Once<PasskeyId>;
  user_id: Once<UserId>;
  name: Once<string>;
  /** As the authenticator named it, in base64url. */
  credential_id: Once<string>;
  public_key: Once<Buffer>;
  /** The authenticator's own count of its uses; 0 if it does not count them. */
  counter: number;
  created_at: TimeOnce;
  used_at: MaybeTime;
};

/** A challenge that awaits its answer; one for a login has no user. */
export type PasskeyChallengeTable = {
  challenge_hash: Once<Buffer>;
  user_id: Once<UserId | null>;
  expires_at: TimeOnce;
};

/** Counted attempts on accounts; unlike `tries`, a logged table that survives a crash. */
export type AttemptTable = TriesTable;

/** Attempts in windows that begin with the first; the key is a hash of what is attempted. */
export type TriesTable = { key: Once<Buffer>; count: number; since: Time; ends_at: Time };

/** What admins did: append-only. */
export type AuditTable = {
  id: ColumnType<number, never, never>;
  at: ColumnType<Instant, never, never>;
  actor: Once<UserId>;
  role: Once<Role | 'operator' | 'system'>;
  action: Once<string>;
  subject: Once<string>;
  reason: Once<string | null>;
  before: ColumnType<Json | null, string | null, never>;
  after: ColumnType<Json | null, string | null, never>;
  request_id: Once<string>;
};

export type EmailTokenTable = {
  token_hash: Once<Buffer>;
  user_id: Once<UserId>;
  purpose: Once<'verify' | 'reset' | 'confirm-browser'>;
  created_at: ColumnType<Instant, Date | undefined, never>;
  expires_at: TimeOnce;
  used_at: MaybeTime;
};

export type WalletTable = {
  wallet_id: Once<WalletId>;
  cash: Cents;
  held: Cents;
  bonus: Cents;
  staked: Cents;
  version: number;
  head_hash: Buffer;
  recorded_at: Time;
  staked_to_date: Generated<Cents>;
  lost_to_date: Generated<Cents>;
  promised_to_date: Generated<Cents>;
  aged_staked: Generated<Cents>;
  aged_promised: Generated<Cents>;
};

/** The append-only stream of every wallet. Only the wallet writer writes it. */
export type LedgerEventTable = {
  seq: Once<number>;
  wallet_id: Once<WalletId>;
  version: Once<number>;
  type: Once<WalletEventType>;
  amount: Once<Cents>;
  payload: Once<Json>;
  key: Once<string>;
  request: Once<Buffer>;
  actor: Once<string>;
  cause: Once<string>;
  effective_at: TimeOnce;
  recorded_at: TimeOnce;
  prev_hash: Once<Buffer>;
  hash: Once<Buffer>;
  staked_to_date: Once<Cents>;
  lost_to_date: Once<Cents>;
  promised_to_date: Once<Cents>;
};

export type LedgerEntryTable = {
  seq: Once<number>;
  leg: Once<number>;
  account: Once<Account>;
  wallet_id: Once<WalletId>;
  amount: Once<Cents>;
  balance_after: Once<Cents | null>;
};

/** A market as stored in `matches.markets`: decimals as text, times in ms since the epoch. */
export type StoredQuote = {
  readonly state: MarketState;
  readonly bookmaker: string;
  readonly quotedAt: number;
  readonly version: number;
  readonly why?: MarketReason;
  readonly confirmedAt?: Instant;
  readonly jumpedAt?: Instant;
  readonly missingSince?: Instant;
  readonly order?: 'suspended' | 'closed';
};
export type StoredMarkets = {
  readonly [Key in MarketKey]: (StoredQuote & PricesOf<Key, string>) | null;
};
/** When bookmakers last confirmed each market, as ISO text. */
export type StoredSeen = { readonly [Key in MarketKey]?: string };

export type MatchTable = {
  id: Once<MatchId>;
  /** The next value of one sequence at every change, taken under one lock: its order is commit order. */
  seq: number;
  league_key: Once<string>;
  provider: Once<string>;
  provider_event_id: string;
  home_team: string;
  away_team: string;
  kickoff_at: Time;
  first_kickoff_at: TimeOnce;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  markets: JsonOf<StoredMarkets>;
  /** When its result was recorded, or the match was voided. */
  ended_at: MaybeTime;
  /** When its score last changed, set by a trigger. */
  score_changed_at: ColumnType<Instant | null, never, never>;
  /** In play: when bookmakers last confirmed each market, even unchanged ones. It changes without a new `seq`. */
  seen_at: JsonOf<StoredSeen> | null;
  /** Written by separate statements. */
  event_quotes: ColumnType<EventQuotes | null, never, never>;
  /** When all its bets were settled by the latest ruling. */
  graded_at: MaybeTime;
  /** The version of its latest ruling; 0 without one. */
  result_version: ColumnType<number, number | undefined, number>;
  updated_at: ColumnType<Instant, Date | undefined, Date>;
};

/**
 * A decision as stored in a proposal, with times in ms since the epoch. `home` and `away` are absent for a void match, and for an open one
 * without a confirmed score.
 */
export type StoredDecision = {
  readonly kind: 'score' | 'abandoned' | 'void' | 'open';
  readonly home?: number;
  readonly away?: number;
  readonly halfTime?: Score;
  readonly voidBets: readonly VoidWindow[];
};

/**
 * Every decision about a match, in versions: append-only, the latest one counts. `open`: the match continues, and only some bets are void,
 * or decided by its score so far.
 */
export type MatchResultTable = {
  match_id: Once<MatchId>;
  version: Once<number>;
  kind: Once<StoredDecision['kind']>;
  home_score: Once<number | null>;
  away_score: Once<number | null>;
  half_home_score: Once<number | null>;
  half_away_score: Once<number | null>;
  void_bets: ColumnType<readonly VoidWindow[], string, never>;
  reason: Once<string>;
  /** `system:results` or `admin:<id>`. */
  actor: Once<string>;
  confirmed_by: Once<string | null>;
  decided_at: TimeOnce;
};

/** Result reports, one row for each change: append-only. */
export type MatchReportTable = {
  number: ColumnType<number, never, never>;
  match_id: Once<MatchId>;
  source: Once<string>;
  source_match: Once<string>;
  status: Once<'scheduled' | 'in-play' | 'half-time' | 'final' | 'suspended' | 'postponed' | 'cancelled' | 'awarded'>;
  home_score: Once<number | null>;
  away_score: Once<number | null>;
  half_home_score: Once<number | null>;
  half_away_score: Once<number | null>;
  later_scores: ColumnType<readonly Score[], string, never>;
  reported_at: TimeOnce;
};

/** Names that a results provider gives to our teams; only confirmed ones are used. */
export type TeamAliasTable = {
  id: ColumnType<string, never, never>;
  source: Once<string>;
  league_key: Once<LeagueKey>;
  name: Once<string>;
  team: Once<string>;
  facts: ColumnType<Readonly<Record<string, string>>, string, never>;
  suggested_at: TimeOnce;
  status: ColumnType<'suggested' | 'confirmed' | 'rejected', never, 'confirmed' | 'rejected'>;
  decided_by: ColumnType<UserId | null, never, UserId>;
  decided_at: MaybeTime;
};

/** Amounts that one admin decided alone: append-only. */
export type SoloDecisionTable = {
  id: ColumnType<number, never, never>;
  admin: Once<UserId>;
  decided_at: TimeOnce;
  action: Once<string>;
  subject: Once<string>;
  amount: Once<Cents>;
};

/** A decision about a deposit that a second admin must confirm: append-only, the latest one counts. */
export type DepositProposalTable = {
  id: ColumnType<number, never, never>;
  transaction_id: Once<TransactionId>;
  action: Once<'deposit-credited' | 'deposit-returned' | 'deposit-refund-paid'>;
  amount: Once<Cents>;
  /** Of a refund that was paid in another way. */
  reference: Once<string | null>;
  /** Of that refund; null as well if the release before wrote it. */
  round: Once<number | null>;
  proposed_by: Once<UserId>;
  proposed_at: TimeOnce;
};

/** Decisions about parts of withdrawals that could not be returned to their deposits. One that is not final is the first of two approvals. */
export type ReturnDecisionTable = {
  id: ColumnType<number, never, never>;
  transaction_id: Once<TransactionId>;
  rounds: Once<string>;
  how: Once<ReturnResolution['how']>;
  amount: Once<Cents>;
  reference: Once<string | null>;
  is_final: Once<boolean>;
  admin: Once<UserId>;
  first_admin: Once<UserId | null>;
  decided_at: TimeOnce;
};

/** A ruling that a second admin must confirm. */
export type ResultProposalTable = {
  id: ColumnType<string, never, never>;
  match_id: Once<MatchId>;
  /** The version of the result that the proposer saw. */
  based_on: Once<number>;
  decision: ColumnType<StoredDecision, string, never>;
  reason: Once<string>;
  /** Proposals of earlier releases lack some figures. */
  dry_run: ColumnType<Omit<DryRun, 'waiting' | 'promised' | 'decides'> & Partial<WeighedRun>, string, never>;
  proposed_by: Once<UserId>;
  proposed_at: TimeOnce;
  status: ColumnType<'open' | 'confirmed' | 'rejected' | 'outdated', undefined, 'confirmed' | 'rejected' | 'outdated'>;
  decided_by: ColumnType<UserId | null, undefined, UserId>;
  decided_at: MaybeTime;
};

/** Every price that a market ever had, one row for each change: append-only. */
export type PriceChangeTable = {
  match_id: Once<MatchId>;
  market: Once<MarketKey>;
  version: Once<number>;
  state: Once<MarketState>;
  point: ColumnType<Decimal | null, string | null, never>;
  prices: ColumnType<Record<string, string>, string, never>;
  bookmaker: Once<string>;
  quoted_at: TimeOnce;
  recorded_at: ColumnType<Instant, Date | undefined, never>;
};

/** Every change of a match's score or kick-off, written by a trigger. */
export type MatchChangeTable = {
  match_id: ColumnType<MatchId, never, never>;
  id: ColumnType<number, never, never>;
  kickoff_at: ColumnType<Instant, never, never>;
  home_score: ColumnType<number | null, never, never>;
  away_score: ColumnType<number | null, never, never>;
  changed_at: ColumnType<Instant, never, never>;
};

/** How the polling of each league goes: the provider confirmed all its prices at `confirmed_at`, next try within `every_ms`. */
export type LeagueFeedTable = {
  league_key: Once<string>;
  tried_at: Time;
  confirmed_at: MaybeTime;
  every_ms: number;
  state: 'ok' | 'down';
  problem: string | null;
  stale_after_ms: number | null;
};

/** Credits of a provider, one row each. */
export type FeedQuotaTable = {
  provider: Once<string>;
  remaining: number | null;
  used: number | null;
  last: number | null;
  told_at: Time;
  budget: number | null;
  forecast: number | null;
  plan: ColumnType<
    { readonly inPlayStretch: number; readonly skipped: readonly SkippedPlay[] } | null,
    string | undefined,
    string
  >;
  event_plan: ColumnType<EventQuotePlan | null, string | undefined, string>;
};

export type FeedIncidentTable = {
  id: ColumnType<string, never, never>;
  provider: Once<string>;
  kind: Once<'refused-us' | 'wrong-question' | 'results-refused'>;
  problem: Once<string>;
  opened_at: TimeOnce;
  closed_at: MaybeTime;
  mailed_at: MaybeTime;
};

/** An admin's latest order for a market. */
export type MarketOrderTable = {
  match_id: Once<MatchId>;
  market: Once<MarketKey>;
  status: MarketState;
  actor: string;
  reason: string;
  ordered_at: Time;
};

/** The latest closure of betting in each scope; without `opened_at` it is still closed. */
export type BettingClosureTable = {
  closes: Once<Closable>;
  scope: Once<string>;
  closed_at: Time;
  opened_at: MaybeTime;
  actor: UserId;
  reason: string;
};

export type CashOutLimitTable = {
  scope: Once<string>;
  max_payment: Cents | null;
  max_match_day: Cents | null;
  set_at: Time;
  actor: UserId;
  reason: string;
};

/** Doubts about matches that an admin must resolve. */
export type MatchReviewTable = {
  id: ColumnType<string, never, never>;
  match_id: Once<MatchId>;
  kind: Once<DoubtKind>;
  subject: Once<string>;
  facts: ColumnType<Record<string, string>, string, never>;
  created_at: TimeOnce;
  resolved_at: MaybeTime;
  resolved_by: ColumnType<string | null, undefined, string>;
  resolution: ColumnType<'same' | 'other' | 'noted' | null, undefined, 'same' | 'other' | 'noted'>;
};

export type BetTable = {
  id: Once<BetId>;
  wallet_id: Once<WalletId>;
  user_id: Once<UserId>;
  version: number;
  stake: Once<Cents>;
  /** How much of the stake is bonus money. */
  bonus_stake: Once<Cents>;
  /** Of a bet with several system lines. */
  system: ColumnType<System | null, string | undefined, never>;
  total_odds: Exact;
  potential_payout: Cents;
  odds_policy: Once<OddsPolicy>;
  status: BetStatus;
  payout: Cents | null;
  /** The part of the stake that its bettor cashed out, and what that paid. */
  cashed_stake: ColumnType<Cents, undefined, Cents>;
  cashed_paid: ColumnType<Cents, undefined, Cents>;
  settlement: number;
  placed_at: TimeOnce;
  settled_at: MaybeTime;
  /** Only for bets that await or awaited acceptance; `accept_at`: when they are judged. */
  acceptance: ColumnType<Acceptance['state'] | null, 'pending' | undefined, 'accepted' | 'rejected'>;
  accept_at: ColumnType<Instant | null, Date | undefined, never>;
  /** When a bet that awaited acceptance was accepted; its price is the one of that moment. */
  accepted_at: ColumnType<Instant | null, never, never>;
  rejection: ColumnType<RejectionCode | null, undefined, RejectionCode>;
  rejected_match: ColumnType<MatchId | null, undefined, MatchId>;
};

/** Bets that anyone with the link can read. */
export type SharedBetTable = {
  code: string;
  bet_id: Once<BetId>;
  user_id: Once<UserId>;
  shows_stake: boolean;
  shared_at: ColumnType<Instant, undefined, Date>;
};

/** The selections of a bet slip, stored under a code. */
export type BookedSlipTable = {
  code: Once<string>;
  slip: ColumnType<BookSlipRequest, string, never>;
  booked_at: ColumnType<Instant, undefined, never>;
};

/** Automatic cash-outs: a bet is cashed out once it is worth `target`. */
export type CashOutRuleTable = {
  bet_id: Once<BetId>;
  id: string;
  user_id: Once<UserId>;
  target: Cents;
  set_at: ColumnType<Instant, undefined, Instant>;
};

export type BetLegTable = {
  bet_id: Once<BetId>;
  leg: Once<number>;
  match_id: Once<MatchId>;
  market: Once<string>;
  pick: Once<string>;
  point: ColumnType<Decimal | null, string | null, never>;
  label: Once<string>;
  odds: Exact;
  odds_seen: ExactOnce;
  market_version: number;
  bookmaker: string;
  quoted_at: Time;
  priced_from: ColumnType<BuilderInputs | null, string | null, string | null>;
  home_score: Once<number | null>;
  away_score: Once<number | null>;
  status: LegStatus;
  graded_at: MaybeTime;
};

/** Deposits, withdrawals and reversals. The wallet writer writes every change that moves money. */
export type TransactionTable = {
  id: Once<TransactionId>;
  wallet_id: Once<WalletId>;
  version: number;
  type: Once<TransactionType>;
  /** Changes at most once: when an admin credits an amount other than the requested one. */
  amount: Cents;
  status: TransactionStatus;
  method: Once<string>;
  reference: string | null;
  reason: string | null;
  provider: string | null;
  provider_payment_id: string | null;
  /** Where the bettor pays. */
  checkout_url: string | null;
  checkout_expires_at: MaybeTime;
  /** When the sweep last asked the provider about it. */
  checked_at: MaybeTime;
  charge_currency: 'USD' | 'EUR' | null;
  charge_amount: number | null;
  payout_sealed: Once<string | null>;
  payout_mask: Once<string | null>;
  payout_fingerprint: Once<string | null>;
  flags: string[];
  /** From when a withdrawal can be approved; null: at once. */
  payable_from: MaybeTime;
  first_approved_by: UserId | null;
  first_approved_at: MaybeTime;
  /** The parts of a withdrawal that return to their deposits; `route_due_at`: when the next one is due. */
  route: ColumnType<readonly ReturnedPart[], string | undefined, string>;
  route_due_at: MaybeTime;
  decided_by: UserId | null;
  decided_at: MaybeTime;
  metadata: JsonOf<Record<string, string>>;
  created_at: TimeOnce;
  updated_at: Time;
};

/** The welcome bonus of a wallet; its id is that of the deposit. Written by the wallet writer under the wallet's lock. */
export type BonusTable = {
  id: Once<TransactionId>;
  wallet_id: Once<WalletId>;
  version: number;
  status: BonusStatus;
  percent: Once<number>;
  maximum: Once<Cents>;
  wagering: Once<number>;
  min_total_odds: ExactOnce;
  days: Once<number>;
  max_stake: Once<Cents | null>;
  opposing: Once<'count' | 'net'>;
  granted: Once<Cents>;
  to_wager: Once<Cents>;
  wagered: Cents;
  on_bets: Cents;
  converted: Cents;
  charged_back: Cents;
  taken_back: Cents;
  granted_at: TimeOnce;
  expires_at: TimeOnce;
  ended_at: MaybeTime;
};

/** Each time that a bettor set a limit: append-only. The newest row of a kind and period counts. */
export type LimitChangeTable = {
  id: ColumnType<number, never, never>;
  wallet_id: Once<WalletId>;
  kind: Once<LimitKind>;
  period: Once<LimitPeriod>;
  before_amount: Once<Cents | null>;
  amount: Once<Cents | null>;
  from_at: TimeOnce;
  set_at: TimeOnce;
  actor: Once<string>;
};

/** Each time-out and self-exclusion: append-only. The newest row of a wallet ends last. */
export type ExclusionTable = {
  id: ColumnType<number, never, never>;
  wallet_id: Once<WalletId>;
  kind: Once<ExclusionKind>;
  since: TimeOnce;
  until: ColumnType<Instant | null, Date | null, never>;
  actor: Once<string>;
};

/** How often a bettor wants a reminder of their session length: append-only, the newest row counts. */
export type RealityCheckTable = {
  id: ColumnType<number, never, never>;
  wallet_id: Once<WalletId>;
  minutes: Once<number | null>;
  set_at: TimeOnce;
  actor: Once<string>;
};

/** Wallets that have, or once had, a limit or an exclusion. */
export type RestrictedWalletTable = { wallet_id: Once<WalletId>; since: TimeOnce };

/** Messages to support. */
export type SupportMessageTable = {
  id: Once<SupportMessageId>;
  user_id: Once<UserId | null>;
  name: Once<string>;
  email: Once<string>;
  topic: Once<SupportTopic>;
  message: Once<string>;
  created_at: ColumnType<Instant, never, never>;
  sent_at: MaybeTime;
};

export type EmailOutcome = 'sent' | 'dropped' | 'given-up';

/** The outbox of emails, and the outcome of each. */
export type EmailTable = {
  id: Once<EmailId>;
  job: Once<EmailJob, string>;
  asked_at: ColumnType<Instant, never, never>;
  handed_at: ColumnType<Instant, Date | undefined, Date>;
  hands: ColumnType<number, never, number>;
  /** When the first attempt to send it failed. */
  failing_since: MaybeTime;
  ended_at: MaybeTime;
  ended_as: ColumnType<EmailOutcome | null, never, EmailOutcome>;
};

/** The secret of a link that cancels one withdrawal, as its SHA-256. */
export type WithdrawalLinkTable = {
  token_hash: Once<Buffer>;
  transaction_id: Once<TransactionId>;
  created_at: ColumnType<Instant, never, never>;
};

/** Refunds of deposits that are requested from the provider. The transaction is locked before this row. */
export type DepositRefundTable = {
  transaction_id: Once<TransactionId>;
  round: ColumnType<number, number | undefined, number>;
  state: RefundState;
  refund_id: ColumnType<string | null, string | null, string | null>;
  paid_reference: ColumnType<string | null, string | null, string | null>;
  tries: ColumnType<number, number, number>;
  wanted_at: ColumnType<Instant, Date, Date>;
  next_at: ColumnType<Instant, Date, Date>;
};

/** When the provider was asked about a payment; `owed_since`: it must be asked again. */
export type PaymentCheckTable = {
  transaction_id: Once<TransactionId>;
  wallet_id: Once<WalletId>;
  asked_at: Time;
  window_at: Time;
  asked: number;
  owed_since: MaybeTime;
};

/** The circuit breaker of a payment provider, and its calls of this minute, for all processes. */
export type ProviderGateTable = {
  provider: Once<string>;
  minute_at: Time;
  calls: number;
  failures: number;
  openings: number;
  open_until: MaybeTime;
  problem: string | null;
};

/** Exclusions by the operator, begun and lifted: append-only, the newest row of a wallet applies. */
export type OperatorExclusionTable = {
  id: ColumnType<number, never, never>;
  wallet_id: Once<WalletId>;
  act: Once<'begun' | 'lifted'>;
  cause: Once<ExclusionCause>;
  reason: Once<string>;
  since: TimeOnce;
  until: ColumnType<Instant | null, Date | null, never>;
  admin: Once<UserId>;
};

/** Written by the signer, which does not use these types. */
export type SigningStopTable = {
  sentence: Once<string, never>;
  wallet_id: Once<WalletId | null, never>;
  at: Once<Instant, never>;
  ended_at: Once<Instant | null, never>;
};

export type Database = {
  users: UserTable;
  email_tokens: EmailTokenTable;
  sessions: SessionTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
  attempts: AttemptTable;
  tries: TriesTable;
  audit_log: AuditTable;
  wallets: WalletTable;
  ledger_events: LedgerEventTable;
  ledger_entries: LedgerEntryTable;
  signing_stops: SigningStopTable;
  matches: MatchTable;
  price_changes: PriceChangeTable;
  match_changes: MatchChangeTable;
  league_feeds: LeagueFeedTable;
  feed_quota: FeedQuotaTable;
  feed_incidents: FeedIncidentTable;
  market_orders: MarketOrderTable;
  betting_closures: BettingClosureTable;
  cash_out_limits: CashOutLimitTable;
  match_reviews: MatchReviewTable;
  match_results: MatchResultTable;
  match_reports: MatchReportTable;
  team_aliases: TeamAliasTable;
  result_proposals: ResultProposalTable;
  solo_decisions: SoloDecisionTable;
  deposit_proposals: DepositProposalTable;
  return_decisions: ReturnDecisionTable;
  bets: BetTable;
  bet_legs: BetLegTable;
  booked_slips: BookedSlipTable;
  shared_bets: SharedBetTable;
  cash_out_rules: CashOutRuleTable;
  transactions: TransactionTable;
  bonuses: BonusTable;
  limit_changes: LimitChangeTable;
  exclusions: ExclusionTable;
  reality_checks: RealityCheckTable;
  restricted_wallets: RestrictedWalletTable;
  support_messages: SupportMessageTable;
  letters: EmailTable;
  withdrawal_links: WithdrawalLinkTable;
  deposit_refunds: DepositRefundTable;
  payment_checks: PaymentCheckTable;
  provider_gates: ProviderGateTable;
  operator_exclusions: OperatorExclusionTable;
};
