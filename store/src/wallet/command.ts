import type { Exclusion } from '@touchline/core/account';
import type { AcceptanceDelays, Bet, BetRequest, BettingLimits, Exposure, OpenBook } from '@touchline/core/betting';
import type { Bonus, BonusLossRefusal, BonusTerms, ExpiryRefusal } from '@touchline/core/bonus';
import type { PlaceBetRefusal } from '@touchline/core/contract';
import type { BetId, MatchId, TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Outcome } from '@touchline/core/markets';
import type { Closure, LeagueFeed, Match } from '@touchline/core/matches';
import type { Cents } from '@touchline/core/money';
import type {
  ConfirmationRequired,
  CreditByHandRefusal,
  DecisionRefusal,
  PayoutTarget,
  ProviderPayment,
  Reversal,
  ReverseRefusal,
  Transaction,
  WithdrawalDecision,
  WithdrawalMethod,
  WithdrawalPolicy,
  WithdrawalRefusal,
} from '@touchline/core/payments';
import type { Result } from '@touchline/core/result';
import type { DepositRefusal, Json, PaidDeposit, Wallet, WalletEvent } from '@touchline/core/wallet';
import type { Action } from '../audit/index.ts';
import type { EmailJob } from '../emails/email-job.ts';
import type { StoredEmail } from '../emails/index.ts';
import type { Restrictions } from '../limits/restriction-rows.ts';
import type { Withdrawn } from '../payments/withdrawn.ts';

type Command<Type extends string> = {
  readonly type: Type;
  readonly walletId: WalletId;
  /** Who asked: `user:<id>`, `admin:<id>` or `system:<part>`. */
  readonly actor: string;
  /** What led to it: `request:<id>`, `match:<id>`, `payment:<id>`. */
  readonly cause: string;
  /** When it counts, if that is not the moment of recording. */
  readonly effectiveAt?: Instant;
};

export type PlaceBet = Command<'place-bet'> & {
  /** Chosen by the caller before the first try: the same id is the same bet, however often it is asked for. */
  readonly betId: BetId;
  readonly userId: UserId;
  readonly request: BetRequest;
  readonly rules: {
    readonly limits: BettingLimits;
    readonly inPlay: 'open' | 'closed';
    /** How long bets with a match in play are held; without it they count at once. */
    readonly delays?: AcceptanceDelays;
  };
};
/** Says of a bet that was held whether it counts; `matchIds` are those of its legs. */
export type JudgeBet = Command<'judge-bet'> & {
  readonly betId: BetId;
  readonly matchIds: readonly MatchId[];
  readonly limits: BettingLimits;
};
export type CreditDeposit = Command<'credit-deposit'> & {
  readonly deposit: PaidDeposit;
  /** What a first deposit of a bettor brings a bonus on; without it, it brings none. */
  readonly bonus?: BonusTerms;
  /** When the provider was paid; without it an exclusion does not matter, such as for money that was credited before. */
  readonly paidAt?: Instant;
  /** An admin credits what waited for a person, by what the provider has just said of its payment. */
  readonly byHand?: {
    readonly payment: ProviderPayment;
    readonly reason: string;
    readonly admin: { readonly userId: UserId; readonly walletId: WalletId };
    readonly requestId: string;
  };
};
/** Takes back what the provider took back of a deposit. */
export type ReverseDeposit = Command<'reverse-deposit'> & {
  readonly transactionId: TransactionId;
  readonly reversal: Reversal;
};
/** Holds the money of a withdrawal. The caller chooses `transactionId` before the first try: the same id is the same request. */
export type RequestWithdrawal = Command<'request-withdrawal'> & {
  readonly transactionId: TransactionId;
  readonly amount: Cents;
  readonly method: WithdrawalMethod;
  readonly payout: PayoutTarget | null;
  /** Keyed digest of all that was asked: tells a retry from another request without telling what it was. */
  readonly asked: string;
  readonly flags: readonly string[];
  /** Of the destination, under every data key that is known; none when the withdrawal names no destination. */
  readonly fingerprints: readonly string[];
  /** The bettor has just proved once more who they are; without it a new destination or a high amount is refused. */
  readonly isConfirmed: boolean;
  readonly policy: WithdrawalPolicy;
  /** The provider through which deposits are returned. */
  readonly returnsBy: string;
  /** The bettor knows that an active bonus is lost by it; without it such a withdrawal is refused. */
  readonly forfeitBonus?: boolean;
  /** Shown to people as key and value. */
  readonly metadata: Readonly<Record<string, string>>;
};
/** An admin pays or rejects, or the bettor cancels; `by` is who decides. */
export type DecideWithdrawal = Command<'decide-withdrawal'> & {
  readonly transactionId: TransactionId;
  readonly decision: WithdrawalDecision;
  readonly by: { readonly userId: UserId; readonly walletId: WalletId };
  readonly policy: WithdrawalPolicy;
  readonly requestId: string;
};
/** Takes the wallet's bonus when its time is up. */
export type ExpireBonus = Command<'expire-bonus'> & { readonly bonusId: TransactionId };
export type MoneyCommand =
  | PlaceBet
  | JudgeBet
  | CreditDeposit
  | ReverseDeposit
  | RequestWithdrawal
  | DecideWithdrawal
  | ExpireBonus;

