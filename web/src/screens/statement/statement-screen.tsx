import { ledgerEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { pathOf } from '../../api/call.ts';
import { BalanceChart, BalanceChartSkeleton } from '../../ledger/balance-chart.tsx';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { type EventFilter, filterFromSearch, leavesOut, searchFromFilter } from '../../ledger/event-filter.ts';
import { eventListMachine } from '../../ledger/event-list-machine.ts';
import { type EventListActor, EventListView } from '../../ledger/event-list-view.tsx';
import { localText } from '../../ledger/moments.ts';
import { useOnLive } from '../../live/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatementFilters } from './statement-filters.tsx';

/** Every ledger event of the bettor's wallet with the balance after it, and the proof as a download. */
export function StatementScreen() {
  const [, navigate] = useLocation();
  const filter = filterOfBettor(filterFromSearch(useSearch()));
  return (
    <>
      <PageHeading title={t('Statement')} />
      <Statement
        key={searchFromFilter(filter)}
        filter={filter}
        onFilter={(next) => navigate(hrefOf(next), { replace: true })}
      />
    </>
  );
}

type Props = { readonly filter: EventFilter; readonly onFilter: (filter: EventFilter) => void };

function Statement({ filter, onFilter }: Props) {
  const actor = useActorRef(eventListMachine, { input: { filter } });
  const refresh = () => actor.send({ type: 'ledger grew' });
  useOnLive('wallet', refresh);
  useOnLive('joined', refresh);
  const empty = leavesOut(filter) ? (
    <EmptyState
      title={t('No matching events')}
      action={<Button onClick={() => onFilter({})}>{t('Show everything')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('No events yet')}
      hint={t('Deposits, bets and winnings appear here, each with your balance after it.')}
      action={<ButtonLink href="/games">{t('Browse matches')}</ButtonLink>}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OverTime actor={actor} isWhole={filter.type === undefined} />
      <StatementFilters filter={filter} onFilter={onFilter} />
      <EventListView actor={actor} reader="bettor" empty={empty} />
    </div>
  );
}

/** The balance over the listed events, only without a filter: some events alone would draw a wrong line. */
function OverTime({ actor, isWhole }: { readonly actor: EventListActor; readonly isWhole: boolean }) {
  const events = useSelector(actor, ({ context }) => context.events);
  const moments = useMemo(
    () => events.map(({ recordedAt, balances }) => ({ at: Date.parse(recordedAt), balances })).reverse(),
    [events],
  );
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'));
  const [newest] = events;
  if (!newest && !isLoading) return null;
  return (
    <Card aria-label={t('Balance over time')} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-strong">{t('Balance over time')}</h2>
          <p className="max-w-prose text-small text-muted">
            {t(
              'Each event contains the hash of the previous one, so none can be changed unnoticed. The proof contains all of yours.',
            )}
          </p>
        </div>
        {newest ? (
          <DownloadButton
            path={pathOf(ledgerEndpoints.proof, { params: { walletId: newest.walletId } })}
            fileName="touchline-proof.json"
          >
            {t('Download proof')}
          </DownloadButton>
        ) : (
          <Skeleton className="h-11 w-40" />
        )}
      </header>
      {isWhole && (newest ? <BalanceChart moments={moments} timeText={localText} /> : <BalanceChartSkeleton />)}
    </Card>
  );
}

/** A statement covers one wallet, in recorded order. */
const filterOfBettor = ({ type, time, from, to }: EventFilter): EventFilter => ({
  ...(type !== undefined && { type }),
  ...(time !== undefined && { time }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

function hrefOf(filter: EventFilter): string {
  const search = searchFromFilter(filter);
  return search ? `/statement?${search}` : '/statement';
}
