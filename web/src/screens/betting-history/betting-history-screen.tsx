import type { BetView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { fetchBetHistory } from '../../api/betting.ts';
import { useLiveActor, useOnBet } from '../../live/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BetCard } from './bet-card.tsx';
import { bettingHistoryMachine } from './betting-history-machine.ts';

export function BettingHistoryScreen() {
  const [machine] = useState(() =>
    bettingHistoryMachine.provide({ actors: { fetchBetHistory: fromPromise(() => fetchBetHistory()) } }),
  );
  const [snapshot, send] = useMachine(machine);
  const live = useLiveActor();
  useOnBet((bet) => send({ type: 'bet pushed', bet }));
  useEffect(() => {
    const { unsubscribe } = live.on('joined', () => send({ type: 'line joined' }));
    return unsubscribe;
  }, [live, send]);
  const { bets, message } = snapshot.context;
  return (
    <>
      <PageHeading title="Betting History" />
      {snapshot.matches('loading') && <Loading />}
      {snapshot.matches('failed') && (
        <EmptyState
          title={`Error: ${message}`}
          hint="Your bets and your money are safe; only this list could not be loaded."
          action={<Button onClick={() => send({ type: 'try again pressed' })}>Try Again</Button>}
        />
      )}
      {(snapshot.matches('shown') || snapshot.matches('refreshing')) && <Bets bets={bets} />}
    </>
  );
}

/** What is still open comes first; within both groups the newest is on top. */
function Bets({ bets }: { readonly bets: readonly BetView[] }) {
  if (bets.length === 0) {
    return (
      <EmptyState
        title="No betting history found."
        hint="Your bets appear here as soon as you place one."
        action={<ButtonLink href="/games">See the games</ButtonLink>}
      />
    );
  }
  const open = bets.filter((bet) => bet.status === 'pending');
  const settled = bets.filter((bet) => bet.status !== 'pending');
  return (
    <div className="grid gap-6">
      <Group title="Open" bets={open} />
      <Group title="Settled" bets={settled} />
    </div>
  );
}

function Group({ title, bets }: { readonly title: string; readonly bets: readonly BetView[] }) {
  if (bets.length === 0) return null;
  return (
    <section aria-label={`${title} bets`} className="grid gap-3">
      <h2 className="flex items-baseline gap-2 font-strong text-muted">
        {title} <span className="text-small figures">{bets.length}</span>
      </h2>
      <div className="grid items-start gap-3 xl:grid-cols-2">
        {bets.map((bet) => (
          <BetCard key={bet._id} bet={bet} />
        ))}
      </div>
    </section>
  );
}

const Loading = () => (
  <div role="status">
    <p className="sr-only">Loading betting history...</p>
    <div aria-hidden="true" className="grid gap-3 xl:grid-cols-2">
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <div key={place} className="grid h-52 content-between rounded-card border border-line bg-surface p-4">
          <div className="flex justify-between">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-7 w-28" />
          </div>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-6 w-48" />
        </div>
      ))}
    </div>
  </div>
);
