import type { PeriodReportView } from '@touchline/core/contract';
import type { Figure } from '@touchline/core/reports';
import { searchFromFilter } from '../../ledger/event-filter.ts';

type Period = Pick<PeriodReportView, 'from' | 'to'>;
type Group = Pick<PeriodReportView, 'by' | 'unit'> & { readonly group: string };

/** The address of the events behind a figure of a period, or of one group in it: the sum of their entries is the figure. */
export function figureHref({ kinds, accounts }: Figure, period: Period, group?: Group): string {
  const { from, to } = group?.by === 'day' ? partOf(period, group) : period;
  const filter = {
    type: kinds.join(','),
    account: accounts.join(','),
    ...(group && group.by !== 'day' && { [group.by]: group.group }),
    from,
    to: momentBefore(to),
  };
  return `/ledger?${searchFromFilter(filter)}`;
}

/** The address of the entries on some accounts: of one kind of event in a period, or all until a moment. */
export function entriesHref(accounts: readonly string[], when: { readonly kind: string } & Period): string;
export function entriesHref(accounts: readonly string[], when: { readonly until: string }): string;
export function entriesHref(
  accounts: readonly string[],
  when: ({ readonly kind: string } & Period) | { readonly until: string },
): string {
  const account = accounts.join(',');
  const filter =
    'until' in when
      ? { account, to: momentBefore(when.until) }
      : { type: when.kind, account, from: when.from, to: momentBefore(when.to) };
  return `/ledger?${searchFromFilter(filter)}`;
}

/** The ledger's filter includes its end, so the last microsecond before a whole second ends a period. */
const momentBefore = (moment: string): string => `${new Date(Date.parse(moment) - 1).toISOString().slice(0, 23)}999Z`;

/** The part of a day or month that is in the period. */
function partOf({ from, to }: Period, { unit, group }: Group): Period {
  const start = new Date(`${unit === 'day' ? group : `${group}-01`}T00:00:00Z`);
  const end = new Date(start);
  if (unit === 'day') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return {
    from: new Date(Math.max(start.getTime(), Date.parse(from))).toISOString(),
    to: new Date(Math.min(end.getTime(), Date.parse(to))).toISOString(),
  };
}
