import type { Role } from '@touchline/core/account';
import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { SettingsProvider } from './api/settings.ts';
import { RealityCheckGate } from './limits/reality-check-gate.tsx';
import { LiveProvider } from './live/index.ts';
import { lazyScreen } from './loading/lazy-screen.tsx';
import { FormSkeleton, GamesSkeleton } from './loading/screen-skeleton.tsx';
import type { Page } from './page.ts';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx';
import { GuestAtFirst, GuestOnly, Protected, RoleOnly, SessionProvider, useSession } from './session/index.ts';
import { Shell } from './shell/shell.tsx';
import { useConfig } from './shell/use-config.ts';
import { SlipProvider } from './slip/index.ts';

// Home is part of the first load; every other screen loads when it is first opened.
const CasesScreen = lazyScreen(async () => (await import('./screens/cases/cases-screen.tsx')).CasesScreen);
const ReconciliationScreen = lazyScreen(
  async () => (await import('./screens/cases/reconciliation-screen.tsx')).ReconciliationScreen,
);
const CaseScreen = lazyScreen(async () => (await import('./screens/cases/case-screen.tsx')).CaseScreen);
const AuditScreen = lazyScreen(async () => (await import('./screens/audit/audit-screen.tsx')).AuditScreen);
const BetScreen = lazyScreen(async () => (await import('./screens/bet/bet-screen.tsx')).BetScreen);
const BettingHistoryScreen = lazyScreen(
  async () => (await import('./screens/betting-history/betting-history-screen.tsx')).BettingHistoryScreen,
);
const BookedSlipScreen = lazyScreen(
  async () => (await import('./screens/booked-slip/booked-slip-screen.tsx')).BookedSlipScreen,
);
const SharedBetScreen = lazyScreen(
  async () => (await import('./screens/shared-bet/shared-bet-screen.tsx')).SharedBetScreen,
);
const CancelWithdrawalScreen = lazyScreen(
  async () => (await import('./screens/cancel-withdrawal/cancel-withdrawal-screen.tsx')).CancelWithdrawalScreen,
);
const ForgotPasswordScreen = lazyScreen(
  async () => (await import('./screens/forgot-password/forgot-password-screen.tsx')).ForgotPasswordScreen,
  FormSkeleton,
);
const GamesScreen = lazyScreen(
  async () => (await import('./screens/games/games-screen.tsx')).GamesScreen,
  GamesSkeleton,
);
const LedgerScreen = lazyScreen(async () => (await import('./screens/ledger/ledger-screen.tsx')).LedgerScreen);
const LedgerWalletScreen = lazyScreen(
  async () => (await import('./screens/ledger-wallet/ledger-wallet-screen.tsx')).LedgerWalletScreen,
);
const LoginScreen = lazyScreen(
  async () => (await import('./screens/login/login-screen.tsx')).LoginScreen,
  FormSkeleton,
);
const MarketScreen = lazyScreen(async () => (await import('./screens/markets/market-screen.tsx')).MarketScreen);
const MarketsScreen = lazyScreen(async () => (await import('./screens/markets/markets-screen.tsx')).MarketsScreen);
const MatchScreen = lazyScreen(async () => (await import('./screens/match/match-screen.tsx')).MatchScreen);
const MyWalletScreen = lazyScreen(
  async () => (await import('./screens/my-wallet/my-wallet-screen.tsx')).MyWalletScreen,
);
const PaymentReturnScreen = lazyScreen(
  async () => (await import('./screens/payment-return/payment-return-screen.tsx')).PaymentReturnScreen,
);
const PlayerScreen = lazyScreen(async () => (await import('./screens/player/player-screen.tsx')).PlayerScreen);
const PlayersScreen = lazyScreen(async () => (await import('./screens/players/players-screen.tsx')).PlayersScreen);
const ProfileScreen = lazyScreen(async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen);
const RegisterScreen = lazyScreen(
  async () => (await import('./screens/register/register-screen.tsx')).RegisterScreen,
  FormSkeleton,
);
const ReportsScreen = lazyScreen(async () => (await import('./screens/reports/reports-screen.tsx')).ReportsScreen);
const ResendVerificationScreen = lazyScreen(
  async () => (await import('./screens/resend-verification/resend-verification-screen.tsx')).ResendVerificationScreen,
  FormSkeleton,
);
const ResetPasswordScreen = lazyScreen(
  async () => (await import('./screens/reset-password/reset-password-screen.tsx')).ResetPasswordScreen,
  FormSkeleton,
);
const RulesScreen = lazyScreen(async () => (await import('./screens/rules/rules-screen.tsx')).RulesScreen);
const SecondFactorScreen = lazyScreen(
  async () => (await import('./screens/profile/second-factor-screen.tsx')).SecondFactorScreen,
  FormSkeleton,
);
const StatementScreen = lazyScreen(
  async () => (await import('./screens/statement/statement-screen.tsx')).StatementScreen,
);
const SupportScreen = lazyScreen(async () => (await import('./screens/support/support-screen.tsx')).SupportScreen);
const TransactionsScreen = lazyScreen(
  async () => (await import('./screens/transactions/transactions-screen.tsx')).TransactionsScreen,
);
const TransparencyScreen = lazyScreen(
  async () => (await import('./screens/transparency/transparency-screen.tsx')).TransparencyScreen,
);
const VerifyEmailScreen = lazyScreen(
  async () => (await import('./screens/verify-email/verify-email-screen.tsx')).VerifyEmailScreen,
  FormSkeleton,
);

