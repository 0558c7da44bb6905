import type {
  AdminTransactionView,
  BetView,
  Heartbeat,
  LedgerGrowth,
  MarketChange,
  SubscribeAnswer,
  Tick,
  TransactionView,
  VerificationView,
  WalletPush,
} from '@touchline/core/contract';

/** What the line to the API tells. */
export type LineEvent =
  | { readonly type: 'line opened' }
  | { readonly type: 'line lost' }
  | { readonly type: 'line refused' }
  | { readonly type: 'rows answered'; readonly answer: SubscribeAnswer; readonly at: number }
  | { readonly type: 'tick'; readonly tick: Tick }
  | { readonly type: 'heartbeat'; readonly heartbeat: Heartbeat; readonly at: number }
  | { readonly type: 'wallet pushed'; readonly wallet: WalletPush }
  | { readonly type: 'bet pushed'; readonly bet: BetView }
  | { readonly type: 'transaction pushed'; readonly transaction: TransactionView }
  | { readonly type: 'desk pushed'; readonly transaction: AdminTransactionView }
  | { readonly type: 'market pushed'; readonly change: MarketChange }
  | { readonly type: 'ledger pushed'; readonly growth: LedgerGrowth }
  | { readonly type: 'verification pushed'; readonly run: VerificationView }
  | { readonly type: 'missed' };
/** What it is told to do. */
export type LineOrder =
  | {
      readonly type: 'ask for rows';
      readonly n: number;
      /** How many such questions before this one brought nothing. */
      readonly unanswered: number;
    }
  | { readonly type: 'renew'; readonly token: string }
  | { readonly type: 'enter'; readonly room: string }
  | { readonly type: 'leave'; readonly room: string };
export type LineInput = { readonly token: string | undefined };
