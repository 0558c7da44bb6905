import type { MatchRow } from '@touchline/core/contract';
import { memo, type RefObject, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type Urgency, useIsStale, usePacedRow } from '../live/index.ts';
import { SkipToSlip } from '../slip/index.ts';
import { classes } from '../ui/classes.ts';
import { Crest, hasLongWord } from '../ui/crest.tsx';
import { unlit } from '../ui/flash.tsx';
import { phaseOf } from './kickoff.ts';
import { MatchHeader, Middle, Prices, useStaleMarkets } from './match-parts.tsx';
import { matchName } from './match-texts.ts';
import { type Offer, offersOf } from './offers.ts';
import { useMoment } from './use-moment.ts';

type Props = {
  readonly id: string;
  /** This match's outcome on the slip. */
  readonly picked: string | undefined;
  readonly onTake: (row: MatchRow, offer: Offer) => void;
  readonly onDrop: (row: MatchRow) => void;
};

type Visibility = Exclude<Urgency, 'now'>;

/**
 * A match. Each card reads its own row, so a changed price renders only its card. When many change together, cards in view render
 * first; a match on the slip renders immediately, in step with the slip.
 */
export const MatchCard = memo(function MatchCard({ id, ...rest }: Props) {
  const visibility = useRef<Visibility>('in view');
  const isPicked = rest.picked !== undefined;
  const urgency = useCallback(() => (isPicked ? 'now' : visibility.current), [isPicked]);
  const row = usePacedRow(id, urgency);
  // A lost connection dims every card. Deferred, so that this never delays input.
  const isLeagueStale = useDeferredValue(useIsStale(row?.league.key ?? ''));
  return row ? <MatchRowCard row={row} isLeagueStale={isLeagueStale} visibility={visibility} {...rest} /> : null;
});

type RowProps = Omit<Props, 'id'> & {
  readonly row: MatchRow;
  readonly visibility: RefObject<Visibility>;
  readonly isLeagueStale: boolean;
};

const MatchRowCard = memo(function MatchRowCard(props: RowProps) {
  const { row, visibility, isLeagueStale, picked, onTake, onDrop } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    return watchInView(element, (isInView) => {
      visibility.current = isInView ? 'in view' : 'out of sight';
      element.toggleAttribute(unlit, !isInView);
    });
  }, [visibility]);
  const phase = useMoment((now) => phaseOf(row, now));
  const stale = useStaleMarkets(row, isLeagueStale);
  const markets = offersOf(row);
  const { homeTeam, awayTeam } = row.match;
  const prices = {
    picked,
    onTake: (offer: Offer) => onTake(row, offer),
    onDrop: () => onDrop(row),
  };

  return (
    <article
      ref={card}
      aria-label={matchName(row.match)}
      data-match={row.id}
      className={classes(
        'match-card @container flex flex-col gap-3 rounded-card border bg-surface p-3 shadow-card sm:p-4 compact:gap-1 compact:px-2.5 compact:py-1.5',
        phase === 'live' ? 'border-live/40' : 'border-line',
      )}
    >
      <MatchHeader
        row={row}
        phase={phase}
        stale={stale}
        offers={markets.flatMap(({ offers }) => offers)}
        className="gap-x-2"
      />
      <Link
        href={`/match/${row.id}`}
        className="group grid grid-cols-[1fr_auto_1fr] items-start gap-2 rounded-small @md:items-center @md:gap-3 compact:grid-cols-[1fr_auto] compact:items-center compact:gap-x-2 compact:gap-y-0.5"
      >
        <Team name={homeTeam} logo={row.homeTeamLogo} />
        <Middle row={row} phase={phase} className={middle} />
        <Team name={awayTeam} logo={row.awayTeamLogo} side="away" />
      </Link>
      <div className="mt-auto grid gap-2 @md:grid-cols-5 compact:grid-cols-5 compact:gap-1">
        {markets.map(({ key, offers }) => (
          <div
            key={key}
            className={`grid gap-2 compact:gap-1 ${offers.length > 2 ? 'grid-cols-3 @md:col-span-3 compact:col-span-3' : 'grid-cols-2 @md:col-span-2 compact:col-span-2'}`}
          >
            <Prices offers={offers} isStale={stale.includes(key)} {...prices} />
          </div>
        ))}
      </div>
      {picked && <SkipToSlip />}
    </article>
  );
});

type TeamProps = {
  readonly name: string;
  readonly logo: string | undefined;
  readonly side?: 'home' | 'away';
};

const Team = ({ name, logo, side = 'home' }: TeamProps) => (
  <div
    className={`flex min-w-0 flex-col items-center gap-1.5 text-center @md:gap-3 compact:flex-row compact:gap-2 compact:text-left ${
      side === 'home' ? '@md:flex-row @md:text-left' : '@md:flex-row-reverse @md:text-right'
    }`}
  >
    <Crest name={name} logo={logo} className="h-10 w-9.5 compact:h-6 compact:w-5.5" />
    <span
      className={`line-clamp-3 min-w-0 font-strong [overflow-wrap:anywhere] group-hover:underline compact:line-clamp-1 compact:text-body ${
        hasLongWord(name) ? 'text-small @md:text-body' : ''
      }`}
    >
      {name}
    </span>
  </div>
);

/** As tall as a crest, so that it stays centered between them whatever the names below; in a compact card, beside both names. */
const middle = 'flex h-10 w-16 items-center justify-center compact:col-start-2 compact:row-span-2 compact:row-start-1';

type OnChange = (isInView: boolean) => void;

/** Cards just outside the viewport count as in view. */
const margin = '25% 0px';
const listeners = new WeakMap<Element, OnChange>();
let observer: IntersectionObserver | undefined;

/** Reports whether an element is in view, whenever that changes. Returns a function that stops. All elements share one observer. */
export function watchInView(element: Element, onChange: OnChange): () => void {
  // Without an observer, every element counts as in view.
  if (typeof IntersectionObserver === 'undefined') return () => {};
  observer ??= new IntersectionObserver(notify, { rootMargin: margin });
  listeners.set(element, onChange);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
}
