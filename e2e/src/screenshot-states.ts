import type { Page } from 'playwright-core';
import type { OpenProduct } from './open-product.ts';
import * as acts from './screenshot-actions.ts';

export type ScreenState = {
  readonly name: string;
  readonly who: 'guest' | 'bettor' | 'admin' | 'auditor';
  readonly path: string;
  readonly act?: (page: Page, product: OpenProduct) => Promise<void>;
};

const noSuch = '00000000-0000-7000-8000-000000000000';

const ofGuests: readonly ScreenState[] = [
  { name: 'home', who: 'guest', path: '/' },
  { name: 'home-loading', who: 'guest', path: '/support', act: acts.unanswered('/') },
  { name: 'home-failed', who: 'guest', path: '/support', act: acts.failing('/') },
  { name: 'home-empty', who: 'guest', path: '/support', act: acts.empty('/') },
  { name: 'home-favourites', who: 'guest', path: '/support', act: acts.starLeague },
  { name: 'home-registered', who: 'guest', path: '/support', act: acts.registered },
  { name: 'games', who: 'guest', path: '/games' },
  { name: 'games-live', who: 'guest', path: '/games?tab=live' },
  { name: 'games-none', who: 'guest', path: '/games?tab=live&date=tomorrow' },
  { name: 'games-loading', who: 'guest', path: '/support', act: acts.unanswered('/games') },
  { name: 'games-failed', who: 'guest', path: '/support', act: acts.failing('/games') },
  { name: 'games-offline', who: 'guest', path: '/games', act: acts.loseTheLine },
  { name: 'match-upcoming', who: 'guest', path: '/games?date=tomorrow', act: acts.openMatch },
  { name: 'match-live', who: 'guest', path: '/games?tab=live', act: acts.openMatch },
  { name: 'match-missing', who: 'guest', path: `/match/${noSuch}` },
  { name: 'login', who: 'guest', path: '/login' },
  { name: 'login-wrong', who: 'guest', path: '/login', act: acts.press('Log in') },
  { name: 'login-refused', who: 'guest', path: '/login', act: acts.logInWrongly },
  { name: 'register', who: 'guest', path: '/register' },
  { name: 'register-wrong', who: 'guest', path: '/register', act: acts.press('Register') },
  { name: 'forgot', who: 'guest', path: '/forgot-password' },
  { name: 'forgot-sent', who: 'guest', path: '/forgot-password', act: acts.askForReset },
  { name: 'reset', who: 'guest', path: '/reset-password?token=any' },
  { name: 'reset-typing', who: 'guest', path: '/reset-password?token=any', act: acts.typePassword },
  { name: 'reset-success', who: 'guest', path: '/reset-password?token=any', act: acts.resetPassword },
  { name: 'reset-failed', who: 'guest', path: '/reset-password' },
  { name: 'verify-loading', who: 'guest', path: '/support', act: acts.waitForVerification },
  { name: 'verify-success', who: 'guest', path: '/support', act: acts.verified },
  { name: 'verify-failed', who: 'guest', path: '/verify?token=wrong' },
  { name: 'resend-verification', who: 'guest', path: '/resend-verification' },
  { name: 'support', who: 'guest', path: '/support' },
  { name: 'support-wrong', who: 'guest', path: '/support', act: acts.press('Send message') },
  { name: 'not-found', who: 'guest', path: '/nowhere' },
  { name: 'error-boundary', who: 'guest', path: '/support', act: acts.breakGames },
  { name: 'screen-missing', who: 'guest', path: '/support', act: acts.loseGames },
  { name: 'slip-guest', who: 'guest', path: '/', act: acts.pickTwo() },
];

