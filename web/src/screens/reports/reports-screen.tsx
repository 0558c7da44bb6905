import { type PeriodReportView, reportEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { ExportList } from '../../ledger/export-list.tsx';
import { LabelledSelect, TypedField } from '../../ledger/filter-fields.tsx';
import { momentFromUtcField, utcFieldFrom } from '../../ledger/moments.ts';
import { useSession } from '../../session/index.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { BalanceTables } from './balance-tables.tsx';
import { CashOutTable } from './cash-out-table.tsx';
import { hrefOf, presetsAt, queryFromSearch, type ReportQuery } from './report-period.ts';
import { RevenueTable } from './revenue-table.tsx';

/** Balances and revenue of a period, for admins and auditors. */
export function ReportsScreen() {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const [now] = useState(() => new Date());
  const query = queryFromSearch(useSearch(), now);
  const choose = (change: Partial<ReportQuery>) => navigate(hrefOf({ ...query, ...change }), { replace: true });
  if (user?.role !== 'admin' && user?.role !== 'auditor') return <StaffOnly title={t('Reports')} />;
  return (
    <>
      <PageHeading title={t('Reports')} />
      <PeriodForm query={query} now={now} onChoose={choose} />
      <Report key={hrefOf(query)} query={query} canOpen={user.role === 'auditor'} onChoose={choose} />
    </>
  );
}

type FormProps = {
  readonly query: ReportQuery;
  readonly now: Date;
  readonly onChoose: (change: Partial<ReportQuery>) => void;
};

function PeriodForm({ query: { from, to }, now, onChoose }: FormProps) {
  const presets = presetsAt(now);
  const preset = presets.find((each) => each.from === from && each.to === to);
  return (
    <Card aria-label={t('Period')} className="mb-4 grid gap-3 p-3! md:grid-cols-3">
      <LabelledSelect
        label={t('Period')}
        value={preset?.title ?? ''}
        options={[
          ...(preset ? [] : [{ value: '', label: t('As chosen') }]),
          ...presets.map(({ title }) => ({ value: title, label: title })),
        ]}
        onPick={(title) => {
          const picked = presets.find((each) => each.title === title);
          if (picked) onChoose({ from: picked.from, to: picked.to });
        }}
      />
      <TypedField
        label={t('From (UTC)')}
        type="datetime-local"
        step={1}
        applied={utcFieldFrom(from)}
        onApply={(text) => onChoose({ from: momentFromUtcField(text) ?? from })}
      />
      <TypedField
        label={t('Up to (UTC), exclusive')}
        type="datetime-local"
        step={1}
        applied={utcFieldFrom(to)}
        onApply={(text) => onChoose({ to: momentFromUtcField(text) ?? to })}
      />
    </Card>
  );
}

type ReportProps = {
  readonly query: ReportQuery;
  readonly canOpen: boolean;
  readonly onChoose: (change: Partial<ReportQuery>) => void;
};

function Report({ query, canOpen, onChoose }: ReportProps) {
  const [{ context }, send] = useLoad<PeriodReportView>(
    () => call(reportEndpoints.period, { query }),
    t('The report could not be loaded.'),
  );
  const { value: report, error } = context;
  if (error !== undefined) {
    return (
      <EmptyState
        title={error}
        hint={t('Choose another period, or try again in a moment.')}
        onRetry={() => send({ type: 'refresh' })}
      />
    );
  }
  if (!report) return <Loading />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ExportList endpoint={reportEndpoints.exportPeriod} query={query} name="report">
        {t('Export report')}
      </ExportList>
      <RevenueTable report={report} canOpen={canOpen} onGroup={(by) => onChoose({ by })} />
      <BalanceTables report={report} canOpen={canOpen} />
      <CashOutTable query={query} canOpen={canOpen} />
    </div>
  );
}

const Loading = () => (
  <Placeholder text={t('Loading the report...')} className="grid gap-4">
    <Skeleton className="h-96 rounded-card" />
    <Skeleton className="h-80 rounded-card" />
  </Placeholder>
);
