import { ledgerEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { ExportList } from '../../ledger/export-list.tsx';
import { useOnLive } from '../../live/index.ts';
import { useLedgerRoom } from '../../live/rooms.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { CheckpointCard } from './checkpoint-card.tsx';
import { EarlierRuns, RunCard } from './run-card.tsx';
import { isUnderWay } from './run-progress.ts';
import { TakeHome } from './take-home.tsx';
import { verificationMachine } from './verification-machine.ts';

/** Whether the ledger was tampered with: our verification, and the independent one. */
export function VerificationPart() {
  const [snapshot, send] = useMachine(verificationMachine);
  useLedgerRoom({ onVerification: (run) => send({ type: 'run pushed', run, atMs: Date.now() }) });
  useOnLive('joined', () => send({ type: 'reconnected' }));
  const { runs, checkpoint, firstSample, lastSample, message } = snapshot.context;
  const [newest, ...earlier] = runs;
  if (snapshot.matches('loading')) return <Loading />;
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={message}
        hint={t('The ledger itself is untouched; only its verifications could not be shown.')}
        onRetry={() => send({ type: 'retry' })}
      />
    );
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <RunCard
          run={newest}
          samples={{ first: firstSample, last: lastSample }}
          isStarting={snapshot.matches('starting')}
          problem={snapshot.matches('refused') ? message : undefined}
          onVerify={isUnderWay(newest) ? undefined : () => send({ type: 'verify' })}
        />
        <EarlierRuns runs={earlier} />
        {newest && (
          <ExportList endpoint={ledgerEndpoints.exportVerifications} name="verifications">
            {t('Export verifications')}
          </ExportList>
        )}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <CheckpointCard checkpoint={checkpoint} />
        <TakeHome />
      </div>
    </div>
  );
}

const Loading = () => (
  <Placeholder text={t('Loading verifications...')} className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <Skeleton className="h-64 rounded-card" />
    <Skeleton className="h-64 rounded-card" />
  </Placeholder>
);
