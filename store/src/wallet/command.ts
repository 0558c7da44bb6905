import type { Exclusion } from '@touchline/core/account';
import type {
  AcceptanceDelays,
  Bet,
  BetRequest,
  BettingLimits,
  CashOutFacts,
  CashOutLimits,
  CashOutRefusal,
  CashOutRequest,
  Exposure,
  OpenBook,
} from '@touchline/core/betting';
import type { Bonus, BonusLossRefusal, BonusTerms, ExpiryRefusal } from '@touchline/core/bonus';
import type { PlaceBetRefusal } from '@touchline/core/contract';
import type { BetId, MatchId, TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Outcome } from '@touchline/core/markets';
import type { Closure, Match } from '@touchline/core/matches';
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
import type { Adjustment, DepositRefusal, Json, PaidDeposit, Wallet, WalletEvent } from '@touchline/core/wallet';
import type { Action } from '../audit/index.ts';
import type { EmailJob } from '../emails/email-job.ts';
import type { StoredEmail } from '../emails/index.ts';
import type { Restrictions } from '../limits/restriction-rows.ts';
import type { Withdrawn } from '../payments/withdrawn.ts';

type Command<Type extends string> = {
  readonly type: Type;
  readonly walletId: WalletId;
  /** `user:<id>`, `admin:<id>` or `system:<process>`. */
  readonly actor: string;
  /** What caused it: `request:<id>`, `match:<id>`, `payment:<id>`. */
  readonly cause: string;
  /** When it takes effect, if that is not when it is recorded. */
  readonly effectiveAt?: Instant;
};

export type PlaceBet = Command<'place-bet'> & {
  /** Chosen by the caller before the first attempt: a retry with the same id places the same bet. */
  readonly betId: BetId;
  readonly userId: UserId;
  readonly request: BetRequest;
  /** The number of bets in the request that places it with others: a retry must have as many. */
  readonly placedWith?: number | undefined;
  readonly rules: {
    readonly limits: BettingLimits;
    readonly inPlay: 'open' | 'closed';
    /** The acceptance delays of bets with a match in play; none when absent. */
    readonly delays?: AcceptanceDelays;
  };
};
/** Accepts or rejects a bet that awaits acceptance. `matchIds`: those of its legs. */
export type JudgeBet = Command<'judge-bet'> & {
  readonly betId: BetId;
  readonly matchIds: readonly MatchId[];
  readonly limits: BettingLimits;
};
/**
 * Cashes out a bet or a part of it. A retry with the same `cashOutId`, which the caller chooses, is the same request. `isByRule`: it is the
 * id of the bet's rule, and refused once the bettor has changed or removed the rule, or another cash-out has ended it.
 */
export type CashOut = Command<'cash-out'> & {
  readonly cashOutId: string;
  readonly betId: BetId;
  /** Those of the bet's legs. */
  readonly matchIds: readonly MatchId[];
  readonly request: CashOutRequest;
  readonly rules: Pick<CashOutFacts, 'margin' | 'inPlay'>;
  readonly isByRule?: true;
};
export type CreditDeposit = Command<'credit-deposit'> & {
  readonly deposit: PaidDeposit;
  /** The terms of the bonus for a bettor's first deposit; no bonus when absent. */
  readonly bonus?: BonusTerms;
  /** When the provider was paid. Without it exclusions are not checked. */
  readonly paidAt?: Instant;
  /** An admin credits a deposit that needs a manual decision. `payment`: as the provider has just reported it. */
  readonly byHand?: {
    readonly payment: ProviderPayment;
    readonly reason: string;
    readonly admin: { readonly userId: UserId; readonly walletId: WalletId };
    readonly requestId: string;
  };
};
/** Debits what was refunded or charged back of a deposit. */
export type ReverseDeposit = Command<'reverse-deposit'> & {
  readonly transactionId: TransactionId;
  readonly reversal: Reversal;
};
/** Holds the money of a withdrawal. A retry with the same `transactionId`, which the caller chooses, is the same request. */
export type RequestWithdrawal = Command<'request-withdrawal'> & {
  readonly transactionId: TransactionId;
  readonly amount: Cents;
  readonly method: WithdrawalMethod;
  readonly payout: PayoutTarget | null;
  /** Keyed digest of the whole request: distinguishes a retry from another request without revealing the details. */
  readonly asked: string;
  readonly flags: readonly string[];
  /** Fingerprints of the destination under every known data key; empty without a destination. */
  readonly fingerprints: readonly string[];
  /** The bettor has just confirmed their identity, which a new destination or a high amount requires. */
  readonly isConfirmed: boolean;
  readonly policy: WithdrawalPolicy;
  /** The provider through which deposits are returned. */
  readonly returnsBy: string;
  /** The bettor agreed to lose an active bonus; without it such a withdrawal is refused. */
  readonly forfeitBonus?: boolean;
  /** Shown on screens as key and value. */
  readonly metadata: Readonly<Record<string, string>>;
};
/** An admin approves or rejects, or the bettor cancels; `by` is who decides. */
export type DecideWithdrawal = Command<'decide-withdrawal'> & {
  readonly transactionId: TransactionId;
  readonly decision: WithdrawalDecision;
  readonly by: { readonly userId: UserId; readonly walletId: WalletId };
  readonly policy: WithdrawalPolicy;
  readonly requestId: string;
};
/** Ends a wallet's bonus that has expired. */
export type ExpireBonus = Command<'expire-bonus'> & { readonly bonusId: TransactionId };
/** Posts an adjustment that another admin approved; only the database's owner may. */
export type MakeAdjustment = Command<'make-adjustment'> & {
  readonly adjustment: Pick<Adjustment, 'id' | 'amount' | 'cause'> & {
    readonly requestedBy: UserId;
    readonly approvedBy: UserId;
  };
};
export type MoneyCommand =
  | PlaceBet
  | JudgeBet
  | CashOut
  | CreditDeposit
  | ReverseDeposit
  | RequestWithdrawal
  | DecideWithdrawal
  | ExpireBonus
  | MakeAdjustment;

