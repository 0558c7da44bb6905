import type {
  AdminTransactionView,
  BetView,
  CashOutPush,
  Heartbeat,
  LedgerGrowth,
  MarketChange,
  MatchBook,
  NotificationsRead,
  NotificationView,
  SubscribeAnswer,
  Tick,
  TransactionView,
  VerificationView,
  WalletPush,
} from '@touchline/core/contract';

/** What the connection reports. */
export type ConnectionEvent =
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'connection refused' }
  | { readonly type: 'subscription answered'; readonly answer: SubscribeAnswer; readonly at: number }
  | { readonly type: 'tick'; readonly tick: Tick }
  | { readonly type: 'heartbeat'; readonly heartbeat: Heartbeat; readonly at: number }
  | { readonly type: 'wallet pushed'; readonly wallet: WalletPush }
  | { readonly type: 'bet pushed'; readonly bet: BetView }
  | { readonly type: 'transaction pushed'; readonly transaction: TransactionView }
  | { readonly type: 'notification pushed'; readonly notification: NotificationView }
  | { readonly type: 'read pushed'; readonly read: NotificationsRead }
  | { readonly type: 'admin transaction pushed'; readonly transaction: AdminTransactionView }
  | { readonly type: 'book pushed'; readonly book: MatchBook }
  | { readonly type: 'quote pushed'; readonly quote: CashOutPush }
  | { readonly type: 'market pushed'; readonly change: MarketChange }
  | { readonly type: 'ledger pushed'; readonly growth: LedgerGrowth }
  | { readonly type: 'verification pushed'; readonly run: VerificationView }
  | { readonly type: 'missed' };
/** What the connection is asked to do. */
export type ConnectionCommand =
  | {
      readonly type: 'subscribe';
      readonly n: number;
      /** How many subscriptions before this one failed. */
      readonly unanswered: number;
    }
  | { readonly type: 'renew token'; readonly token: string }
  | { readonly type: 'join'; readonly room: string }
  | { readonly type: 'leave'; readonly room: string };
export type ConnectionInput = { readonly token: string | undefined };
