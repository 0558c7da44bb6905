import type { PeriodReportView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { centsFromDollars } from '@touchline/core/money';
import { playerAccounts } from '@touchline/core/wallet';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { accountTitle, eventTitle } from '../../ledger/event-labels.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { entriesHref } from './event-links.ts';
import { FigureRow } from './figure-row.tsx';

type Amounts = PeriodReportView['opening'];
type Column = { readonly title: () => string; readonly accounts: readonly string[] };

const players: readonly Column[] = [
  { title: () => t('All players'), accounts: playerAccounts },
  { title: () => t('Cash'), accounts: ['player:cash'] },
  { title: () => t('In open bets'), accounts: ['player:staked'] },
  { title: () => t('Held'), accounts: ['player:held'] },
  { title: () => t('Bonus'), accounts: ['player:bonus'] },
];
const operator: readonly Column[] = ['provider:clearing', 'payouts:clearing', 'house:result', 'house:bonus'].map(
  (account) => ({ title: () => accountTitle(account), accounts: [account] }),
);

type Props = { readonly report: PeriodReportView; readonly canOpen: boolean };

/** Opening balances, movements by event type and closing balances, of the players and of the operator. */
export function BalanceTables({ report, canOpen }: Props) {
  const isSound = addsUp(report);
  const Icon = isSound ? CircleCheck : TriangleAlert;
  return (
    <Card aria-labelledby="balances" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-0! pb-2!">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4">
        <h2 id="balances" className="text-figure font-strong">
          {t('Balances')}
        </h2>
        <p className={classes('flex items-center gap-2 text-small', isSound ? 'text-pitch' : 'text-live')}>
          <Icon aria-hidden="true" className="size-4" />
          {isSound
            ? t('Opening balances and movements add up to the closing balances')
            : t('The balances do not add up')}
        </p>
      </header>
      <BalanceTable title={t('Owed to players')} columns={players} report={report} canOpen={canOpen} />
      <BalanceTable title={t("Operator's accounts")} columns={operator} report={report} canOpen={canOpen} />
    </Card>
  );
}

type TableProps = Props & { readonly title: string; readonly columns: readonly Column[] };

function BalanceTable({ title, columns, report, canOpen }: TableProps) {
  const { from, to, opening, movements, closing } = report;
  const row = (amounts: Amounts, hrefOf: (accounts: readonly string[]) => string) =>
    columns.map((column) => ({
      name: column.title(),
      amount: sumOf(amounts, column.accounts) / 100,
      href: canOpen ? hrefOf(column.accounts) : undefined,
    }));
  const moved = movements.filter(({ amounts }) =>
    columns.some(({ accounts }) => accounts.some((name) => amounts[name])),
  );
  return (
    <ScrollTable caption={title} heads={[title, ...columns.map((column) => column.title())]}>
      <tbody>
        <FigureRow
          title={t('Opening balance')}
          isTotal
          figures={row(opening, (of) => entriesHref(of, { until: from }))}
        />
        {moved.map(({ kind, amounts }) => (
          <FigureRow
            key={kind}
            title={eventTitle(kind)}
            figures={row(amounts, (of) => entriesHref(of, { kind, from, to }))}
          />
        ))}
        <FigureRow
          title={t('Closing balance')}
          isTotal
          figures={row(closing, (of) => entriesHref(of, { until: to }))}
        />
      </tbody>
    </ScrollTable>
  );
}

/** In cents. */
const sumOf = (amounts: Amounts, accounts: readonly string[]): number =>
  accounts.reduce((sum, account) => sum + (centsFromDollars(amounts[account] ?? 0) ?? Number.NaN), 0);

/** Whether every account's movements lead from its opening to its closing balance, by this page's own arithmetic. */
export function addsUp({ opening, movements, closing }: Pick<PeriodReportView, 'opening' | 'movements' | 'closing'>) {
  const accounts = new Set([opening, closing, ...movements.map(({ amounts }) => amounts)].flatMap(Object.keys));
  return [...accounts].every((account) => {
    const moved = movements.reduce((sum, { amounts }) => sum + sumOf(amounts, [account]), 0);
    return sumOf(opening, [account]) + moved === sumOf(closing, [account]);
  });
}
