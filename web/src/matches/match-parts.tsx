import type { MatchRow } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { type RowMarket, rowMarkets } from '@touchline/core/markets';
import { useLiveActor } from '../live/index.ts';
import { useHasSlip } from '../slip/index.ts';
import { classes } from '../ui/classes.ts';
import { LeagueBadge } from '../ui/crest.tsx';
import { OddsButton } from '../ui/odds-button.tsx';
import { confirmedTime, isTooOld, olderTime } from './freshness.ts';
import { kickoffOf, type Phase, useMatchMinute } from './kickoff.ts';
import { ageLabel, timeLabel } from './match-texts.ts';
import { type Offer, reasonOf } from './offers.ts';
import { useMoment } from './use-moment.ts';

/** Returns the markets whose prices are too old to bet on. */
export function useStaleMarkets(row: MatchRow, isLeagueStale: boolean): readonly RowMarket[] {
  const oldMarkets = useMoment((now) => rowMarkets.filter((market) => isTooOld(row, market, now)).join());
  return rowMarkets.filter(
    (market) =>
      row.status === 'open' && row.markets[market] !== 'none' && (isLeagueStale || oldMarkets.includes(market)),
  );
}

type RowPhase = { readonly row: MatchRow; readonly phase: Phase };

type HeaderProps = RowPhase & {
  readonly stale: readonly RowMarket[];
  readonly offers: readonly Offer[];
  readonly className: string;
};

/**
 * The league, the age of its prices if they are too old, or their state, and the time. During play a narrow header has room for the
 * league's badge only beside the age, and no room for the kick-off beside the state.
 */
export function MatchHeader({ row, phase, stale, offers, className }: HeaderProps) {
  const isSuspended = offers.some((offer) => offer.state === 'suspended');
  const isLive = phase === 'live';
  const isFull = isLive && stale.length > 0;
  return (
    <header
      className={classes(
        'flex min-h-6 flex-wrap items-center text-small',
        className,
        isLive && isSuspended && stale.length === 0 && '@max-md:[&>time]:sr-only',
      )}
    >
      <LeagueBadge leagueKey={row.league.key} />
      <span className={classes('min-w-0 flex-1 truncate text-muted', isFull && '@max-md:sr-only')}>
        {row.league.title}
      </span>
      {stale.length > 0 ? (
        <Age row={row} markets={stale} className={isFull ? '@max-md:min-w-0 @max-md:flex-1 @max-md:truncate' : ''} />
      ) : (
        isSuspended && <span className="text-gold">{t(reasonOf(row) ?? msg('Suspended'))}</span>
      )}
      <When row={row} phase={phase} />
    </header>
  );
}

type PricesProps = {
  readonly offers: readonly Offer[];
  /** The chosen outcomes, such as this match's one on the slip. */
  readonly picked: string | readonly string[] | undefined;
  readonly isStale: boolean;
  readonly onTake: (offer: Offer) => void;
  readonly onDrop: (offer: Offer) => void;
};

/** The prices of a market. Pressing a price adds it to the slip, pressing it again removes it. Staff can only read them. */
export function Prices({ offers, picked, isStale, onTake, onDrop }: PricesProps) {
  const canPress = useHasSlip();
  return offers.map((offer) => {
    const isPicked = typeof picked === 'object' ? picked.includes(offer.outcome) : picked === offer.outcome;
    return (
      <OddsButton
        key={offer.label}
        label={offer.label}
        meaning={offer.text}
        price={offer.price}
        state={offer.state}
        isPressed={isPicked}
        isStale={isStale}
        onPress={canPress ? () => (isPicked ? onDrop(offer) : onTake(offer)) : undefined}
      />
    );
  });
}

/** The score, or VS before there is one. */
export function Middle({ row, phase, className }: RowPhase & { readonly className: string }) {
  const hasBegun = phase === 'live' || phase === 'finished' || phase === 'past';
  if (!row.score || !hasBegun) return <span className={`${className} text-small text-muted`}>{t('VS')}</span>;
  const { home, away } = row.score;
  return (
    <span
      role="img"
      aria-label={t('Score {home} to {away}', { home, away })}
      className={`${className} text-title font-strong whitespace-nowrap figures`}
    >
      {home}
      <span className="px-1.5 text-muted">:</span>
      {away}
    </span>
  );
}

/** The kick-off of a match; during play a live badge and the minute; afterwards how it ended. */
export function When({ row, phase }: RowPhase) {
  const label = useMoment((now) => timeLabel(kickoffOf(row), now));
  const time = <time className="whitespace-nowrap font-strong figures">{label}</time>;
  if (phase === 'live') {
    return (
      <>
        <span className="inline-flex items-center gap-1.5 rounded-round bg-live-soft px-2 py-0.5 font-strong text-live">
          <span aria-hidden="true" className="size-2 animate-pulse-live rounded-round bg-live" />
          <span>{t('LIVE')}</span>
          <Minute row={row} />
        </span>
        {time}
      </>
    );
  }
  if (phase === 'finished') {
    return (
      <span className="rounded-round bg-raised px-2 py-0.5 font-strong text-ink">
        <abbr title={t('Full time')} className="no-underline">
          {t('FT')}
        </abbr>
      </span>
    );
  }
  if (phase === 'void') return <span className="font-strong text-muted">{t('Void, stakes returned')}</span>;
  return time;
}

const Minute = ({ row }: { readonly row: MatchRow }) => (
  <span className="figures">{useMatchMinute(kickoffOf(row))}</span>
);

/**
 * How long ago the oldest of the given markets was confirmed. Reads the live room without subscribing, so that a confirmation alone
 * renders nothing.
 */
function Age({
  row,
  markets,
  className,
}: {
  readonly row: MatchRow;
  readonly markets: readonly RowMarket[];
  readonly className: string;
}) {
  const live = useLiveActor();
  const label = useMoment((now) => {
    const ofLeague = live.getSnapshot().context.confirmed[row.league.key];
    return ageLabel(markets.map((market) => confirmedTime(row, market, ofLeague)).reduce(olderTime), now);
  });
  return <span className={`whitespace-nowrap text-gold figures ${className}`}>{label}</span>;
}
