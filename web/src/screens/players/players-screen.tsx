import { playerEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { useSession } from '../../session/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const searchPlayers = (search: string) => call(playerEndpoints.find, { query: { search } });

/** The player search for staff. */
export function PlayersScreen() {
  const [, navigate] = useLocation();
  const { user } = useSession();
  const isStaff = user?.role === 'admin' || user?.role === 'auditor';
  return (
    <>
      <PageHeading title={t('Players')} />
      {isStaff ? (
        <Card className="grid max-w-2xl gap-4 p-5!">
          <div className="grid gap-1">
            <h2 className="text-figure font-strong">{t('Open a player')}</h2>
            <p className="text-muted">
              {t(
                'See an account, its exclusions and limits, its wallet and its recent activity. Every search and every visit is recorded.',
              )}
            </p>
          </div>
          <FindPlayer
            label={t('Player')}
            find={searchPlayers}
            onPick={({ userId }) => navigate(`/players/${userId}`)}
          />
        </Card>
      ) : (
        <EmptyState
          title={t('This page is for admins and auditors.')}
          hint={t('Your own account is in your profile.')}
          action={<ButtonLink href="/profile">{t('Go to Profile')}</ButtonLink>}
        />
      )}
    </>
  );
}
