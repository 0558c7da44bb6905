import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { fromPromise } from 'xstate';
import { fetchBetTimeline } from '../../api/betting.ts';
import { withKnownStatus } from '../../api/known-status.ts';
import { onJoined, useLiveActor, useOnBet } from '../../live/index.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BetEvents } from './bet-events.tsx';
import { betMachine } from './bet-machine.ts';
import { BetSelections } from './bet-selections.tsx';
import { BetStory } from './bet-story.tsx';
import { BetSummary } from './bet-summary.tsx';

/** One bet: how it stands now, how it came about, and what the ledger holds of it. */
export function BetScreen() {
  const { betId = '' } = useParams();
  return (
    <>
      <BackLink href="/history">Betting History</BackLink>
      <OneBet key={betId} id={betId} />
    </>
  );
}

function OneBet({ id }: { readonly id: string }) {
  const [machine] = useState(() =>
    betMachine.provide({ actors: { fetchTimeline: fromPromise(({ input }) => fetchBetTimeline(input.id)) } }),
  );
  const [snapshot, send] = useMachine(machine, { input: { id } });
  const live = useLiveActor();
  useOnBet((bet) => send({ type: 'bet pushed', bet: withKnownStatus(bet) }));
  useEffect(() => onJoined(live, () => send({ type: 'line joined' })), [live, send]);
  const { timeline, message } = snapshot.context;
  if (snapshot.matches('unknown')) {
    return (
      <EmptyState
        title="You have no such bet"
        hint="The link may be incomplete, or the bet belongs to another account."
        action={<ButtonLink href="/history">Open your betting history</ButtonLink>}
      />
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={`Error: ${message}`}
        hint="Your bet and your money are safe; only this page could not be loaded."
        action={<Button onClick={() => send({ type: 'try again pressed' })}>Try Again</Button>}
      />
    );
  }
  if (!timeline) return <Loading />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-4">
        <BetSummary bet={timeline.bet} />
        <BetSelections timeline={timeline} />
      </div>
      <BetStory timeline={timeline} />
      <div className="min-w-0 lg:col-span-2">
        <BetEvents events={timeline.events} />
      </div>
    </div>
  );
}

const Loading = () => (
  <div role="status" className="grid gap-4">
    <p className="text-muted">Loading bet...</p>
    <Skeleton className="h-44 w-full rounded-card" />
    <Skeleton className="h-40 w-full rounded-card" />
  </div>
);
