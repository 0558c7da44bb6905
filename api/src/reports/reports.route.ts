import { type PeriodReportView, reportEndpoints, reportRefusalView } from '@touchline/core/contract';
import { hours } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import type { Balances, Revenue } from '@touchline/core/reports';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { readPeriod } from '@touchline/store/reports';
import type { Reads } from '@touchline/store/standby-reads';
import type { output } from 'zod/v4/core';
import { exportConfig, onePage, sendList } from '../http/export-list.ts';
import { handleRefusing, type Route } from '../http/handle.ts';
import { utcMicros } from '../ledger/utc-micros.ts';

/** A longer period is shown by month. */
const mostDays = 400;

type Deps = { readonly db: Db; readonly reads: Reads };

export function reportsRoutes({ db, reads }: Deps): readonly Route[] {
  async function readReport({ by, ...query }: PeriodQuery): Promise<Result<PeriodReportView, PeriodRefusal>> {
    const [from, to] = [utcMicros(query.from), utcMicros(query.to)];
    if (to <= from) return refused({ code: 'period-invalid' });
    const unit = Date.parse(to) - Date.parse(from) > hours(24) * mostDays ? ('month' as const) : ('day' as const);
    const report = await readPeriod((await reads.server()).db, { from, to, by, unit });
    if (report === 'not-ready') return refused({ code: 'report-not-ready' });
    const { opening, movements, closing, total, groups } = report;
    return ok({
      ...{ from, to, by, unit },
      opening: inDollars(opening),
      movements: movements.map(({ kind, amounts }) => ({ kind, amounts: inDollars(amounts) })),
      closing: inDollars(closing),
      total: inDollars(total),
      groups: groups.map(({ group, figures }) => ({ group, figures: inDollars(figures) })),
    });
  }
  return [
    handleRefusing(reportEndpoints.period, ({ query }) => readReport(query), reportRefusalView, {
      config: exportConfig,
    }),
    handleRefusing(
      reportEndpoints.exportPeriod,
      async (asked) => {
        const report = await readReport(asked.query);
        if (!report.ok) return report;
        const pages = onePage(async () => figuresOf(report.value));
        return ok(await sendList(db, asked, pages, { name: 'report', columns: figureColumns }));
      },
      reportRefusalView,
      { exposeHeadRoute: false, config: exportConfig },
    ),
  ];
}

type PeriodQuery = Omit<output<typeof reportEndpoints.period.query>, 'format'>;
type PeriodRefusal = { readonly code: 'period-invalid' | 'report-not-ready' };

/** One figure of a report: of an account, or of revenue. */
type FigureRow = Pick<PeriodReportView, 'from' | 'to'> & {
  readonly table: 'revenue' | 'balances';
  readonly row: string;
  readonly figure: string;
  readonly amount: number;
};

const figureColumns = {
  from: ({ from }: FigureRow) => from,
  to: ({ to }: FigureRow) => to,
  table: ({ table }: FigureRow) => table,
  row: ({ row }: FigureRow) => row,
  figure: ({ figure }: FigureRow) => figure,
  amount: ({ amount }: FigureRow) => amount,
};

/** Every figure that the screen shows, in its order. */
function figuresOf(report: PeriodReportView): readonly FigureRow[] {
  const { from, to, total, groups, opening, movements, closing } = report;
  const rowsOf = (table: FigureRow['table'], row: string, figures: Readonly<Record<string, number>>) =>
    Object.entries(figures).map(([figure, amount]) => ({ from, to, table, row, figure, amount }));
  return [
    ...groups.flatMap(({ group, figures }) => rowsOf('revenue', group, figures)),
    ...rowsOf('revenue', 'total', total),
    ...rowsOf('balances', 'opening', opening),
    ...movements.flatMap(({ kind, amounts }) => rowsOf('balances', kind, amounts)),
    ...rowsOf('balances', 'closing', closing),
  ];
}

const inDollars = <Amounts extends Balances | Revenue>(amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, dollars(amount as Cents)])) as {
    [Name in keyof Amounts]: number;
  };
