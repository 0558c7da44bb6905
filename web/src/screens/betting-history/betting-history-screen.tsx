import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useSearchParams } from 'wouter';
import { withKnownStatus } from '../../api/known-status.ts';
import { useOnLive } from '../../live/index.ts';
import { Banner, StaleBanner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { BetCard } from './bet-card.tsx';
import type { Show } from './bet-list.ts';
import { bettingHistoryMachine } from './betting-history-machine.ts';
import { ShowFilter, showFrom } from './show-filter.tsx';

/** The bettor's bets, filtered by the address. */
export function BettingHistoryScreen() {
  const [query, setQuery] = useSearchParams();
  const show = showFrom(query);
  return (
    <>
      <PageHeading title={t('Betting History')}>
        <ShowFilter show={show} onPick={(next) => next !== show && setQuery(next === 'all' ? {} : { show: next })} />
      </PageHeading>
      <History key={show} show={show} />
    </>
  );
}

function History({ show }: { readonly show: Show }) {
  const [snapshot, send] = useMachine(bettingHistoryMachine, { input: { show } });
  useOnLive('bet', ({ bet }) => send({ type: 'bet changed', bet: withKnownStatus(bet) }));
  useOnLive('joined', () => send({ type: 'reconnected' }));
  const { list, message } = snapshot.context;
  if (snapshot.matches('loading')) return <Loading />;
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={t('Error: {message}', { message })}
        hint={t('Your bets and your money are safe; only this list could not be loaded.')}
        onRetry={() => send({ type: 'retry' })}
      />
    );
  }
  const isStale = snapshot.matches('stale');
  return (
    <div className="grid gap-4">
      {isStale && (
        <StaleBanner onTryAgain={() => send({ type: 'retry' })}>
          {message} {t('This may be out of date.')}
        </StaleBanner>
      )}
      {list.bets.length === 0 ? <NoBets show={show} /> : <Bets bets={list.bets} show={show} />}
      {snapshot.matches('shown') && message && <Banner tone="error">{message}</Banner>}
      {list.hasMore && !isStale && (
        <Button
          look="quiet"
          className="justify-self-center"
          isBusy={snapshot.matches('loadingMore')}
          onClick={() => send({ type: 'load more' })}
        >
          {t('Load more')}
        </Button>
      )}
    </div>
  );
}

const NoBets = ({ show }: { readonly show: Show }) =>
  show === 'all' ? (
    <EmptyState
      title={t('No betting history found.')}
      hint={t('Your bets appear here as soon as you place one.')}
      action={<ButtonLink href="/games">{t('See the games')}</ButtonLink>}
    />
  ) : (
    <EmptyState
      title={t('No betting history found.')}
      hint={show === 'open' ? t('None of your bets is open.') : t('None of your bets has been settled yet.')}
      action={
        <ButtonLink href="/history" look="quiet">
          {t('Show all bets')}
        </ButtonLink>
      }
    />
  );

/** Open bets first; in each group the newest is on top. */
function Bets({ bets, show }: { readonly bets: readonly BetView[]; readonly show: Show }) {
  if (show !== 'all') return <Group show={show} bets={bets} />;
  return (
    <div className="grid gap-6">
      <Group show="open" bets={bets.filter((bet) => bet.status === 'pending')} />
      <Group show="settled" bets={bets.filter((bet) => bet.status !== 'pending')} />
    </div>
  );
}

function Group({ show, bets }: { readonly show: 'open' | 'settled'; readonly bets: readonly BetView[] }) {
  if (bets.length === 0) return null;
  return (
    <section aria-label={t(show === 'open' ? 'Open bets' : 'Settled bets')} className="grid gap-3">
      <h2 className="font-strong text-muted">{t(show === 'open' ? 'Unsettled' : 'Settled')}</h2>
      <div className="grid items-start gap-3 xl:grid-cols-2">
        {bets.map((bet) => (
          <BetCard key={bet._id} bet={bet} />
        ))}
      </div>
    </section>
  );
}

const Loading = () => (
  <Placeholder text={t('Loading betting history...')} className="grid gap-3 xl:grid-cols-2">
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
  </Placeholder>
);