/**
 * What every accepted command answers: the wallet after it. `repeated`: it was done before and nothing happened now; `also`: what
 * followed from it in the same commit, such as a bonus that was granted or became cash.
 */
export type Moved = {
  readonly wallet: Wallet;
  readonly version: number;
  readonly repeated: boolean;
  readonly also: readonly WalletEvent[];
};
export type PlacedBet = Moved & { readonly bet: Bet };
/** `event`: `BetAccepted` or `BetRejected`. */
export type JudgedBet = Moved & { readonly bet: Bet; readonly event: WalletEvent };
export type SettledBet = Moved & { readonly bet: Bet; readonly event: WalletEvent };
export type MovedBonus = Moved & { readonly event: WalletEvent };
type KeyReused = { readonly code: 'key-reused' };
/** `transaction` as it is now; `email`: what was left in the outbox with it, to be handed to the queue. */
export type MovedTransaction = Moved & { readonly transaction: Transaction; readonly email?: StoredEmail };
export type CreditRefusal =
  | DepositRefusal
  | CreditByHandRefusal
  | { readonly code: 'amount-differs'; readonly transaction: Transaction }
  | { readonly code: 'transaction-closed'; readonly transaction: Transaction }
  /** The bettor was excluded when it was paid. */
  | { readonly code: 'paid-while-excluded' };
/** `bet-waits`: its delay is not over, or its prices are not confirmed yet. */
export type JudgeRefusal = { readonly code: 'bet-waits' | 'bet-not-held' | 'bet-unknown' };

export type Outcomes = {
  readonly 'place-bet': Result<PlacedBet, PlaceBetRefusal>;
  readonly 'judge-bet': Result<JudgedBet, JudgeRefusal | KeyReused>;
  readonly 'credit-deposit': Result<MovedTransaction, CreditRefusal | KeyReused>;
  readonly 'reverse-deposit': Result<MovedTransaction, ReverseRefusal | KeyReused>;
  readonly 'request-withdrawal': Result<
    MovedTransaction,
    WithdrawalRefusal | BonusLossRefusal | ConfirmationRequired | KeyReused
  >;
  readonly 'decide-withdrawal': Result<MovedTransaction, DecisionRefusal | KeyReused>;
  readonly 'expire-bonus': Result<MovedBonus, ExpiryRefusal | KeyReused>;
};

