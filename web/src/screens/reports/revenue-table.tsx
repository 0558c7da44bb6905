import type { LeagueView, PeriodReportView, RevenueGroup, RevenueView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { type RevenueFigure, revenueFigureNames, revenueFigures } from '@touchline/core/reports';
import { leagueTitle, marketTitleOf } from '../../ledger/event-labels.ts';
import { useLeagues } from '../../shell/available-leagues.tsx';
import { Card } from '../../ui/card.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { Select } from '../../ui/select.tsx';
import { figureHref } from './event-links.ts';
import { FigureRow } from './figure-row.tsx';

const titles: Readonly<Record<RevenueFigure, Message>> = {
  stakes: msg('Settled stakes'),
  payouts: msg('Payouts'),
  ggr: msg('GGR'),
  bonusCost: msg('Bonus cost'),
  ngr: msg('NGR'),
  refunds: msg('Refunds'),
};
const groupings: readonly { readonly value: RevenueGroup; readonly label: Message }[] = [
  { value: 'day', label: msg('By day') },
  { value: 'league', label: msg('By league') },
  { value: 'market', label: msg('By market') },
];

const captions: Readonly<Record<RevenueGroup | 'month', Message>> = {
  day: msg('Revenue by day'),
  month: msg('Revenue by month'),
  league: msg('Revenue by league'),
  market: msg('Revenue by market'),
};

type Props = {
  readonly report: PeriodReportView;
  /** Auditors open the events behind a figure. */
  readonly canOpen: boolean;
  readonly onGroup: (by: RevenueGroup) => void;
};

/** Gross and net gaming revenue of the period by day, league or market. */
export function RevenueTable({ report, canOpen, onGroup }: Props) {
  const { by, unit, groups, total } = report;
  const leagues = useLeagues() ?? [];
  const row = (figures: RevenueView, group?: string) =>
    revenueFigureNames.map((name) => ({
      name: t(titles[name]),
      amount: figures[name],
      href: canOpen
        ? figureHref(revenueFigures[name], report, group === undefined ? undefined : { by, unit, group })
        : undefined,
    }));
  return (
    <Card aria-labelledby="revenue" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-0!">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4">
        <h2 id="revenue" className="text-figure font-strong">
          {t('Revenue')}
        </h2>
        <Select
          label={t('Divide the revenue')}
          className="w-40"
          value={by}
          options={groupings.map(({ value, label }) => ({ value, label: t(label) }))}
          onPick={(value) => onGroup(groupings.find((grouping) => grouping.value === value)?.value ?? 'day')}
        />
      </header>
      <p className="px-4 text-small text-muted">
        {t(
          'GGR is settled stakes less payouts. NGR is GGR less bonus cost: bonus money granted less bonus money forfeited. Refunds are the stakes of void and rejected bets, which are in neither.',
        )}
        {canOpen && ` ${t('Each figure opens its events.')}`}
      </p>
      <ScrollTable
        caption={t(captions[unit === 'month' && by === 'day' ? unit : by])}
        heads={[groupHead(report), ...revenueFigureNames.map((name) => t(titles[name]))]}
      >
        <tbody>
          {groups.map(({ group, figures }) => (
            <FigureRow key={group} title={groupTitle(by, group, leagues)} figures={row(figures, group)} />
          ))}
          <FigureRow title={t('Total')} isTotal figures={row(total)} />
        </tbody>
      </ScrollTable>
    </Card>
  );
}

/** The heading of the column that names the groups. */
export const groupHead = ({ by, unit }: Pick<PeriodReportView, 'by' | 'unit'>): string =>
  by === 'day' ? (unit === 'day' ? t('Day (UTC)') : t('Month (UTC)')) : by === 'league' ? t('League') : t('Market');

export const groupTitle = (by: RevenueGroup, group: string, leagues: readonly LeagueView[]): string =>
  by === 'league' ? leagueTitle(group, leagues) : by === 'market' ? marketTitleOf(group) : group;