/**
 * The wallet after an accepted command. `repeated`: it was carried out before, and nothing happened now; `also`: further events of the
 * same commit, such as a bonus that was granted or became cash.
 */
export type Moved = {
  readonly wallet: Wallet;
  readonly version: number;
  readonly repeated: boolean;
  readonly also: readonly WalletEvent[];
};
export type PlacedBet = Moved & { readonly bet: Bet };
/** The answer to one of several bets; `others-refused`: it was acceptable, but another one was not. */
export type PlacedTogether = Result<PlacedBet, PlaceBetRefusal | { readonly code: 'others-refused' }>;
/** `event`: `BetAccepted` or `BetRejected`. */
export type JudgedBet = Moved & { readonly bet: Bet; readonly event: WalletEvent };
/** `event`: `CashedOut`; for a repeated request the bet is as it is now. */
export type CashedBet = Moved & { readonly bet: Bet; readonly event: WalletEvent };
export type SettledBet = Moved & { readonly bet: Bet; readonly event: WalletEvent };
export type MovedByEvent = Moved & { readonly event: WalletEvent };
type KeyReused = { readonly code: 'key-reused' };
/** `transaction` as it is now; `email`: stored with it, for the caller to queue. */
export type MovedTransaction = Moved & { readonly transaction: Transaction; readonly email?: StoredEmail };
export type CreditRefusal =
  | DepositRefusal
  | CreditByHandRefusal
  | { readonly code: 'amount-differs'; readonly transaction: Transaction }
  | { readonly code: 'transaction-closed'; readonly transaction: Transaction }
  /** The bettor was excluded when it was paid. */
  | { readonly code: 'paid-while-excluded' };
/** `bet-waits`: the delay is not over, or the prices are not confirmed yet. */
export type JudgeRefusal = { readonly code: 'bet-waits' | 'bet-not-held' | 'bet-unknown' };

export type Outcomes = {
  readonly 'place-bet': Result<PlacedBet, PlaceBetRefusal>;
  readonly 'judge-bet': Result<JudgedBet, JudgeRefusal | KeyReused>;
  readonly 'cash-out': Result<
    CashedBet,
    CashOutRefusal | KeyReused | { readonly code: 'bet-unknown' } | { readonly code: 'rule-ended' }
  >;
  readonly 'credit-deposit': Result<MovedTransaction, CreditRefusal | KeyReused>;
  readonly 'reverse-deposit': Result<MovedTransaction, ReverseRefusal | KeyReused>;
  readonly 'request-withdrawal': Result<
    MovedTransaction,
    WithdrawalRefusal | BonusLossRefusal | ConfirmationRequired | KeyReused
  >;
  readonly 'decide-withdrawal': Result<MovedTransaction, DecisionRefusal | KeyReused>;
  readonly 'expire-bonus': Result<MovedByEvent, ExpiryRefusal | KeyReused>;
  readonly 'make-adjustment': Result<MovedByEvent, KeyReused>;
};