const ofBettors: readonly ScreenState[] = [
  { name: 'home-bettor', who: 'bettor', path: '/' },
  { name: 'games-toast', who: 'bettor', path: '/support', act: acts.toast },
  { name: 'palette', who: 'bettor', path: '/', act: acts.search('a') },
  { name: 'palette-price', who: 'bettor', path: '/', act: acts.searchPrice },
  { name: 'palette-none', who: 'bettor', path: '/', act: acts.search('zzzz') },
  { name: 'account-menu', who: 'bettor', path: '/', act: acts.openAccountMenu },
  { name: 'slip-empty', who: 'bettor', path: '/', act: acts.openSlip },
  { name: 'slip-filled', who: 'bettor', path: '/games', act: acts.pickTwo('25') },
  { name: 'slip-singles', who: 'bettor', path: '/games', act: acts.pickTickets('Singles') },
  { name: 'slip-system', who: 'bettor', path: '/games', act: acts.pickTickets('System') },
  { name: 'slip-pinned', who: 'bettor', path: '/games', act: acts.pinSlip },
  { name: 'slip-too-much', who: 'bettor', path: '/games', act: acts.pickTwo('5000') },
  { name: 'slip-moved', who: 'bettor', path: '/games', act: acts.movePrices },
  { name: 'slip-suspended', who: 'bettor', path: '/games', act: acts.suspendLeg },
  { name: 'slip-refused', who: 'bettor', path: '/support', act: acts.refuseBet },
  { name: 'slip-placed', who: 'bettor', path: '/support', act: acts.placeBet },
  { name: 'wallet', who: 'bettor', path: '/my-wallet' },
  { name: 'wallet-withdraw', who: 'bettor', path: '/my-wallet', act: acts.wrongWithdrawal },
  { name: 'wallet-deposit-wrong', who: 'bettor', path: '/deposit', act: acts.press(/^(Deposit|Pay)/) },
  { name: 'wallet-failed', who: 'bettor', path: '/support', act: acts.failing('/my-wallet') },
  { name: 'history', who: 'bettor', path: '/history' },
  { name: 'history-empty', who: 'bettor', path: '/support', act: acts.empty('/history') },
  { name: 'history-failed', who: 'bettor', path: '/support', act: acts.failing('/history') },
  ...(['won', 'lost', 'open'] as const).map(
    (status): ScreenState => ({ name: `bet-${status}`, who: 'bettor', path: '/support', act: acts.openBet(status) }),
  ),
  { name: 'bet-missing', who: 'bettor', path: `/history/${noSuch}` },
  { name: 'statement', who: 'bettor', path: '/statement' },
  { name: 'profile', who: 'bettor', path: '/profile' },
  { name: 'profile-password', who: 'bettor', path: '/profile', act: acts.press('Change password') },
  { name: 'profile-limit', who: 'bettor', path: '/profile', act: acts.press(/^Set a limit: Deposit/) },
  { name: 'profile-break', who: 'bettor', path: '/profile', act: acts.press('Take a time-out') },
  { name: 'profile-sign-out', who: 'bettor', path: '/profile', act: acts.press('Sign out everywhere') },
  { name: 'reality-check', who: 'bettor', path: '/support', act: acts.realityCheck },
  ...(['checking', 'completed', 'failed', 'cancelled', 'pending'] as const).map(
    (status): ScreenState => ({
      name: `payment-${status}`,
      who: 'bettor',
      path: '/support',
      act: acts.returned(status),
    }),
  ),
  { name: 'two-factor', who: 'bettor', path: '/profile', act: acts.enrol },
  { name: 'payment-error', who: 'bettor', path: `/payment/return/${noSuch}` },
  { name: 'transactions-not-for-bettors', who: 'bettor', path: '/transactions' },
  { name: 'markets-not-for-bettors', who: 'bettor', path: '/markets' },
  { name: 'player-not-for-bettors', who: 'bettor', path: `/players/${noSuch}` },
];

