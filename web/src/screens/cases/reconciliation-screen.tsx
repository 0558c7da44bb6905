import { type ReconciliationView, reconciliationEndpoints } from '@touchline/core/contract';
import { formatNumber, type Message, msg, t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useId } from 'react';
import { Link } from 'wouter';
import { ExportList } from '../../ledger/export-list.tsx';
import { localText } from '../../ledger/moments.ts';
import { useSession } from '../../session/index.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { StaleBanner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { reconciliationMachine } from './reconciliation-machine.ts';

/** Our payments beside those of the provider and the bank, for admins and auditors. */
export function ReconciliationScreen() {
  const { user } = useSession();
  if (user?.role !== 'admin' && user?.role !== 'auditor') return <StaffOnly title={t('Reconciliation')} />;
  return (
    <>
      <PageHeading title={t('Reconciliation')} />
      <Reconciliation />
    </>
  );
}

function Reconciliation() {
  const [snapshot, send] = useMachine(reconciliationMachine);
  const file = useId();
  const { shown, problem, message, done } = snapshot.context;
  const retry = () => send({ type: 'retry' });
  if (snapshot.matches('failed')) {
    return <EmptyState title={problem ?? ''} onRetry={retry} />;
  }
  if (!shown) {
    return (
      <Placeholder text={t('Loading comparisons...')}>
        <Skeleton className="h-64 rounded-card" />
      </Placeholder>
    );
  }
  const [newest] = shown.runs;
  const isUnderWay = newest?.state === 'waiting' || newest?.state === 'running';
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card aria-label={t('Comparisons')} className="min-w-0 p-4!">
        {problem !== undefined && (
          <div className="mb-4">
            <StaleBanner onTryAgain={retry}>
              {problem} {t('This may be out of date.')}
            </StaleBanner>
          </div>
        )}
        {shown.runs.length === 0 ? (
          <EmptyState
            title={t('Nothing was compared yet')}
            hint={t('Payments are compared with the provider every day from the first deposit on.')}
          />
        ) : (
          <>
            <ol className="mb-4 divide-y divide-line">
              {shown.runs.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </ol>
            <ExportList endpoint={reconciliationEndpoints.exportList} name="reconciliations">
              {t('Export comparisons')}
            </ExportList>
          </>
        )}
      </Card>
      <div className="grid min-w-0 gap-4">
        <Card aria-label={t('Differences')} className="grid gap-3 p-4!">
          <p className="text-title font-strong figures">
            {shown.openDifferences === 0
              ? t('No open differences')
              : t('{count, plural, one {# open difference} other {# open differences}}', {
                  count: shown.openDifferences,
                })}
          </p>
          <p className="text-small text-muted">
            {t(
              'Each difference is a case with an owner, notes and an end. One that is gone is resolved by the next comparison.',
            )}
          </p>
          <ButtonLink look="quiet" href="/cases?kind=reconciliation">
            {t('Show the cases')}
          </ButtonLink>
        </Card>
        <Card aria-label={t('Compare')} className="grid gap-3 p-4!">
          {message !== '' && (
            <p role="alert" className="text-live">
              {message}
            </p>
          )}
          {done !== '' && <p role="status">{done}</p>}
          <Button
            isBusy={snapshot.matches({ shown: { comparison: 'requesting' } }) || isUnderWay}
            onClick={() => send({ type: 'compare' })}
          >
            {t('Compare with the provider')}
          </Button>
          <div className="grid gap-1.5">
            <label htmlFor={file} className="text-small font-strong text-muted">
              {t('Bank statement (CAMT.053, up to 10 MB)')}
            </label>
            <input
              id={file}
              type="file"
              accept=".xml,text/xml,application/xml"
              disabled={snapshot.matches({ shown: { statement: 'uploading' } })}
              className="min-w-0 rounded-small border border-edge bg-ground p-2 text-small file:mr-3 file:min-h-9 file:rounded-small file:border file:border-edge file:bg-raised file:px-3 file:font-strong file:text-ink"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) send({ type: 'upload', file });
                target.value = '';
              }}
            />
            <p className="text-small text-muted">
              {t('Payouts are matched by their reference. The same file again changes nothing.')}
            </p>
          </div>
        </Card>
      </div>
    </div>
  );
}

const states: Record<ReconciliationView['state'], { readonly text: Message; readonly tone: BadgeTone }> = {
  waiting: { text: msg('Waiting'), tone: 'neutral' },
  running: { text: msg('Running'), tone: 'neutral' },
  done: { text: msg('Done'), tone: 'won' },
  incomplete: { text: msg('Not done'), tone: 'gold' },
};

/** By the names under which the server counts. A server that is newer than this page may count something that is not here. */
const countTexts: Readonly<Record<string, Message>> = {
  payments: msg('{count, plural, one {# payment} other {# payments}}'),
  refunds: msg('{count, plural, one {# refund} other {# refunds}}'),
  chargebacks: msg('{count, plural, one {# chargeback} other {# chargebacks}}'),
  deposits: msg('{count, plural, one {# deposit} other {# deposits}}'),
  movements: msg('{count, plural, one {# movement} other {# movements}}'),
  settlements: msg('{count, plural, one {# settlement} other {# settlements}}'),
  debits: msg('{count, plural, one {# debit} other {# debits}}'),
  matched: msg('{count, plural, one {# matched} other {# matched}}'),
};
function countText(name: string, count: number): string {
  const text = countTexts[name];
  return text ? t(text, { count }) : `${formatNumber(count)} ${name}`;
}

const RunRow = ({
  run: { kind, state, requestedAt, finishedAt, counts, differences, problem },
}: {
  readonly run: ReconciliationView;
}) => (
  <li className="grid gap-1 py-3">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <strong className="font-strong">{kind === 'provider' ? t('Payment provider') : t('Bank statement')}</strong>
      <Badge tone={differences ? 'lost' : states[state].tone}>
        {differences
          ? t('{differences, plural, one {# difference} other {# differences}}', { differences })
          : t(states[state].text)}
      </Badge>
      <time dateTime={finishedAt ?? requestedAt} className="ml-auto text-small text-muted figures">
        {localText(finishedAt ?? requestedAt)}
      </time>
    </p>
    {Object.keys(counts).length > 0 && (
      <p className="text-small text-muted figures">
        {Object.entries(counts)
          .map(([name, count]) => countText(name, count))
          .join(' · ')}
      </p>
    )}
    {problem !== null && <p className="text-small wrap-anywhere">{problem}</p>}
    {differences !== null && differences > 0 && (
      <Link href="/cases?kind=reconciliation" className="text-small underline">
        {t('Show the cases')}
      </Link>
    )}
  </li>
);
