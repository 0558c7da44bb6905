import { matchRoom } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { onJoined, serverTime, useLiveActor } from '../../live/index.ts';
import { matchName } from '../../matches/match-texts.ts';
import { useScreenName } from '../../shell/page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NotFoundScreen } from '../error-screens.tsx';
import { MatchHead } from './match-head.tsx';
import { matchMachine } from './match-machine.ts';
import { MatchMarkets } from './match-markets.tsx';
import { MatchTimeline } from './match-timeline.tsx';
import { PriceHistory } from './price-history.tsx';

/** One match: its score, odds, price history and timeline. */
export function MatchScreen() {
  const { matchId = '' } = useParams();
  return <OneMatch key={matchId} id={matchId.toLowerCase()} />;
}

function OneMatch({ id }: { readonly id: string }) {
  const [snapshot, send] = useMatch(id);
  const { row, history, message } = snapshot.context;
  useScreenName(row && matchName(row.match));
  if (snapshot.matches('unknown')) return <NotFoundScreen />;
  if (snapshot.matches('failed') && !row) {
    return (
      <EmptyState
        title={t('Error: {message}', { message })}
        hint={t('Your bet slip, bets and balance are not affected.')}
        onRetry={() => send({ type: 'retry' })}
      />
    );
  }
  if (!row) return <Loading />;
  return (
    <>
      <Link
        href={`/games?league=${row.league.key}`}
        className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-small px-2 font-strong text-pitch hover:bg-raised"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        {row.league.title}
      </Link>
      {/* By the width that the menu and the slip leave. */}
      <div className="@container">
        <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-4">
            <MatchHead row={row} />
            <MatchMarkets row={row}>
              {history && <PriceHistory history={history} row={row} />}
              {!history && snapshot.matches('failed') && (
                <EmptyState
                  title={t('Error: {message}', { message })}
                  hint={t('The odds above are still live.')}
                  onRetry={() => send({ type: 'retry' })}
                />
              )}
              {!history && !snapshot.matches('failed') && <Skeleton className="h-80 w-full rounded-card" />}
            </MatchMarkets>
          </div>
          {history ? <MatchTimeline history={history} row={row} /> : <Skeleton className="h-80 w-full rounded-card" />}
        </div>
      </div>
    </>
  );
}

/** The match; joins its room while mounted. */
function useMatch(id: string) {
  const live = useLiveActor();
  const [input] = useState(() => ({ id, row: live.getSnapshot().context.rows.get(id) }));
  const [snapshot, send, actor] = useMachine(matchMachine, { input });
  useEffect(() => {
    const room = matchRoom(id);
    const sendRow = () => {
      const row = live.getSnapshot().context.rows.get(id);
      if (!row || row.s <= (actor.getSnapshot().context.row?.s ?? -1)) return;
      send({ type: 'row received', row, at: new Date(serverTime(live)).toISOString() });
    };
    const { unsubscribe } = live.subscribe(sendRow);
    const stopListening = onJoined(live, () => send({ type: 'rejoined' }));
    live.send({ type: 'join room', room });
    sendRow();
    return () => {
      live.send({ type: 'leave room', room });
      stopListening();
      unsubscribe();
    };
  }, [id, live, actor, send]);
  return [snapshot, send] as const;
}

const Loading = () => (
  <div role="status" className="grid gap-4">
    <p className="text-muted">{t('Loading match...')}</p>
    <Skeleton className="h-72 w-full rounded-card" />
    <Skeleton className="h-80 w-full rounded-card" />
  </div>
);
