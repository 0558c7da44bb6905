import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useParams } from 'wouter';
import { withKnownStatus } from '../../api/known-status.ts';
import { CashOut } from '../../bets/cash-out.tsx';
import { useOnLive } from '../../live/index.ts';
import { useSession } from '../../session/index.ts';
import { useHasSlip, useSlip } from '../../slip/index.ts';
import { StaleBanner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackLink } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BetEvents } from './bet-events.tsx';
import { BetLines } from './bet-lines.tsx';
import { betMachine } from './bet-machine.ts';
import { BetSelections } from './bet-selections.tsx';
import { BetSummary } from './bet-summary.tsx';
import { BetTimelineCard } from './bet-timeline-card.tsx';
import { ShareBet } from './share-bet.tsx';

/** One bet: its state, timeline and ledger entries. Its bettor can act on it; staff can only read it. */
export function BetScreen() {
  const { betId = '' } = useParams();
  const { user } = useSession();
  const isOwn = user?.role !== 'admin' && user?.role !== 'auditor';
  return (
    <>
      {isOwn ? (
        <BackLink href="/history">{t('Betting History')}</BackLink>
      ) : (
        <BackLink href={user?.role === 'admin' ? '/markets' : '/players'}>
          {user?.role === 'admin' ? t('Markets') : t('Players')}
        </BackLink>
      )}
      <Bet key={betId} id={betId.toLowerCase()} isOwn={isOwn} />
    </>
  );
}

type BetProps = {
  readonly id: string;
  /** Staff can read the bets of others, but not act on them. */
  readonly isOwn: boolean;
};

function Bet({ id, isOwn }: BetProps) {
  const [snapshot, send] = useMachine(betMachine, { input: { id } });
  const onChange = (bet: BetView) => send({ type: 'bet changed', bet: withKnownStatus(bet) });
  useOnLive('bet', ({ bet }) => onChange(bet));
  useOnLive('joined', () => send({ type: 'reconnected' }));
  const { timeline, message } = snapshot.context;
  if (snapshot.matches('missing') && !isOwn) return <EmptyState title={t('Bet not found')} />;
  if (snapshot.matches('missing')) {
    return (
      <EmptyState
        title={t('Bet not found')}
        hint={t('The link may be incomplete, or the bet belongs to another account.')}
        action={<ButtonLink href="/history">{t('Open your betting history')}</ButtonLink>}
      />
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={t('Error: {message}', { message })}
        hint={
          isOwn ? t('Your bet and your money are safe; only this page could not be loaded.') : t('Please try again.')
        }
        onRetry={() => send({ type: 'retry' })}
      />
    );
  }
  if (!timeline) return <Loading />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-4">
        {snapshot.matches('stale') && (
          <StaleBanner onTryAgain={() => send({ type: 'retry' })}>
            {message} {t('This may be out of date.')}
          </StaleBanner>
        )}
        <BetSummary bet={timeline.bet} />
        {isOwn && (
          <div className="flex flex-wrap gap-2">
            <Repeat bet={timeline.bet} />
            <ShareBet bet={timeline.bet} />
          </div>
        )}
        {isOwn && <CashOut bet={timeline.bet} onChange={onChange} />}
        <BetSelections timeline={timeline} />
        <BetLines bet={timeline.bet} />
      </div>
      <BetTimelineCard timeline={timeline} />
      <div className="min-w-0 lg:col-span-2">
        <BetEvents events={timeline.events} />
      </div>
    </div>
  );
}

/** Puts the same selections on the slip again at the current odds, while one of their matches is open. */
function Repeat({ bet }: { readonly bet: BetView }) {
  const { fill } = useSlip();
  const canBet = useHasSlip();
  if (!canBet || bet.acceptance?.state === 'pending') return null;
  const open = bet.matches.filter(({ matchStatus }) => matchStatus === 'open');
  if (open.length === 0) return null;
  return (
    <Button look="quiet" className="justify-self-start" onClick={() => fill(bet)}>
      {t('Bet on this again')}
    </Button>
  );
}

const Loading = () => (
  <div role="status" className="grid gap-4">
    <p className="text-muted">{t('Loading bet...')}</p>
    <Skeleton className="h-44 w-full rounded-card" />
    <Skeleton className="h-40 w-full rounded-card" />
  </div>
);
