export {
  type EmailRequest,
  emailRequest,
  type LoginAnswer,
  type LoginRequest,
  loginAnswer,
  loginRequest,
  type MessageAnswer,
  messageAnswer,
  type ProfileView,
  profileView,
  type RegisterAnswer,
  type RegisterRequest,
  type ResetPasswordRequest,
  registerAnswer,
  registerRequest,
  resetPasswordRequest,
  tokenQuery,
  type UserView,
  userView,
} from './accounts.ts';
export {
  type BetView,
  betView,
  type PlaceBetAnswer,
  type PlaceBetRequest,
  placeBetAnswer,
  placeBetRequest,
} from './betting.ts';
export { type MailJob, mailQueue } from './jobs.ts';
export {
  type ClientEvents,
  type FeedState,
  type HandshakeAuth,
  type Heartbeat,
  liveRoom,
  matchRoom,
  type ServerEvents,
  type SubscribeAnswer,
  type SubscribeRequest,
  type Tick,
  userRoom,
} from './live.ts';
export {
  type ConfigView,
  configView,
  type LeagueView,
  leagueView,
  type MatchRow,
  matchRow,
  type Price,
  price,
} from './matches.ts';
export {
  betRefusalView,
  type LegRefusalView,
  legRefusalView,
  type PlaceBetRefusal,
  type RefusalView,
  refusalView,
} from './refusals.ts';
export { viewWallet, type WalletPush, type WalletView, walletPush, walletView } from './wallet.ts';