/** The facts inside the group's transaction, after its wallets are locked. */
export type Facts = {
  readonly now: Instant;
  readonly match: (id: MatchId) => Match | undefined;
  /** Whether the provider confirmed a league's prices recently enough to bet on, and when it last did. */
  readonly isFresh: (leagueKey: string) => boolean;
  readonly confirmedAt: (leagueKey: string) => Instant | null;
  /** The latest closure of each scope, including those that were opened again. */
  readonly closures: readonly Closure[];
  /** For cash-outs: whether a leg of the bet is settled or open, by everything that is known about its match. */
  readonly isStatusCertain: CashOutFacts['isStatusCertain'];
  /** For cash-outs by rule: the id of a bet's rule, unless an earlier command of this group ended it. */
  readonly cashOutRule: (betId: BetId) => string | undefined;
  /** What cash-outs may pay at most, including the earlier ones of this group. */
  readonly cashOuts: CashOutLimits;
  /** Open bets on an outcome's market, including the earlier bets of this group. */
  readonly exposure: (matchId: MatchId, outcome: Outcome) => Exposure;
  /** The whole book and this customer's last 24 hours, including the earlier bets of this group. */
  readonly book: (command: PlaceBet | JudgeBet) => OpenBook;
  /** For judged bets: whether the market of their leg on a match was not open at some time since placement. */
  readonly wasSuspended: (betId: BetId, matchId: MatchId) => boolean;
  readonly bet: (id: BetId) => Bet | undefined;
  readonly transaction: (id: TransactionId) => Transaction | undefined;
  /** For kinds with `readsBonus`: the bonus of a wallet of the group, in whatever status. */
  readonly bonus: (walletId: WalletId) => Bonus | undefined;
  /** For deposits that may earn a bonus: whether the bettor completed a deposit before. */
  readonly hasDeposited: (walletId: WalletId) => boolean;
  /** For deposits that may earn a bonus: whether another account of the same person had one. */
  readonly hadBonusElsewhere: (walletId: WalletId) => boolean;
  /** For requested withdrawals: the wallet's earlier withdrawals, and the deposits that money can return to. */
  readonly withdrawn: (walletId: WalletId) => Withdrawn;
  /** For decided withdrawals: what the admin approved alone within 24 hours for this bettor or destination. */
  readonly approvedAlone: (by: UserId, withdrawal: Transaction) => Cents;
  /** For kinds with `readsRestrictions`: the bettor's limits and exclusions, which most bettors do not have. */
  readonly restrictions: (walletId: WalletId) => Restrictions | undefined;
  /** For deposits: every past and present exclusion, the bettor's own and the operator's. */
  readonly exclusions: (walletId: WalletId) => readonly Exclusion[];
};

/** What an accepted command writes: its event, further events, and its bet or transaction. */
export type Decided = {
  readonly event: WalletEvent;
  /** Further events of the same wallet, in order, each under its own key. */
  readonly also?: readonly { readonly event: WalletEvent; readonly key: string }[];
  /** The new or changed transaction. */
  readonly transaction?: Transaction;
  /** The new or changed bonus of the wallet. */
  readonly bonus?: Bonus;
  readonly placed?: Bet;
  /** A bet that was accepted or rejected after its delay. */
  readonly judged?: Bet;
  /** A bet after all or a part of it was cashed out. */
  readonly cashedOut?: Bet;
  /** The action of staff behind it, for the audit log. */
  readonly action?: Action;
  /** An email about it, stored in the same commit. */
  readonly email?: EmailJob;
};

/** Whether a command changes the exposures of the book. */
export const changesBook = (command: MoneyCommand): command is PlaceBet | JudgeBet | CashOut =>
  command.type === 'place-bet' || command.type === 'judge-bet' || command.type === 'cash-out';

/** How one type of command is keyed, decided and answered. `request` is hashed, to distinguish a retry from a reused key. */
export type CommandKind<C extends MoneyCommand> = {
  readonly key: (command: C) => string;
  readonly request: (command: C) => Json;
  readonly matches?: (command: C) => readonly MatchId[];
  readonly bets?: (command: C) => readonly BetId[];
  readonly transactions?: (command: C) => readonly TransactionId[];
  /** Whether it needs the wallet's bonus; `wallet` is as it is at the beginning of the group. */
  readonly readsBonus?: (command: C, wallet: Wallet) => boolean;
  readonly readsRestrictions?: (command: C) => boolean;
  /** The most events that it writes; 1 by default. */
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
