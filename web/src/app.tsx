import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { SettingsProvider } from './api/settings.ts';
import { addTexts, useLanguage } from './language/show-language.ts';
import { RealityCheckGate } from './limits/reality-check-gate.tsx';
import { LiveProvider } from './live/index.ts';
import { FormSkeleton, GamesSkeleton, lazyScreen } from './loading/lazy-screen.tsx';
import type { Page } from './page.ts';
import { NotFoundScreen } from './screens/error-screens.tsx';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { forRole, GuestAtFirst, GuestOnly, Protected, SessionProvider, useSession } from './session/index.ts';
import { Shell } from './shell/shell.tsx';
import { useConfig } from './shell/use-config.ts';
import { SlipProvider } from './slip/index.ts';

// Home is part of the first load; every other screen loads when it is first opened.
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
const LoginScreen = lazyScreen(
  async () => (await import('./screens/login/login-screen.tsx')).LoginScreen,
  FormSkeleton,
);
const MatchScreen = lazyScreen(async () => (await import('./screens/match/match-screen.tsx')).MatchScreen);
const MyWalletScreen = lazyScreen(
  async () => (await import('./screens/my-wallet/my-wallet-screen.tsx')).MyWalletScreen,
);
const NotificationsScreen = lazyScreen(
  async () => (await import('./screens/notifications/notifications-screen.tsx')).NotificationsScreen,
);
const PaymentReturnScreen = lazyScreen(
  async () => (await import('./screens/payment-return/payment-return-screen.tsx')).PaymentReturnScreen,
);
const ProfileScreen = lazyScreen(async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen);
const RegisterScreen = lazyScreen(
  async () => (await import('./screens/register/register-screen.tsx')).RegisterScreen,
  FormSkeleton,
);
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
const StaffScreens = lazyScreen(async () => {
  const [{ StaffScreens: Screens }] = await Promise.all([import('./screens/staff-screens.tsx'), addTexts('staff')]);
  return Screens;
});
const StatementScreen = lazyScreen(
  async () => (await import('./screens/statement/statement-screen.tsx')).StatementScreen,
);
const SupportScreen = lazyScreen(async () => (await import('./screens/support/support-screen.tsx')).SupportScreen);
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
  // With another language everything is drawn again.
  const language = useLanguage();
  return (
    <SessionProvider actor={page.session}>
      <LiveProvider actor={page.live}>
        <SlipProvider inPlay={config?.inPlay} limits={config?.limits}>
          <SettingsProvider value={config}>
            <Shell key={language} config={config}>
              <Screens />
            </Shell>
          </SettingsProvider>
          <RealityCheckGate key={language} />
        </SlipProvider>
      </LiveProvider>
    </SessionProvider>
  );
}

const staffPaths = /^\/(adjustments|audit|cases|ledger|markets|players|reconciliation|reports|transactions)(?:\/|$)/;

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
    {forRole('bettor', '/my-wallet', MyWalletScreen)}
    {forRole('bettor', '/deposit', MyWalletScreen)}
    {membersOnly('/payment/return/:transactionId', PaymentReturnScreen)}
    <Route path={staffPaths}>
      <Protected>
        <StaffScreens />
      </Protected>
    </Route>
    {membersOnly('/history', BettingHistoryScreen)}
    {membersOnly('/history/:betId', BetScreen)}
    {membersOnly('/profile', ProfileScreen)}
    {forRole('bettor', '/notifications', NotificationsScreen)}
    {forRole('bettor', '/statement', StatementScreen)}
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