/** What is true inside the group's transaction, after its wallets are locked. */
export type Facts = {
  readonly now: Instant;
  readonly match: (id: MatchId) => Match | undefined;
  readonly feed: (leagueKey: string) => LeagueFeed | undefined;
  /** Where betting was closed last, also what was opened since. */
  readonly closures: readonly Closure[];
  /** What is open on an outcome's market, with the bets of this group before this one. */
  readonly exposure: (matchId: MatchId, outcome: Outcome) => Exposure;
  /** What is open in the whole book, and of the customer of this command, with the bets of this group before this one. */
  readonly book: (command: PlaceBet | JudgeBet) => OpenBook;
  /** For bets that are judged: whether the market of their leg on a match was not open at some time since the placing. */
  readonly wasSuspended: (betId: BetId, matchId: MatchId) => boolean;
  readonly bet: (id: BetId) => Bet | undefined;
  readonly transaction: (id: TransactionId) => Transaction | undefined;
  /** For kinds with `readsBonus`: the bonus of a wallet of the group, whatever became of it. */
  readonly bonus: (walletId: WalletId) => Bonus | undefined;
  /** For deposits that may bring a bonus: whether the bettor completed one before. */
  readonly hasDeposited: (walletId: WalletId) => boolean;
  /** For deposits that may bring a bonus: whether another account of the same person had one. */
  readonly hadBonusElsewhere: (walletId: WalletId) => boolean;
  /** For withdrawals that are requested: what the wallet withdrew before, and which deposits it can return to. */
  readonly withdrawn: (walletId: WalletId) => Withdrawn;
  /** For withdrawals that are decided: what the admin approved alone within 24 hours for this bettor or destination. */
  readonly approvedAlone: (by: UserId, withdrawal: Transaction) => Cents;
  /** For kinds with `readsRestrictions`: what the bettor has forbidden themselves; mostly nothing. */
  readonly restrictions: (walletId: WalletId) => Restrictions | undefined;
  /** For deposits: every exclusion there ever was, the bettor's own and the operator's, each until it ended. */
  readonly exclusions: (walletId: WalletId) => readonly Exclusion[];
};

/** What an accepted command writes: its event, what follows from it, and the bet or transaction that it is about. */
export type Decided = {
  readonly event: WalletEvent;
  /** More events of the same wallet in the same commit, in order, each under a key of its own. */
  readonly also?: readonly { readonly event: WalletEvent; readonly key: string }[];
  /** A new or changed transaction, as it is after it. */
  readonly transaction?: Transaction;
  /** A new or changed bonus of the wallet, as it is after it. */
  readonly bonus?: Bonus;
  readonly placed?: Bet;
  /** A bet that was held, as it is after it was judged. */
  readonly judged?: Bet;
  /** What somebody of the house did by it, for the audit log. */
  readonly action?: Action;
  /** An email about it, left in the outbox in the same commit. */
  readonly email?: EmailJob;
};

/** How one type of command is keyed, decided and answered. `Json` requests are hashed, to tell a retry from a reuse. */
export type CommandKind<C extends MoneyCommand> = {
  readonly key: (command: C) => string;
  readonly request: (command: C) => Json;
  readonly matches: (command: C) => readonly MatchId[];
  readonly bets: (command: C) => readonly BetId[];
  readonly transactions?: (command: C) => readonly TransactionId[];
  /** Whether it asks for the wallet's bonus; `wallet` is as it is at the beginning of the group. */
  readonly readsBonus?: (command: C, wallet: Wallet) => boolean;
  readonly readsRestrictions?: (command: C) => boolean;
  /** How many events it may write at most; 1 when not given. */
  readonly mostEvents?: (command: C) => number;
  readonly decide: (command: C, wallet: Wallet, facts: Facts) => Result<Decided, RefusalOf<Outcomes[C['type']]>>;
  readonly answer: (
    command: C,
    moved: Moved,
    done: {
      readonly event: WalletEvent;
      readonly bet: Bet | undefined;
      readonly transaction: Transaction | undefined;
      readonly email?: StoredEmail | undefined;
    },
  ) => ValueOf<Outcomes[C['type']]>;
};

type ValueOf<R> = R extends { readonly ok: true; readonly value: infer Value } ? Value : never;
type RefusalOf<R> = R extends { readonly ok: false; readonly refusal: infer Refusal } ? Refusal : never;
