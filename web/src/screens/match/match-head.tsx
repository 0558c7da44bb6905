import type { MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketTitle, type RowMarket } from '@touchline/core/markets';
import { useCallback, useEffect, useRef } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { StarButton, teamFavourite } from '../../favourites/favourites.tsx';
import { useIsStale } from '../../live/index.ts';
import { kickoffOf, phaseOf } from '../../matches/kickoff.ts';
import { MatchHeader, Middle, Prices, useStaleMarkets } from '../../matches/match-parts.tsx';
import { matchName, timeLabel } from '../../matches/match-texts.ts';
import { type Offer, offersOf, slipMatchId } from '../../matches/offers.ts';
import { useMoment } from '../../matches/use-moment.ts';
import { useSlip } from '../../slip/index.ts';
import { classes } from '../../ui/classes.ts';
import { Crest, hasLongWord } from '../../ui/crest.tsx';

/** The live match with all its prices. */
export function MatchHead({ row }: { readonly row: MatchRow }) {
  const phase = useMoment((now) => phaseOf(row, now));
  const stale = useStaleMarkets(row, useIsStale(row.league.key));
  const markets = offersOf(row);
  const { homeTeam, awayTeam } = row.match;
  return (
    <article
      ref={useSoughtFocus()}
      tabIndex={-1}
      aria-labelledby="match-name"
      data-match={row.id}
      className={classes(
        '@container grid gap-5 rounded-card border bg-surface p-4 shadow-card sm:p-6',
        phase === 'live' ? 'border-live/40' : 'border-line',
      )}
    >
      <h1 id="match-name" className="sr-only">
        {matchName(row.match)}
      </h1>
      <MatchHeader
        row={row}
        phase={phase}
        stale={stale}
        offers={markets.flatMap(({ offers }) => offers)}
        className="flex-wrap gap-x-3 gap-y-1"
      />
      <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2 sm:gap-3">
        <Team name={homeTeam} logo={row.homeTeamLogo} />
        <div aria-live="polite">
          <Middle
            row={row}
            phase={phase}
            className="flex h-16 min-w-16 items-center justify-center sm:h-20 sm:min-w-24"
          />
        </div>
        <Team name={awayTeam} logo={row.awayTeamLogo} />
        {phase !== 'upcoming' && (
          <p className="col-span-3 text-center text-small text-muted figures">
            {phase === 'live' ? t('Minute estimated from the kick-off') : <Kickoff row={row} />}
          </p>
        )}
      </div>
      <div className="grid gap-4 @2xl:grid-cols-[3fr_2fr]">
        {markets.map(({ key, offers }) => (
          <Market key={key} name={key} row={row} offers={offers} stale={stale} />
        ))}
      </div>
    </article>
  );
}

const Team = ({ name, logo }: { readonly name: string; readonly logo: string | undefined }) => (
  <div className="grid min-w-0 justify-items-center gap-2 text-center">
    <Crest name={name} logo={logo} className="size-16 sm:size-20" />
    <span
      className={classes(
        'min-w-0 font-strong sm:text-figure [overflow-wrap:anywhere]',
        hasLongWord(name) && 'max-sm:text-small',
      )}
    >
      {name}
    </span>
    <StarButton favourite={teamFavourite(name)} name={name} />
  </div>
);

type MarketProps = {
  readonly name: RowMarket;
  readonly row: MatchRow;
  readonly offers: readonly Offer[];
  readonly stale: readonly RowMarket[];
};

function Market({ name, row, offers, stale }: MarketProps) {
  const { entries, pick, remove, prepare } = useSlip();
  const picked = entries.find((entry) => entry.matchId === row.id)?.betOutcome;
  return (
    <section
      aria-label={marketTitle(name)}
      onPointerOver={prepare}
      onFocus={prepare}
      className="grid content-start gap-2"
    >
      <h2 className="text-small text-muted">{marketTitle(name)}</h2>
      <div className={classes('grid gap-2', offers.length > 2 ? 'grid-cols-3' : 'grid-cols-2')}>
        <Prices
          offers={offers}
          picked={picked}
          isStale={stale.includes(name)}
          onTake={(offer) => pick(row, offer)}
          onDrop={() => remove(slipMatchId(row))}
        />
      </div>
    </section>
  );
}

const Kickoff = ({ row }: { readonly row: MatchRow }) => <>{useMoment((now) => timeLabel(kickoffOf(row), now))}</>;

/** Focuses the match when it was opened from the search, so that keyboard users continue here. */
function useSoughtFocus() {
  const place = useRef<HTMLElement>(null);
  const isSought = useHistoryState() === 'sought';
  useEffect(() => {
    if (isSought) place.current?.focus({ preventScroll: true });
  }, [isSought]);
  return useCallback((element: HTMLElement | null) => {
    place.current = element;
  }, []);
}
