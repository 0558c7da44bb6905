import { t } from '@touchline/core/language';
import { Gift } from 'lucide-react';
import { useBonusPromo } from '../../api/settings.ts';
import { useCode } from '../../loading/use-code.ts';
import { inPlay, nextUp } from '../../matches/choose-matches.ts';
import { MatchGrid } from '../../matches/match-grid.tsx';
import { MatchListView } from '../../matches/match-list-view.tsx';
import { type MatchList, useMatches, useMatchIds } from '../../matches/use-matches.ts';
import { useSession } from '../../session/index.ts';
import { useFavourites } from '../../settings/preferences.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HomeSection } from './home-section.tsx';

export function HomeScreen() {
  const { user, isAuthenticated } = useSession();
  const isAdmin = user?.role === 'admin';
  const promo = useBonusPromo();
  const list = useMatches(nextUp);
  const isStarred = useFavourites() !== '';
  const Favourites = useCode(isStarred, loadFavourites);
  const Work = useCode(isAdmin, loadWork);
  // Sections appear together, so that none pushes another down.
  if ((isStarred && Favourites === undefined) || (isAdmin && Work === undefined)) return <Upcoming list={loading} />;
  if ((isAuthenticated || isStarred) && list.status === 'loading') return <Upcoming list={list} />;
  return (
    <>
      {!isAuthenticated && promo && <WelcomeBonus promo={promo} />}
      {Work && <Work />}
      {Favourites && <Favourites />}
      {isAuthenticated && !isAdmin && <LiveNow />}
      <HomeSection
        id="upcoming"
        Heading={Work ? 'h2' : 'h1'}
        title={t('Upcoming Matches')}
        more={
          <ButtonLink href="/games" look="onward">
            {t('View All')}
          </ButtonLink>
        }
      >
        <Upcoming list={list} />
      </HomeSection>
    </>
  );
}

const loading = { status: 'loading' } as const;
const loadFavourites = async () => (await import('../../favourites/favourite-matches.tsx')).FavouriteMatches;
const loadWork = async () => (await import('./open-work.tsx')).OpenWork;

/** The matches in play; nothing if there are none. */
function LiveNow() {
  const ids = useMatchIds(inPlay);
  return (
    ids.length > 0 && (
      <HomeSection
        id="live"
        Heading="h2"
        title={t('Live Matches')}
        more={
          <ButtonLink href="/games?tab=live" look="onward">
            {t('All live')}
          </ButtonLink>
        }
      >
        <MatchGrid ids={ids} />
      </HomeSection>
    )
  );
}

const Upcoming = ({ list }: { readonly list: MatchList }) => (
  <MatchListView
    list={list}
    loading={t('Loading upcoming matches...')}
    empty={
      <EmptyState
        title={t('No upcoming matches available')}
        hint={t('Matches in play are on the games screen.')}
        action={
          <ButtonLink href="/games?tab=live" look="quiet">
            {t('See live matches')}
          </ButtonLink>
        }
      />
    }
  />
);

const WelcomeBonus = ({ promo }: { readonly promo: string }) => (
  <section
    aria-labelledby="welcome"
    className="floodlight mb-6 flex flex-wrap items-center gap-4 rounded-card border border-gold/50 p-5 sm:p-6"
  >
    <Gift aria-hidden="true" className="size-9 shrink-0 text-gold" />
    <div className="min-w-0 flex-1 basis-56">
      <h2 id="welcome" className="text-figure font-strong text-gold">
        {t('Welcome Bonus')}
      </h2>
      <p>{promo}</p>
    </div>
    <ButtonLink href="/register" look="gold" className="max-sm:w-full">
      {t('Claim Now')}
    </ButtonLink>
  </section>
);
