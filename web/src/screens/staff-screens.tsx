import { Route, Switch } from 'wouter';
import { lazyScreen } from '../loading/lazy-screen.tsx';
import { forRole } from '../session/index.ts';
import { NotFoundScreen } from './error-screens.tsx';

const AdjustmentsScreen = lazyScreen(
  async () => (await import('./adjustments/adjustments-screen.tsx')).AdjustmentsScreen,
);
const CasesScreen = lazyScreen(async () => (await import('./cases/cases-screen.tsx')).CasesScreen);
const ReconciliationScreen = lazyScreen(
  async () => (await import('./cases/reconciliation-screen.tsx')).ReconciliationScreen,
);
const CaseScreen = lazyScreen(async () => (await import('./cases/case-screen.tsx')).CaseScreen);
const AuditScreen = lazyScreen(async () => (await import('./audit/audit-screen.tsx')).AuditScreen);
const LedgerScreen = lazyScreen(async () => (await import('./ledger/ledger-screen.tsx')).LedgerScreen);
const LedgerWalletScreen = lazyScreen(
  async () => (await import('./ledger-wallet/ledger-wallet-screen.tsx')).LedgerWalletScreen,
);
const MarketScreen = lazyScreen(async () => (await import('./markets/market-screen.tsx')).MarketScreen);
const MarketsScreen = lazyScreen(async () => (await import('./markets/markets-screen.tsx')).MarketsScreen);
const PlayerScreen = lazyScreen(async () => (await import('./player/player-screen.tsx')).PlayerScreen);
const PlayersScreen = lazyScreen(async () => (await import('./players/players-screen.tsx')).PlayersScreen);
const ReportsScreen = lazyScreen(async () => (await import('./reports/reports-screen.tsx')).ReportsScreen);
const TransactionsScreen = lazyScreen(
  async () => (await import('./transactions/transactions-screen.tsx')).TransactionsScreen,
);

/** The screens of admins and auditors, for members. Screens that are open to all members say who they are for. */
export const StaffScreens = () => (
  <Switch>
    <Route path="/transactions" component={TransactionsScreen} />
    <Route path="/audit" component={AuditScreen} />
    <Route path="/adjustments" component={AdjustmentsScreen} />
    <Route path="/players" component={PlayersScreen} />
    <Route path="/players/:id" component={PlayerScreen} />
    <Route path="/reconciliation" component={ReconciliationScreen} />
    <Route path="/cases" component={CasesScreen} />
    <Route path="/cases/:id" component={CaseScreen} />
    <Route path="/reports" component={ReportsScreen} />
    {forRole('admin', '/markets', MarketsScreen)}
    {forRole('admin', '/markets/:matchId', MarketScreen)}
    {forRole('auditor', '/ledger', LedgerScreen)}
    {forRole('auditor', '/ledger/wallets/:id', LedgerWalletScreen)}
    <Route component={NotFoundScreen} />
  </Switch>
);
