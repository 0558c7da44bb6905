import type { MatchRow } from '@touchline/core/contract';
import { useConfirmedAt } from '../live/index.ts';
import { LeagueBadge } from '../ui/league-badge.tsx';
import { OddsButton } from '../ui/odds-button.tsx';
import { confirmedTime, isTooOld, type MarketName, olderTime } from './freshness.ts';
import { kickoffOf, type Phase } from './kickoff.ts';
import type { Offer } from './offers.ts';
import { ageLabel, timeLabel } from './time-label.ts';
import { useMoment } from './use-moment.ts';

const marketNames: readonly MarketName[] = ['h2h', 'totals'];

/** The markets of a match whose prices are out of date: a bet at them would be refused. */
export function useStaleMarkets(row: MatchRow, isLeagueStale: boolean): readonly MarketName[] {
  const oldMarkets = useMoment((now) => marketNames.filter((market) => isTooOld(row, market, now)).join());
  return marketNames.filter(
    (market) =>
      row.status === 'open' && row.markets[market] !== 'none' && (isLeagueStale || oldMarkets.includes(market)),
  );
}

type RowPhase = { readonly row: MatchRow; readonly phase: Phase };

type HeaderProps = RowPhase & {
  readonly stale: readonly MarketName[];
  readonly offers: readonly Offer[];
  readonly className: string;
};

/** Where it is played for what, when, and what is to be known of its prices. */
export function MatchHeader({ row, phase, stale, offers, className }: HeaderProps) {
  const isSuspended = offers.some((offer) => offer.state === 'suspended');
  return (
    <header className={`flex min-h-6 items-center text-small ${className}`}>
      <LeagueBadge leagueKey={row.league.key} />
      <span className="min-w-0 flex-1 truncate text-muted">{row.league.title}</span>
      {stale.length > 0 && <Age row={row} markets={stale} />}
      {stale.length === 0 && isSuspended && <span className="text-gold">Suspended</span>}
      <When row={row} phase={phase} />
    </header>
  );
}

type PricesProps = {
  readonly offers: readonly Offer[];
  /** The outcome of this match that is on the slip. */
  readonly picked: string | undefined;
  readonly isStale: boolean;
  readonly onTake: (offer: Offer) => void;
  readonly onDrop: () => void;
};

/** The prices of one market: one that is pressed goes on the slip, pressed again it leaves it. */
export const Prices = ({ offers, picked, isStale, onTake, onDrop }: PricesProps) =>
  offers.map((offer) => (
    <OddsButton
      key={offer.label}
      label={offer.label}
      meaning={offer.outcome}
      price={offer.price}
      state={offer.state}
      isPressed={picked === offer.outcome}
      isStale={isStale}
      onPress={() => (picked === offer.outcome ? onDrop() : onTake(offer))}
    />
  ));

/** The score once there is one; before that the two stand against each other. */
export function Middle({ row, phase, className }: RowPhase & { readonly className: string }) {
  const hasBegun = phase === 'live' || phase === 'finished' || phase === 'past';
  if (!row.score || !hasBegun) return <span className={`${className} text-small text-muted`}>VS</span>;
  const { home, away } = row.score;
  return (
    <span
      role="img"
      aria-label={`Score ${home} to ${away}`}
      className={`${className} text-title font-strong whitespace-nowrap figures`}
    >
      {home}
      <span className="px-1.5 text-muted">:</span>
      {away}
    </span>
  );
}

function When({ row, phase }: RowPhase) {
  const label = useMoment((now) => timeLabel(kickoffOf(row), now));
  if (phase === 'live') {
    return (
      <span className="inline-flex items-center gap-1.5 rounded-round bg-live-soft px-2 py-0.5 font-strong text-live">
        <span aria-hidden="true" className="size-2 animate-pulse-live rounded-round bg-live" />
        LIVE
      </span>
    );
  }
  if (phase === 'finished') {
    return (
      <span className="rounded-round bg-raised px-2 py-0.5 font-strong text-ink">
        <abbr title="Full time" className="no-underline">
          FT
        </abbr>
      </span>
    );
  }
  if (phase === 'void') return <span className="font-strong text-muted">Void, stakes go back</span>;
  return <time className="whitespace-nowrap font-strong figures">{label}</time>;
}

/** Only on what is stale: it moves every second. */
function Age({ row, markets }: { readonly row: MatchRow; readonly markets: readonly MarketName[] }) {
  const ofLeague = useConfirmedAt(row.league.key);
  const oldest = markets.map((market) => confirmedTime(row, market, ofLeague)).reduce(olderTime);
  return <span className="whitespace-nowrap text-gold figures">{useMoment((now) => ageLabel(oldest, now))}</span>;
}
