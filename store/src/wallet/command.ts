import type { Bet, BetRequest, BettingLimits } from '@touchline/core/betting';
import type { PlaceBetRefusal } from '@touchline/core/contract';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { LeagueFeed, Match } from '@touchline/core/matches';
import type { Result } from '@touchline/core/result';
import type { DepositRefusal, Json, PaidDeposit, Wallet, WalletEvent } from '@touchline/core/wallet';

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
  readonly rules: { readonly limits: BettingLimits; readonly inPlay: 'open' | 'closed' };
};
export type SettleBet = Command<'settle-bet'> & { readonly betId: BetId };
export type CreditDeposit = Command<'credit-deposit'> & { readonly deposit: PaidDeposit };
export type MoneyCommand = PlaceBet | SettleBet | CreditDeposit;

/** What every accepted command answers: the wallet after it. `repeated`: it was done before and nothing happened now. */
export type Moved = { readonly wallet: Wallet; readonly version: number; readonly repeated: boolean };
export type PlacedBet = Moved & { readonly bet: Bet };
export type SettledBet = Moved & { readonly bet: Bet; readonly event: WalletEvent };
type KeyReused = { readonly code: 'key-reused' };
export type SettleRefusal = { readonly code: 'bet-pending' | 'bet-settled' | 'bet-unknown' };

export type Outcomes = {
  readonly 'place-bet': Result<PlacedBet, PlaceBetRefusal>;
  readonly 'settle-bet': Result<SettledBet, SettleRefusal | KeyReused>;
  readonly 'credit-deposit': Result<Moved, DepositRefusal | KeyReused>;
};

/** What is true inside the group's transaction, after its wallets are locked. */
export type Facts = {
  readonly now: Instant;
  readonly match: (id: MatchId) => Match | undefined;
  readonly feed: (leagueKey: string) => LeagueFeed | undefined;
  readonly bet: (id: BetId) => Bet | undefined;
};

/** What an accepted command writes: one event, and the bet that it places or settles. */
export type Decided = {
  readonly event: WalletEvent;
  readonly placed?: Bet;
  readonly settled?: Bet;
};

/** How one type of command is keyed, decided and answered. `Json` requests are hashed, to tell a retry from a reuse. */
export type CommandKind<C extends MoneyCommand> = {
  readonly key: (command: C, facts: Facts) => string;
  readonly request: (command: C) => Json;
  readonly matches: (command: C) => readonly MatchId[];
  readonly bets: (command: C) => readonly BetId[];
  readonly decide: (command: C, wallet: Wallet, facts: Facts) => Result<Decided, RefusalOf<Outcomes[C['type']]>>;
  readonly answer: (
    command: C,
    moved: Moved,
    done: { readonly event: WalletEvent; readonly bet: Bet | undefined },
  ) => ValueOf<Outcomes[C['type']]>;
};

type ValueOf<R> = R extends { readonly ok: true; readonly value: infer Value } ? Value : never;
type RefusalOf<R> = R extends { readonly ok: false; readonly refusal: infer Refusal } ? Refusal : never;