const ofOperators: readonly ScreenState[] = [
  { name: 'admin-home', who: 'admin', path: '/' },
  { name: 'admin-palette', who: 'admin', path: '/', act: acts.search('touchline.test') },
  { name: 'admin-profile', who: 'admin', path: '/profile' },
  { name: 'transactions', who: 'admin', path: '/transactions' },
  { name: 'transactions-deposit', who: 'admin', path: '/transactions', act: acts.expand('Deposit') },
  { name: 'transactions-withdrawal', who: 'admin', path: '/transactions', act: acts.expand('Withdrawal') },
  { name: 'transactions-approve', who: 'admin', path: '/transactions', act: acts.decide(/^Approve/) },
  { name: 'transactions-reject', who: 'admin', path: '/transactions', act: acts.decide(/^Reject/) },
  { name: 'transactions-failed-return', who: 'admin', path: '/transactions', act: acts.failedReturn() },
  { name: 'transactions-retry-return', who: 'admin', path: '/transactions', act: acts.failedReturn('Retry return…') },
  { name: 'transactions-pay-return', who: 'admin', path: '/transactions', act: acts.failedReturn('Pay to account…') },
  { name: 'transactions-filters', who: 'admin', path: '/transactions', act: acts.press(/Filters & Sorting/) },
  { name: 'transactions-empty', who: 'admin', path: '/support', act: acts.empty('/transactions') },
  { name: 'transactions-failed', who: 'admin', path: '/support', act: acts.failing('/transactions') },
  { name: 'markets', who: 'admin', path: '/markets' },
  { name: 'markets-close', who: 'admin', path: '/markets', act: acts.askToClose },
  { name: 'market', who: 'admin', path: '/markets', act: acts.openMarket },
  { name: 'market-suspend', who: 'admin', path: '/markets?show=open', act: acts.suspendMarket },
  { name: 'market-open', who: 'admin', path: '/markets?show=open', act: acts.openMarket },
  { name: 'market-void-bets', who: 'admin', path: '/markets?search=Ost', act: acts.voidBets },
  { name: 'market-void-checked', who: 'admin', path: '/markets?search=Ost', act: acts.voidBetsChecked },
  { name: 'market-result', who: 'admin', path: '/markets', act: acts.enterResult },
  { name: 'players', who: 'admin', path: '/players', act: acts.findPlayer },
  { name: 'player', who: 'admin', path: '/transactions', act: acts.openPlayer },
  { name: 'player-exclude', who: 'admin', path: '/transactions', act: acts.excludePlayer },
  { name: 'player-missing', who: 'admin', path: `/players/${noSuch}` },
  { name: 'player-loading', who: 'admin', path: '/support', act: acts.awaitPlayer(`/players/${noSuch}`) },
  { name: 'player-failed', who: 'admin', path: '/support', act: acts.failing(`/players/${noSuch}`) },
  { name: 'player-of-auditor', who: 'auditor', path: '/players', act: acts.findAndOpenPlayer },
  { name: 'audit', who: 'admin', path: '/audit' },
  { name: 'audit-open', who: 'auditor', path: '/audit', act: acts.openFirstDetails },
  { name: 'ledger', who: 'auditor', path: '/ledger' },
  { name: 'ledger-players', who: 'auditor', path: '/ledger?view=players', act: acts.findPlayer },
  { name: 'ledger-trial-balance', who: 'auditor', path: '/ledger?view=trial-balance' },
  { name: 'ledger-verification', who: 'auditor', path: '/ledger?view=verification' },
  { name: 'ledger-wallet', who: 'auditor', path: '/ledger', act: acts.openWallet },
  { name: 'ledger-filtered', who: 'auditor', path: '/ledger?account=player%3Acash', act: acts.saveFilter },
  { name: 'ledger-case', who: 'auditor', path: '/ledger', act: acts.addToCase },
  { name: 'ledger-compare', who: 'auditor', path: '/ledger', act: acts.compareMoments },
  { name: 'reports', who: 'auditor', path: '/reports' },
  { name: 'reports-market', who: 'auditor', path: '/reports?by=market' },
  { name: 'reports-admin', who: 'admin', path: '/reports?by=league' },
];

/** While betting is open, or seems to be. */
export const screenStates: readonly ScreenState[] = [...ofGuests, ...ofBettors, ...ofOperators];

/** Once an admin has closed all betting: taken last, as every other screen wants it open. */
export const closedStates: readonly ScreenState[] = [
  { name: 'closed-home', who: 'guest', path: '/' },
  { name: 'closed-match', who: 'guest', path: '/games?date=tomorrow', act: acts.openMatch },
  { name: 'closed-slip-guest', who: 'guest', path: '/', act: acts.keepOnSlip },
  { name: 'closed-slip', who: 'bettor', path: '/games', act: acts.keepOnSlip },
  { name: 'closed-markets', who: 'admin', path: '/markets', act: acts.seeClosed },
  { name: 'closed-markets-open', who: 'admin', path: '/markets', act: acts.askToOpen },
];
