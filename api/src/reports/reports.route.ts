import { reportEndpoints, reportRefusalView } from '@touchline/core/contract';
import { hours } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import type { Balances, Revenue } from '@touchline/core/reports';
import { ok, refused } from '@touchline/core/result';
import { readPeriod } from '@touchline/store/reports';
import type { Reads } from '@touchline/store/standby-reads';
import { handleRefusing, type Route } from '../http/handle.ts';
import { utcMicros } from '../ledger/utc-micros.ts';

/** A longer period is shown by month. */
const mostDays = 400;

export const reportsRoutes = ({ reads }: { readonly reads: Reads }): readonly Route[] => [
  handleRefusing(
    reportEndpoints.period,
    async ({ query: { by, ...query } }) => {
      const [from, to] = [utcMicros(query.from), utcMicros(query.to)];
      if (to <= from) return refused({ code: 'period-invalid' });
      const unit = Date.parse(to) - Date.parse(from) > hours(24) * mostDays ? ('month' as const) : ('day' as const);
      const { db } = await reads.server();
      const report = await readPeriod(db, { from, to, by, unit });
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
    },
    reportRefusalView,
    { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } },
  ),
];

const inDollars = <Amounts extends Balances | Revenue>(amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, dollars(amount as Cents)])) as {
    [Name in keyof Amounts]: number;
  };
