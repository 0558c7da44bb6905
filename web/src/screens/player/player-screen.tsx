import {
  adminTransactionView,
  betView,
  type PlayerSheet,
  playerEndpoints,
  playerSheet,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { fromPromise } from 'xstate';
import { callAs, orThrow } from '../../api/call.ts';
import { lenientBet, lenientTransaction } from '../../api/known-status.ts';
import { listOf, record, type Shape } from '../../api/shape.ts';
import { useOnLive } from '../../live/index.ts';
import { useAdminRoom } from '../../live/rooms.ts';
import { useSession } from '../../session/index.ts';
import { useScreenName } from '../../shell/page-title.ts';
import { StaleBanner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackLink, HeadingRefresh, PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { BetsCard } from './bets-card.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { PlayerActs } from './player-acts.tsx';
import { playerMachine } from './player-machine.ts';
import { StandingCard } from './standing-card.tsx';
import { TransactionsCard } from './transactions-card.tsx';
import { WalletCard } from './wallet-card.tsx';

/** One player for staff: account, exclusions, limits, wallet, recent bets and transactions. Only admins can act here. */
export function PlayerScreen() {
  const { id = '' } = useParams();
  const { user } = useSession();
  if (user?.role === 'admin' || user?.role === 'auditor')
    return <Player key={id} userId={id.toLowerCase()} role={user.role} />;
  return (
    <>
      <PageHeading title={t('Player')} />
      <EmptyState
        title={t('This page is for admins and auditors.')}
        hint={t('Your own account is in your profile.')}
        action={<ButtonLink href="/profile">{t('Go to Profile')}</ButtonLink>}
      />
    </>
  );
}

const fetchPlayer = (id: string) => callAs(playerEndpoints.read, { params: { id } }, playerShape);

type PlayerProps = { readonly userId: string; readonly role: 'admin' | 'auditor' };

function Player({ userId, role }: PlayerProps) {
  const [machine] = useState(() =>
    playerMachine.provide({ actors: { fetchPlayer: fromPromise(() => orThrow(fetchPlayer(userId))) } }),
  );
  const [snapshot, send] = useMachine(machine);
  useOnLive('joined', () => send({ type: 'reconnected' }));
  const { sheet, message } = snapshot.context;
  useScreenName(sheet?.user.name);
  if (snapshot.matches('missing')) {
    return (
      <>
        <PageHeading title={t('Player')} />
        <EmptyState
          title={t('Player not found.')}
          hint={t('The link may be incomplete.')}
          action={<ButtonLink href="/players">{t('Search for a player')}</ButtonLink>}
        />
      </>
    );
  }
  if (!sheet) {
    return (
      <>
        <PageHeading title={t('Player')} />
        {snapshot.matches('failed') ? (
          <EmptyState title={message} onRetry={() => send({ type: 'refresh' })} />
        ) : (
          <Loading />
        )}
      </>
    );
  }
  return (
    <>
      <BackLink href="/players">{t('Players')}</BackLink>
      <PageHeading title={sheet.user.name}>
        <HeadingRefresh isBusy={snapshot.matches('refreshing')} onPress={() => send({ type: 'refresh' })} />
      </PageHeading>
      {role === 'admin' && <Following userId={userId} onNews={() => send({ type: 'player changed' })} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {snapshot.matches('stale') && (
          <StaleBanner onTryAgain={() => send({ type: 'refresh' })}>
            {`${message} ${t('This may be out of date.')}`}
          </StaleBanner>
        )}
        {role === 'admin' && <PlayerActs sheet={sheet} onDone={() => send({ type: 'player changed' })} />}
        <Sheet sheet={sheet} role={role} />
      </div>
    </>
  );
}

/** Admins receive transactions as they change. */
function Following({ userId, onNews }: { readonly userId: string; readonly onNews: () => void }) {
  useAdminRoom({
    onTransaction: ({ user }) => {
      if (user.id === userId) onNews();
    },
  });
  return null;
}

const Sheet = ({ sheet, role }: { readonly sheet: PlayerSheet; readonly role: PlayerProps['role'] }) => (
  <>
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
      <div className="md:max-lg:col-span-2">
        <StandingCard sheet={sheet} role={role} />
      </div>
      <AccountCard user={sheet.user} />
      <WalletCard sheet={sheet} role={role} />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <TransactionsCard sheet={sheet} role={role} />
      <BetsCard sheet={sheet} role={role} />
    </div>
    <DecisionsCard sheet={sheet} />
  </>
);

const Loading = () => (
  <Placeholder text={t('Loading the player...')} className="grid gap-4">
    <Skeleton className="h-17 rounded-card" />
    <div className="grid gap-4 lg:grid-cols-3">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </div>
    <Skeleton className="h-80 rounded-card" />
  </Placeholder>
);

/** A player as the server sends them. A bet or transaction with an unknown status does not hide the rest. */
export const playerShape: Shape<PlayerSheet> = record<PlayerSheet>({
  ...playerSheet.shape,
  bets: listOf(lenientBet(betView)),
  transactions: listOf(lenientTransaction(adminTransactionView)),
});
