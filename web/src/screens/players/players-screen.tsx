import { useLocation } from 'wouter';
import { searchPlayers } from '../../api/players.ts';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { useSession } from '../../session/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The way of operators to one player. */
export function PlayersScreen() {
  const [, navigate] = useLocation();
  const { user } = useSession();
  const isOfTheHouse = user?.role === 'admin' || user?.role === 'auditor';
  return (
    <>
      <PageHeading title="Players" />
      {isOfTheHouse ? (
        <Card className="grid max-w-2xl gap-4 p-5!">
          <div className="grid gap-1">
            <h2 className="text-figure font-strong">Open a player</h2>
            <p className="text-muted">
              Who they are, what keeps them from betting, what they own and did of late. Every search and every look is
              itself recorded.
            </p>
          </div>
          <FindPlayer label="Player" find={searchPlayers} onPick={({ userId }) => navigate(`/players/${userId}`)} />
        </Card>
      ) : (
        <EmptyState
          title="This page is for admins and auditors."
          hint="Your own account is in your profile."
          action={<ButtonLink href="/profile">Go to Profile</ButtonLink>}
        />
      )}
    </>
  );
}
