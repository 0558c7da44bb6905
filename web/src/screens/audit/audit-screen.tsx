import { auditEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { actionText, knownActions } from '../../ledger/audit-texts.ts';
import { ExportList } from '../../ledger/export-list.tsx';
import { LabelledSelect, MomentField, TypedField, useClear } from '../../ledger/filter-fields.tsx';
import { shortHash } from '../../ledger/hash-text.tsx';
import { NamesForAuditors } from '../../ledger/player-names.tsx';
import { useSession } from '../../session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { type AuditFilter, changedFilter, filterFromSearch, hrefOf, queryOf } from './audit-filter.ts';
import { AccessRow, AuditRow } from './audit-row.tsx';
import { PagedList } from './paged-list.tsx';

/** What staff did, for admins and auditors; auditors also see which players' data staff viewed. */
export function AuditScreen() {
  const { user } = useSession();
  const search = useSearch();
  const isAccess = user?.role === 'auditor' && new URLSearchParams(search).get('view') === 'access';
  if (user?.role !== 'admin' && user?.role !== 'auditor') return <StaffOnly title={t('Audit log')} />;
  return (
    <>
      <PageHeading title={t('Audit log')} />
      {user.role === 'auditor' && (
        <nav aria-label={t('Audit log')} className="mb-5 flex gap-1 border-b border-line">
          <Tab href="/audit" isHere={!isAccess}>
            {t('Actions')}
          </Tab>
          <Tab href="/audit?view=access" isHere={isAccess}>
            {t('Access to wallets')}
          </Tab>
        </nav>
      )}
      <NamesForAuditors>{isAccess ? <AccessLog /> : <Actions search={search} />}</NamesForAuditors>
    </>
  );
}

type TabProps = { readonly href: string; readonly isHere: boolean; readonly children: ReactNode };
const Tab = ({ href, isHere, children }: TabProps) => (
  <Link
    href={href}
    aria-current={isHere ? 'page' : undefined}
    className={classes(
      '-mb-px inline-flex min-h-11 items-center border-b-2 px-3 whitespace-nowrap',
      isHere ? 'border-pitch font-strong text-ink' : 'border-transparent text-muted hover:border-edge hover:text-ink',
    )}
  >
    {children}
  </Link>
);

function Actions({ search }: { readonly search: string }) {
  const [, navigate] = useLocation();
  const filter = filterFromSearch(search);
  const onFilter = (next: AuditFilter) => navigate(hrefOf(next));
  const { cleared, clear } = useClear(() => onFilter({}));
  const isNarrowed = hrefOf(filter) !== '/audit';
  return (
    <>
      <Filters key={cleared} filter={filter} onFilter={onFilter} onClear={clear} />
      <div className="mb-4">
        <ExportList endpoint={auditEndpoints.exportActions} query={filter} name="audit">
          {t('Export actions')}
        </ExportList>
      </div>
      <PagedList
        key={hrefOf(filter)}
        label={t('Actions')}
        fetchPage={async (before) => {
          const answer = await call(auditEndpoints.actions, { query: queryOf(filter, before) });
          return answer.ok ? { ok: true, value: { rows: answer.value.actions, next: answer.value.next } } : answer;
        }}
        empty={
          <EmptyState
            title={isNarrowed ? t('No matching actions') : t('No actions yet')}
            {...(isNarrowed && { action: <Button onClick={clear}>{t('Clear filters')}</Button> })}
          />
        }
      >
        {(action) => (
          <AuditRow key={action.id} action={action} onNarrow={(change) => onFilter(changedFilter(filter, change))} />
        )}
      </PagedList>
    </>
  );
}

type FiltersProps = {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
  readonly onClear: () => void;
};

function Filters({ filter, onFilter, onClear }: FiltersProps) {
  const set = (change: AuditFilter) => onFilter(changedFilter(filter, change));
  return (
    <Card aria-label={t('Filters')} className="mb-4 grid gap-3 p-3!">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <LabelledSelect
          label={t('Action')}
          value={filter.action ?? ''}
          options={[
            { value: '', label: t('All actions') },
            ...[...new Set([...knownActions, ...(filter.action ? [filter.action] : [])])].map((value) => ({
              value,
              label: actionText(value),
            })),
          ]}
          onPick={(action) => set({ action })}
        />
        <TypedField
          label={t('Subject')}
          placeholder={t('match:… or withdrawal:…')}
          maxLength={120}
          applied={filter.subject ?? ''}
          onApply={(subject) => set({ subject: subject.trim() })}
        />
        <MomentField label={t('From')} applied={filter.from} onApply={(from = '') => set({ from })} />
        <MomentField label={t('To')} applied={filter.to} onApply={(to = '') => set({ to })} />
      </div>
      {hrefOf(filter) !== '/audit' && (
        <div className="flex flex-wrap gap-2">
          {filter.actor && (
            <Button look="quiet" onClick={() => set({ actor: '' })}>
              {t('Person {id}', { id: shortHash(filter.actor) })}
              <X aria-hidden="true" className="size-4" />
              <span className="sr-only">{`: ${t('show all')}`}</span>
            </Button>
          )}
          <Button look="bare" onClick={onClear}>
            {t('Clear filters')}
          </Button>
        </div>
      )}
    </Card>
  );
}

const AccessLog = () => (
  <>
    <div className="mb-4">
      <ExportList endpoint={auditEndpoints.exportAccessLog} name="access-log">
        {t('Export access')}
      </ExportList>
    </div>
    <PagedList
      label={t('Access to wallets')}
      fetchPage={async (before) => {
        const answer = await call(auditEndpoints.accessLog, { query: { limit: 50, before } });
        return answer.ok ? { ok: true, value: { rows: answer.value.looks, next: answer.value.next } } : answer;
      }}
      empty={<EmptyState title={t('No access recorded yet')} />}
    >
      {(access) => <AccessRow key={access.id} access={access} />}
    </PagedList>
  </>
);
