import { type CaseView, caseEndpoints, caseKinds, caseStates } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/client.ts';
import { ExportList } from '../../ledger/export-list.tsx';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { localText } from '../../ledger/moments.ts';
import { useSession } from '../../session/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LivePagedList } from '../audit/paged-list.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { capitalized, kindTexts, stateTexts } from './case-texts.ts';

/** Findings, differences and investigations, for admins and auditors. */
export function CasesScreen() {
  const { user } = useSession();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  if (user?.role !== 'admin' && user?.role !== 'auditor') return <StaffOnly title={t('Cases')} />;
  const kind = caseKinds.find((one) => one === search.get('kind'));
  const state = search.has('state') ? caseStates.find((one) => one === search.get('state')) : 'open';
  const isMine = search.get('mine') === 'true';
  const show = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) next.set(name, value);
    navigate(`/cases?${next}`);
  };
  return (
    <>
      <PageHeading title={t('Cases')} />
      <Card aria-label={t('Filters')} className="mb-4 grid gap-3 p-3! sm:grid-cols-3">
        <LabelledSelect
          label={t('State')}
          value={state ?? ''}
          options={[
            { value: '', label: t('All states') },
            ...caseStates.map((value) => ({ value, label: t(stateTexts[value].text) })),
          ]}
          onPick={(value) => show({ state: value })}
        />
        <LabelledSelect
          label={t('Kind')}
          value={kind ?? ''}
          options={[
            { value: '', label: t('All kinds') },
            ...caseKinds.map((value) => ({ value, label: t(kindTexts[value]) })),
          ]}
          onPick={(value) => show({ kind: value })}
        />
        <LabelledSelect
          label={t('Owner')}
          value={String(isMine)}
          options={[
            { value: 'false', label: t('Anyone') },
            { value: 'true', label: t('Me') },
          ]}
          onPick={(value) => show({ mine: value })}
        />
      </Card>
      <NewCase />
      <div className="mb-4">
        <ExportList
          endpoint={caseEndpoints.exportList}
          query={{ kind, state, ...(isMine && { mine: 'true' as const }) }}
          name="cases"
        >
          {t('Export cases')}
        </ExportList>
      </div>
      <LivePagedList
        key={`${kind} ${state} ${isMine}`}
        label={t('Cases')}
        fetchPage={async (before) => {
          const answer = await call(caseEndpoints.list, {
            query: { kind, state, before, ...(isMine && { mine: 'true' as const }) },
          });
          return answer.ok ? { ok: true, value: { rows: answer.value.cases, next: answer.value.next } } : answer;
        }}
        empty={
          <EmptyState
            title={state === 'open' ? t('No open cases') : t('No matching cases')}
            hint={t('Findings of a verification and differences of a reconciliation appear here.')}
          />
        }
      >
        {(found) => <CaseRow key={found.id} found={found} />}
      </LivePagedList>
    </>
  );
}

const CaseRow = ({ found: { id, title, kind, state, owner, openedAt } }: { readonly found: CaseView }) => (
  <li>
    <Link
      href={`/cases/${id}`}
      className="grid gap-1 rounded-card border border-line bg-surface p-3 shadow-card hover:border-edge"
    >
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={stateTexts[state].tone}>{t(stateTexts[state].text)}</Badge>
        <span className="text-small text-muted figures">
          {t('Case {id}', { id })} · {t(kindTexts[kind])} · <time dateTime={openedAt}>{localText(openedAt)}</time>
        </span>
        <span className="ml-auto text-small text-muted">{owner ? owner.name : t('No owner')}</span>
      </span>
      <span className="wrap-anywhere">{capitalized(title)}</span>
    </Link>
  </li>
);

/** Opens an investigation and shows it. */
function NewCase() {
  const [, navigate] = useLocation();
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '' || isBusy) return;
    setBusy(true);
    const answer = await call(caseEndpoints.open, { body: { title } });
    setBusy(false);
    if (answer.ok) navigate(`/cases/${answer.value.id}`);
    else setMessage(failureText(answer.refusal, t('The case could not be opened.')));
  };
  return (
    <form onSubmit={open} className="mb-4 flex flex-wrap items-end gap-3">
      <Field
        label={t('New investigation')}
        className="min-w-0 flex-[1_1_16rem]"
        value={title}
        maxLength={200}
        placeholder={t('What is to be found out?')}
        error={message || undefined}
        onChange={(event) => {
          setTitle(event.target.value);
          setMessage('');
        }}
      />
      <Button type="submit" look="quiet" isBusy={isBusy}>
        {t('Open case')}
      </Button>
    </form>
  );
}
