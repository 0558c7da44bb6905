import { type CashOutFigures, type CashOutReportView, reportEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { ExportList } from '../../ledger/export-list.tsx';
import { useLeagues } from '../../shell/available-leagues.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { figureHref } from './event-links.ts';
import { FigureRow } from './figure-row.tsx';
import type { ReportQuery } from './report-period.ts';
import { groupHead, groupTitle } from './revenue-table.tsx';

type Props = {
  readonly query: ReportQuery;
  /** Auditors open the events behind a figure. */
  readonly canOpen: boolean;
};

/** What cash-outs of the period cost and earned, by day, league or market. */
export function CashOutTable({ query, canOpen }: Props) {
  const [{ context }, send] = useLoad<CashOutReportView>(
    () => call(reportEndpoints.cashOuts, { query }),
    t('The cash-outs could not be loaded.'),
  );
  const { value: report, error } = context;
  return (
    <Card aria-labelledby="cash-outs" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-0!">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4">
        <h2 id="cash-outs" className="text-figure font-strong">
          {t('Cash-outs')}
        </h2>
        {report && report.total.count > 0 && (
          <ExportList endpoint={reportEndpoints.exportCashOuts} query={query} name="cash-outs">
            {t('Export cash-outs')}
          </ExportList>
        )}
      </header>
      {error !== undefined ? (
        <div className="grid justify-items-start gap-2 px-4 pb-4">
          <p role="alert">{error}</p>
          <Button look="quiet" onClick={() => send({ type: 'refresh' })}>
            {t('Try Again')}
          </Button>
        </div>
      ) : !report ? (
        <Skeleton className="m-4 h-32 rounded-card" />
      ) : report.total.count === 0 ? (
        <p className="px-4 pb-4 text-muted">{t('No bets were cashed out in this period.')}</p>
      ) : (
        <Figures report={report} canOpen={canOpen} />
      )}
    </Card>
  );
}

const heads = [msg('Cash-outs'), msg('Stakes'), msg('Paid'), msg('Value'), msg('Margin'), msg('Decided'), msg('Saved')];

const captions = {
  day: msg('Cash-outs by day'),
  month: msg('Cash-outs by month'),
  league: msg('Cash-outs by league'),
  market: msg('Cash-outs by market'),
} as const;

function Figures({ report, canOpen }: { readonly report: CashOutReportView; readonly canOpen: boolean }) {
  const { by, unit, groups, total } = report;
  const leagues = useLeagues() ?? [];
  const row = ({ count, stakes, paid, worth, margin, decided, saved }: CashOutFigures, group?: string) => [
    { name: t('Cash-outs'), count },
    { name: t('Stakes'), amount: stakes },
    {
      name: t('Paid'),
      amount: paid,
      href: canOpen
        ? figureHref(
            // Not translated: the name of an event.
            { kinds: ['CashedOut'], accounts: ['player:cash'] },
            report,
            group === undefined ? undefined : { by, unit, group },
          )
        : undefined,
    },
    { name: t('Value'), amount: worth },
    { name: t('Margin'), amount: margin },
    { name: t('Decided'), count: decided },
    { name: t('Saved'), amount: saved },
  ];
  return (
    <>
      <p className="px-4 text-small text-muted">
        {t(
          'Value is what the stakes were worth before our margin. Decided are the cash-outs whose bets have all their results by now; Saved is what those would have returned, less what was paid for them.',
        )}
      </p>
      <ScrollTable
        caption={t(captions[unit === 'month' && by === 'day' ? unit : by])}
        heads={[groupHead(report), ...heads.map((head) => t(head))]}
      >
        <tbody>
          {groups.map(({ group, figures }) => (
            <FigureRow key={group} title={groupTitle(by, group, leagues)} figures={row(figures, group)} />
          ))}
          <FigureRow title={t('Total')} isTotal figures={row(total)} />
        </tbody>
      </ScrollTable>
    </>
  );
}
