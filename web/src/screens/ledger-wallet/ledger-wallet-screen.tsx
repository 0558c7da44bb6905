import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { useParams, useSearch } from 'wouter';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { LedgerFrame } from '../../ledger/ledger-frame.tsx';
import { useLedgerRoom } from '../../live/rooms.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { CompareCard } from './compare-card.tsx';
import { ledgerWalletMachine } from './ledger-wallet-machine.ts';
import { PlayerCard } from './player-card.tsx';
import { Scrubber } from './scrubber.tsx';
import { StepTable } from './step-table.tsx';
import { Verdict } from './verdict.tsx';
import type { Wallet } from './wallet-timeline.ts';
import { walletOrder, walletView } from './wallet-view.ts';

/** One player's wallet through time, for auditors. */
export function LedgerWalletScreen() {
  const { id = '' } = useParams();
  return (
    <LedgerFrame part="players">
      <LedgerWallet key={id} walletId={id} />
    </LedgerFrame>
  );
}

function LedgerWallet({ walletId }: { readonly walletId: string }) {
  const [wanted] = useState(Number(new URLSearchParams(useSearch()).get('event')) || undefined);
  const input = { walletId, ...(wanted !== undefined && { chosen: wanted }) };
  const [snapshot, send] = useMachine(ledgerWalletMachine, { input });
  useLedgerRoom({ onGrowth: () => send({ type: 'ledger grew' }) });
  const { wallet, message } = snapshot.context;
  if (snapshot.matches('missing')) {
    return (
      <EmptyState
        title={t('Wallet not found.')}
        hint={t('The link may be incomplete.')}
        action={<ButtonLink href="/ledger?view=players">{t('Search for a player')}</ButtonLink>}
      />
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={message}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => send({ type: 'retry' })}>{t('Try Again')}</Button>
            <ButtonLink href="/ledger?view=players" look="quiet">
              {t('Search for a player')}
            </ButtonLink>
          </div>
        }
      />
    );
  }
  return wallet ? <Shown wallet={wallet} snapshot={snapshot} send={send} /> : <Loading />;
}

type ShownProps = {
  readonly wallet: Wallet;
  readonly snapshot: SnapshotFrom<typeof ledgerWalletMachine>;
  readonly send: (event: EventFrom<typeof ledgerWalletMachine>) => void;
};

function Shown({ wallet, snapshot, send }: ShownProps) {
  const { time, message } = snapshot.context;
  const order = useMemo(() => walletOrder(wallet, time), [wallet, time]);
  const view = walletView(wallet, order, snapshot.context);
  const choose = useCallback((index: number) => send({ type: 'choose step', index }), [send]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PlayerCard wallet={wallet} />
      <Verdict wallet={wallet} view={view} onShow={choose} />
      {wallet.events.length === 0 ? (
        <EmptyState title={t('No events yet')} hint={t('The first event appears here automatically.')} />
      ) : (
        <>
          <Scrubber snapshot={snapshot} view={view} send={send} />
          <StepTable view={view} onChoose={choose} />
          <CompareCard walletId={wallet.timeline.player.walletId} />
        </>
      )}
      {snapshot.matches({ shown: { news: 'missed' } }) && (
        <p role="status" className="flex flex-wrap items-center justify-center gap-x-3 text-muted">
          {t('New events could not be loaded.')}
          <Button look="quiet" onClick={() => send({ type: 'retry' })}>
            {t('Try Again')}
          </Button>
        </p>
      )}
      {wallet.next !== null && (
        <div className="grid justify-items-center gap-2">
          {snapshot.matches({ shown: { earlier: 'failed' } }) && (
            <p role="alert" className="text-live">
              {t('The earlier events could not be loaded. {message}', { message })}
            </p>
          )}
          <Button
            look="quiet"
            isBusy={snapshot.matches({ shown: { earlier: 'loading' } })}
            onClick={() => send({ type: 'load earlier' })}
          >
            {t('Load earlier events')}
          </Button>
        </div>
      )}
    </div>
  );
}

const Loading = () => (
  <Placeholder text={t('Loading the wallet...')} className="grid gap-4">
    <Skeleton className="h-44 rounded-card" />
    <Skeleton className="h-12 rounded-card" />
    <Skeleton className="h-120 rounded-card" />
  </Placeholder>
);
