import { type Cents, cents, minus, noMoney, plus } from '../money/index.ts';
import type { Account, Settlement, WalletEventType } from '../wallet/index.ts';

/** An event type as period reports distinguish it: a rollback names the settlement that it reverses. */
export type EventKind = Exclude<WalletEventType, 'SettlementRolledBack'> | `SettlementRolledBack/${Settlement['type']}`;

/** The sum of all entries on `accounts` by events of `kinds`, with its sign turned if `isNegated`. */
export type Figure = {
  readonly kinds: readonly EventKind[];
  readonly accounts: readonly Account[];
  readonly isNegated?: true;
};

const settled = [
  'CashedOut',
  'WinningsPaid',
  'StakeLost',
  'SettlementRolledBack/WinningsPaid',
  'SettlementRolledBack/StakeLost',
] as const;
const refunded = ['StakeRefunded', 'BetRejected', 'SettlementRolledBack/StakeRefunded'] as const;
const ofBonuses = ['BonusGranted', 'BonusConverted', 'BonusTakenBack', 'BonusForfeited'] as const;

/**
 * The figures of betting revenue; docs/glossary.md defines them. A payout that was forfeited with its bonus counts as a payout and
 * lowers the bonus cost.
 */
export const revenueFigures = {
  stakes: { kinds: settled, accounts: ['player:staked'], isNegated: true },
  payouts: { kinds: settled, accounts: ['player:cash', 'player:bonus', 'house:bonus'] },
  ggr: { kinds: settled, accounts: ['house:result'] },
  bonusCost: { kinds: [...settled, ...refunded, ...ofBonuses], accounts: ['house:bonus'], isNegated: true },
  ngr: { kinds: [...settled, ...refunded, ...ofBonuses], accounts: ['house:result', 'house:bonus'] },
  refunds: { kinds: refunded, accounts: ['player:staked'], isNegated: true },
} as const satisfies Readonly<Record<string, Figure>>;
export type RevenueFigure = keyof typeof revenueFigures;
export const revenueFigureNames = Object.keys(revenueFigures) as readonly RevenueFigure[];

/** What a league or market is for events without one, and for bets with several. */
export const withoutBet = 'none';
export const several = 'several';

/** Entries of one period and kind on one account, summed. `group`: a day, league or market. */
export type EntryTotal = {
  readonly group: string;
  readonly kind: string;
  readonly account: Account;
  readonly amount: Cents;
};

export type Balances = Readonly<Partial<Record<Account, Cents>>>;
export type Revenue = Readonly<Record<RevenueFigure, Cents>>;
export type PeriodReport = {
  readonly movements: readonly { readonly kind: string; readonly amounts: Balances }[];
  readonly closing: Balances;
  readonly total: Revenue;
  readonly groups: readonly { readonly group: string; readonly figures: Revenue }[];
};

/** Returns the period report from its opening balances and the totals of its entries. */
export function reportPeriod(opening: Balances, totals: readonly EntryTotal[]): PeriodReport {
  const byKind = Map.groupBy(totals, ({ kind }) => kind);
  const byGroup = Map.groupBy(totals, ({ group }) => group);
  const inOrder = <Value>(groups: ReadonlyMap<string, Value>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    movements: inOrder(byKind).map(([kind, of]) => ({ kind, amounts: addTotals({}, of) })),
    closing: addTotals(opening, totals),
    total: revenueOf(totals),
    groups: inOrder(byGroup).map(([group, of]) => ({ group, figures: revenueOf(of) })),
  };
}

function addTotals(before: Balances, totals: readonly EntryTotal[]): Balances {
  const after: Partial<Record<Account, Cents>> = { ...before };
  for (const { account, amount } of totals) after[account] = plus(after[account] ?? noMoney, amount);
  return after;
}

const revenueOf = (totals: readonly EntryTotal[]): Revenue => {
  const figures = revenueFigureNames.map((name) => [name, sumFigure(revenueFigures[name], totals)] as const);
  return Object.fromEntries(figures) as Revenue;
};

export function sumFigure({ kinds, accounts, isNegated }: Figure, totals: readonly Omit<EntryTotal, 'group'>[]): Cents {
  const counted = totals.filter(
    ({ kind, account }) => (kinds as readonly string[]).includes(kind) && accounts.includes(account),
  );
  const sum = cents(counted.reduce((total, { amount }) => total + amount, 0));
  return isNegated ? minus(noMoney, sum) : sum;
}