/** Provides session, live matches, bet slip and settings to the screen that the address names. */
export function App({ page }: { readonly page: Page }) {
  const config = useConfig(page.live);
  return (
    <SessionProvider actor={page.session}>
      <LiveProvider actor={page.live}>
        <SlipProvider inPlay={config?.inPlay} limits={config?.limits}>
          <SettingsProvider value={config}>
            <Shell config={config}>
              <Screens />
            </Shell>
          </SettingsProvider>
          <RealityCheckGate />
        </SlipProvider>
      </LiveProvider>
    </SessionProvider>
  );
}

/** Renders the routes. Staff without a second factor can only set one up. */
const Screens = () => (useSession().user?.needsSecondFactor ? <SecondFactorScreen /> : <Routes />);

const Routes = () => (
  <Switch>
    <Route path="/" component={HomeScreen} />
    <Route path="/games" component={GamesScreen} />
    <Route path="/match/:matchId" component={MatchScreen} />
    <Route path="/slip/:code" component={BookedSlipScreen} />
    <Route path="/shared/:code" component={SharedBetScreen} />
    <Route path="/rules" component={RulesScreen} />
    <Route path="/support" component={SupportScreen} />
    <Route path="/transparency" component={TransparencyScreen} />
    <Route path="/resend-verification" component={ResendVerificationScreen} />
    <Route path="/login">
      <GuestAtFirst>
        <LoginScreen />
      </GuestAtFirst>
    </Route>
    {/* Not guest-only: a link opened while logged in must still verify. */}
    <Route path="/verify" component={VerifyEmailScreen} />
    <Route path="/cancel-withdrawal" component={CancelWithdrawalScreen} />
    {guestOnly('/register', RegisterScreen)}
    {guestOnly('/forgot-password', ForgotPasswordScreen)}
    {guestOnly('/reset-password', ResetPasswordScreen)}
    {membersOnly('/my-wallet', MyWalletScreen)}
    {membersOnly('/deposit', MyWalletScreen)}
    {membersOnly('/payment/return/:transactionId', PaymentReturnScreen)}
    {/* The screen itself explains to other roles that it is for admins. */}
    {membersOnly('/transactions', TransactionsScreen)}
    {/* For two roles; the screens explain that to bettors. */}
    {membersOnly('/audit', AuditScreen)}
    {membersOnly('/players', PlayersScreen)}
    {membersOnly('/players/:id', PlayerScreen)}
    {membersOnly('/reconciliation', ReconciliationScreen)}
    {membersOnly('/cases', CasesScreen)}
    {membersOnly('/cases/:id', CaseScreen)}
    {membersOnly('/reports', ReportsScreen)}
    {forRole('admin', '/markets', MarketsScreen)}
    {forRole('admin', '/markets/:matchId', MarketScreen)}
    {membersOnly('/history', BettingHistoryScreen)}
    {membersOnly('/history/:betId', BetScreen)}
    {membersOnly('/profile', ProfileScreen)}
    {forRole('bettor', '/statement', StatementScreen)}
    {forRole('auditor', '/ledger', LedgerScreen)}
    {forRole('auditor', '/ledger/wallets/:id', LedgerWalletScreen)}
    <Route component={NotFoundScreen} />
  </Switch>
);

const guestOnly = (path: string, Screen: ComponentType) => (
  <Route path={path}>
    <GuestOnly>
      <Screen />
    </GuestOnly>
  </Route>
);

const membersOnly = (path: string, Screen: ComponentType) => (
  <Route path={path}>
    <Protected>
      <Screen />
    </Protected>
  </Route>
);

const forRole = (role: Role, path: string, Screen: ComponentType) => (
  <Route path={path}>
    <RoleOnly role={role}>
      <Screen />
    </RoleOnly>
  </Route>
);
