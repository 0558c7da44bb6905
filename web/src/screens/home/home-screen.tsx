import { Gift } from 'lucide-react';
import { useBonusPromo } from '../../api/settings.ts';
import { nextUp } from '../../matches/choose-matches.ts';
import { MatchListView } from '../../matches/match-list-view.tsx';
import { useMatches } from '../../matches/use-matches.ts';
import { useSession } from '../../session/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function HomeScreen() {
  const { isAuthenticated } = useSession();
  const promo = useBonusPromo();
  return (
    <>
      {!isAuthenticated && promo && <WelcomeBonus promo={promo} />}
      <section aria-labelledby="upcoming">
        <header className="mb-2 flex min-h-11 sm:mb-4 items-center justify-between gap-3">
          <h1 id="upcoming" className="text-title font-strong">
            Upcoming Matches
          </h1>
          <ButtonLink href="/games" look="onward">
            View All
          </ButtonLink>
        </header>
        <Upcoming />
      </section>
    </>
  );
}

function Upcoming() {
  const list = useMatches(nextUp);
  return (
    <MatchListView
      list={list}
      loading="Loading upcoming matches..."
      empty={
        <EmptyState
          title="No upcoming matches available"
          hint="Matches in play are on the games screen."
          action={
            <ButtonLink href="/games?tab=live" look="quiet">
              See live matches
            </ButtonLink>
          }
        />
      }
    />
  );
}

const WelcomeBonus = ({ promo }: { readonly promo: string }) => (
  <section
    aria-labelledby="welcome"
    className="floodlight mb-6 flex flex-wrap items-center gap-4 rounded-card border border-gold/50 p-5 sm:p-6"
  >
    <Gift aria-hidden="true" className="size-9 shrink-0 text-gold" />
    <div className="min-w-0 flex-1 basis-56">
      <h2 id="welcome" className="text-figure font-strong text-gold">
        Welcome Bonus
      </h2>
      <p>{promo}</p>
    </div>
    <ButtonLink href="/register" look="gold" className="max-sm:w-full">
      Claim Now
    </ButtonLink>
  </section>
);
