import * as z from 'zod/mini';
import { schemaText } from '../../language/index.ts';
import { staffAccess } from '../audit/endpoints.ts';
import { endpoints } from '../endpoint.ts';
import { moment } from '../ledger/ledger.ts';
import { exportOf } from '../list-export.ts';
import type { RefusalView } from '../refusal-view.ts';

export const revenueGroups = ['day', 'league', 'market'] as const;
export type RevenueGroup = (typeof revenueGroups)[number];

/** Dollars by account; an account without entries is absent. */
const balances = z.record(z.string(), z.number());
/** Dollars. */
const revenue = z.object({
  stakes: z.number(),
  payouts: z.number(),
  ggr: z.number(),
  bonusCost: z.number(),
  ngr: z.number(),
  refunds: z.number(),
});
export type RevenueView = z.infer<typeof revenue>;

/** In UTC: `from` is inclusive, `to` exclusive. */
const period = {
  from: z.string(),
  to: z.string(),
  by: z.enum(revenueGroups),
  /** What a group of `by: day` is: a month in a long period. */
  unit: z.enum(['day', 'month']),
};
/** Balances and revenue of a period by the time recorded. */
const periodReport = z.object({
  ...period,
  opening: balances,
  movements: z.array(z.object({ kind: z.string(), amounts: balances })),
  closing: balances,
  total: revenue,
  /** `group`: a day (2026-11-23), a month (2026-11), a league or a market; `none` without a bet, `several` for bets on several. */
  groups: z.array(z.object({ group: z.string(), figures: revenue })),
});
export type PeriodReportView = z.infer<typeof periodReport>;

/** Dollars, and numbers of cash-outs. `worth`: without our margin; `decided`: those whose bets have all their results since. */
const cashOutFigures = z.object({
  count: z.int(),
  stakes: z.number(),
  paid: z.number(),
  worth: z.number(),
  /** Of the value, what we kept. */
  margin: z.number(),
  decided: z.int(),
  /** What the parts that are decided would have returned, less what was paid for them; negative if we paid more. */
  saved: z.number(),
});
export type CashOutFigures = z.infer<typeof cashOutFigures>;
const cashOutReport = z.object({
  ...period,
  total: cashOutFigures,
  groups: z.array(z.object({ group: z.string(), figures: cashOutFigures })),
});
export type CashOutReportView = z.infer<typeof cashOutReport>;

const periodQuery = { from: moment, to: moment, by: z._default(z.enum(revenueGroups), 'day') };

export const reportEndpoints = endpoints({
  period: {
    method: 'GET',
    path: '/reports/period',
    access: staffAccess,
    tag: 'reports',
    summary: 'Opening balances, movements, closing balances and revenue of a period; for admins and auditors',
    query: z.object(periodQuery),
    answer: periodReport,
    refusals: { 'period-invalid': 400, 'report-not-ready': 503 },
  },
  cashOuts: {
    method: 'GET',
    path: '/reports/cash-outs',
    access: staffAccess,
    tag: 'reports',
    summary: 'What cash-outs of a period paid, their margin, and what they saved; for admins and auditors',
    query: z.object(periodQuery),
    answer: cashOutReport,
    refusals: { 'period-invalid': 400, 'period-too-long': 400 },
  },
  exportCashOuts: {
    ...exportOf({
      path: '/reports/cash-outs',
      access: staffAccess,
      tag: 'reports',
      summary: 'The cash-outs of a period, one group per row, as a file; for admins and auditors',
      filter: periodQuery,
    }),
    refusals: { 'period-invalid': 400, 'period-too-long': 400 },
  },
  exportPeriod: {
    ...exportOf({
      path: '/reports/period',
      access: staffAccess,
      tag: 'reports',
      summary: 'The balances and revenue of a period, one figure per row, as a file; for admins and auditors',
      filter: periodQuery,
    }),
    refusals: { 'period-invalid': 400, 'report-not-ready': 503 },
  },
});

const sentences = {
  'period-invalid': schemaText('The end of the period must be after its start.'),
  'period-too-long': schemaText('The period has too many cash-outs. Please choose a shorter one.'),
  'report-not-ready': schemaText('Reports are being prepared. Please try again in a few minutes.'),
} as const;

export const reportRefusalView = ({ code }: { readonly code: keyof typeof sentences }): RefusalView => ({
  code,
  error: sentences[code],
});
