import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBonusPromo } from '../../api/settings.ts';
import { inPlay, nextUp } from '../../matches/choose-matches.ts';
import { MatchGrid } from '../../matches/match-grid.tsx';
import { MatchListView } from '../../matches/match-list-view.tsx';
import { type MatchList, useMatches, useMatchIds } from '../../matches/use-matches.ts';
import { useSession } from '../../session/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function HomeScreen() {
  const { isAuthenticated } = useSession();
  const promo = useBonusPromo();
  const list = useMatches(nextUp);
  // Sections appear together, so that live matches never push a heading down.
  if (isAuthenticated && list.status === 'loading') return <Upcoming list={list} />;
  return (
    <>
      {!isAuthenticated && promo && <WelcomeBonus promo={promo} />}
      {isAuthenticated && <LiveNow />}
      <Section
        id="upcoming"
        Heading="h1"
        title="Upcoming Matches"
        more={
          <ButtonLink href="/games" look="onward">
            View All
          </ButtonLink>
        }
      >
        <Upcoming list={list} />
      </Section>
    </>
  );
}

/** The matches in play; nothing if there are none. */
function LiveNow() {
  const ids = useMatchIds(inPlay);
  return (
    ids.length > 0 && (
      <Section
        id="live"
        Heading="h2"
        title="Live Matches"
        more={
          <ButtonLink href="/games?tab=live" look="onward">
            All live
          </ButtonLink>
        }
      >
        <MatchGrid ids={ids} />
      </Section>
    )
  );
}

type SectionProps = {
  readonly id: string;
  readonly Heading: 'h1' | 'h2';
  readonly title: string;
  /** The link to all of them. */
  readonly more: ReactNode;
  readonly children: ReactNode;
};

const Section = ({ id, Heading, title, more, children }: SectionProps) => (
  <section aria-labelledby={id} className="not-first:mt-4">
    <header className="mb-2 flex min-h-11 items-center justify-between gap-3 sm:mb-4">
      <Heading id={id} className="text-title font-strong">
        {title}
      </Heading>
      {more}
    </header>
    {children}
  </section>
);

const Upcoming = ({ list }: { readonly list: MatchList }) => (
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
