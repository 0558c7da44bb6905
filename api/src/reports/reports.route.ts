import {
  type CashOutFigures,
  type CashOutReportView,
  type PeriodReportView,
  reportEndpoints,
  reportRefusalView,
} from '@touchline/core/contract';
import { hours } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import type { Balances, Revenue } from '@touchline/core/reports';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { type CashOutTotals, cashOutResult, readCashOuts, readPeriod } from '@touchline/store/reports';
import type { Reads } from '@touchline/store/standby-reads';
import type { output } from 'zod/v4/core';
import { exportConfig, onePage, sendList } from '../http/export-list.ts';
import { handleRefusing, type Route } from '../http/handle.ts';
import { utcMicros } from '../ledger/utc-micros.ts';

/** A longer period is shown by month. */
const mostDays = 400;

type Deps = { readonly db: Db; readonly reads: Reads };

export function reportsRoutes({ db, reads }: Deps): readonly Route[] {
  async function readReport(query: PeriodQuery): Promise<Result<PeriodReportView, PeriodRefusal<'report-not-ready'>>> {
    const period = periodOf(query);
    if (period.to <= period.from) return refused({ code: 'period-invalid' });
    const report = await readPeriod((await reads.server()).db, period);
    if (report === 'not-ready') return refused({ code: 'report-not-ready' });
    const { opening, movements, closing, total, groups } = report;
    return ok({
      ...period,
      opening: inDollars(opening),
      movements: movements.map(({ kind, amounts }) => ({ kind, amounts: inDollars(amounts) })),
      closing: inDollars(closing),
      total: inDollars(total),
      groups: groups.map(({ group, figures }) => ({ group, figures: inDollars(figures) })),
    });
  }
  async function readCashOutReport(
    query: PeriodQuery,
  ): Promise<Result<CashOutReportView, PeriodRefusal<'period-too-long'>>> {
    const period = periodOf(query);
    if (period.to <= period.from) return refused({ code: 'period-invalid' });
    const report = await readCashOuts((await reads.server()).db, period);
    if (report === 'too-many') return refused({ code: 'period-too-long' });
    return ok({
      ...period,
      total: viewCashOuts(report.total),
      groups: report.groups.map(({ group, totals }) => ({ group, figures: viewCashOuts(totals) })),
    });
  }
  return [
    handleRefusing(reportEndpoints.period, reportRefusalView, ({ query }) => readReport(query), {
      config: exportConfig,
    }),
    handleRefusing(reportEndpoints.cashOuts, reportRefusalView, ({ query }) => readCashOutReport(query), {
      config: exportConfig,
    }),
    handleRefusing(
      reportEndpoints.exportCashOuts,
      reportRefusalView,
      async (asked) => {
        const report = await readCashOutReport(asked.query);
        if (!report.ok) return report;
        const { from, to, groups, total } = report.value;
        const rows = [...groups, { group: 'total', figures: total }].map((row) => ({ from, to, ...row }));
        return ok(
          await sendList(
            db,
            asked,
            onePage(async () => rows),
            { name: 'cash-outs', columns: cashOutColumns },
          ),
        );
      },
      { exposeHeadRoute: false, config: exportConfig },
    ),
    handleRefusing(
      reportEndpoints.exportPeriod,
      reportRefusalView,
      async (asked) => {
        const report = await readReport(asked.query);
        if (!report.ok) return report;
        const pages = onePage(async () => figuresOf(report.value));
        return ok(await sendList(db, asked, pages, { name: 'report', columns: figureColumns }));
      },
      { exposeHeadRoute: false, config: exportConfig },
    ),
  ];
}

function periodOf({ by, ...query }: PeriodQuery) {
  const [from, to] = [utcMicros(query.from), utcMicros(query.to)];
  const isLong = Date.parse(to) - Date.parse(from) > hours(24) * mostDays;
  return { from, to, by, unit: isLong ? 'month' : 'day' } as const;
}

function viewCashOuts(totals: CashOutTotals): CashOutFigures {
  const { count, decided, stakes, paid, worth } = totals;
  const { margin, saved } = cashOutResult(totals);
  return {
    ...{ count, decided, stakes: dollars(stakes), paid: dollars(paid), worth: dollars(worth) },
    ...{ margin: dollars(margin), saved: dollars(saved) },
  };
}

type CashOutRow = Pick<PeriodReportView, 'from' | 'to'> & { readonly group: string; readonly figures: CashOutFigures };
const cashOutColumns = {
  from: ({ from }: CashOutRow) => from,
  to: ({ to }: CashOutRow) => to,
  group: ({ group }: CashOutRow) => group,
  count: ({ figures }: CashOutRow) => figures.count,
  stakes: ({ figures }: CashOutRow) => figures.stakes,
  paid: ({ figures }: CashOutRow) => figures.paid,
  worth: ({ figures }: CashOutRow) => figures.worth,
  margin: ({ figures }: CashOutRow) => figures.margin,
  decided: ({ figures }: CashOutRow) => figures.decided,
  saved: ({ figures }: CashOutRow) => figures.saved,
};

type PeriodQuery = Omit<output<typeof reportEndpoints.period.query>, 'format'>;
type PeriodRefusal<Other extends string> = { readonly code: 'period-invalid' | Other };

/** One figure of a period report: of an account, or of revenue. */
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
