import { type RevenueGroup, revenueGroups } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { momentFromUtcField } from '../../ledger/moments.ts';

/** A period in UTC, with `to` exclusive, and what its revenue is divided by. */
export type ReportQuery = { readonly from: string; readonly to: string; readonly by: RevenueGroup };

const day = (year: number, month: number, date: number): string =>
  `${new Date(Date.UTC(year, month, date)).toISOString().slice(0, 19)}Z`;

/** Periods to choose from at a moment. */
export function presetsAt(now: Date) {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return [
    { title: t('Today'), from: day(year, month, date), to: day(year, month, date + 1) },
    { title: t('Yesterday'), from: day(year, month, date - 1), to: day(year, month, date) },
    { title: t('This month'), from: day(year, month, 1), to: day(year, month + 1, 1) },
    { title: t('Last month'), from: day(year, month - 1, 1), to: day(year, month, 1) },
    { title: t('This year'), from: day(year, 0, 1), to: day(year + 1, 0, 1) },
  ] as const;
}

/** Reads the period in a URL; this month by default. */
export function queryFromSearch(search: string, now: Date): ReportQuery {
  const params = new URLSearchParams(search);
  const moment = (name: string) => momentFromUtcField(params.get(name) ?? '');
  const [, , thisMonth] = presetsAt(now);
  return {
    from: moment('from') ?? thisMonth.from,
    to: moment('to') ?? thisMonth.to,
    by: revenueGroups.find((group) => group === params.get('by')) ?? 'day',
  };
}

export const hrefOf = (query: ReportQuery): string => `/reports?${new URLSearchParams(query)}`;
