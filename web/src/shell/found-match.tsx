import type { MatchRow } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { useLiveActor } from '../live/index.ts';
import { phaseOf } from '../matches/kickoff.ts';
import { Middle, When } from '../matches/match-parts.tsx';
import { matchName } from '../matches/match-texts.ts';
import { type Offer, offersOf } from '../matches/offers.ts';
import { useMoment } from '../matches/use-moment.ts';
import { useOddsFormat } from '../settings/preferences.ts';
import { useHasSlip } from '../slip/index.ts';
import { classes } from '../ui/classes.ts';
import { Crest } from '../ui/crest.tsx';
import { ListOption } from '../ui/list-box.tsx';
import { priceText } from '../ui/price-text.ts';

/** The prices that the search shows of a match: of its winner. */
export const winnerOffers = (row: MatchRow): readonly Offer[] => offersOf(row)[0]?.offers ?? [];

type Props = {
  readonly row: MatchRow;
  readonly id: string;
  readonly isHere: boolean;
  /** The selected price; undefined: the match itself. */
  readonly offerAt: number | undefined;
  readonly onOpen: () => void;
  readonly onTake: (offer: Offer) => void;
};

/** A match among the results with its time or state, its score and its prices, which can be taken. */
export function FoundMatch({ row: found, id, isHere, offerAt, onOpen, onTake }: Props) {
  const row = useSelector(useLiveActor(), ({ context }) => context.rows.get(found.id)) ?? found;
  const phase = useMoment((now) => phaseOf(row, now));
  const canTake = useHasSlip();
  const format = useOddsFormat();
  const { homeTeam } = row.match;
  const isOpen = phase === 'live' || phase === 'upcoming';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a list box.
    <div
      role="group"
      aria-label={matchName(row.match)}
      className={classes('grid items-center gap-x-2 rounded-small sm:grid-cols-[1fr_auto]', isHere && 'bg-raised')}
    >
      <ListOption id={id} isHere={isHere && offerAt === undefined} onPick={onOpen}>
        <Crest name={homeTeam} logo={row.homeTeamLogo} className="h-7 w-6" />
        <span className="grid min-w-0 flex-1 gap-0.5 py-1">
          <span className="truncate max-sm:whitespace-normal">{matchName(row.match)}</span>
          <span className="flex flex-wrap items-center gap-x-2 text-small text-muted">
            <span className="truncate">{row.league.title}</span>
            <When row={row} phase={phase} />
          </span>
        </span>
        {row.score && phase !== 'upcoming' && <Middle row={row} phase={phase} className="shrink-0" />}
      </ListOption>
      {isOpen && (
        <span className="grid grid-cols-3 gap-1 p-1 sm:w-48">
          {winnerOffers(row).map((offer, index) => (
            <button
              key={offer.label}
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={offerAt === index}
              aria-disabled={!canTake || undefined}
              disabled={!canTake}
              onClick={() => onTake(offer)}
              className={classes(
                'grid min-h-11 place-content-center rounded-small border text-center leading-tight figures',
                offerAt === index ? 'border-pitch bg-pitch text-on-pitch' : 'border-edge/35 bg-surface',
                offer.state !== 'open' && offerAt !== index && 'text-muted',
              )}
            >
              <span className="sr-only">{`${offer.label}, ${offer.text}, ${priceText(offer.price, format)}`}</span>
              <span aria-hidden="true" className="text-small">
                {offer.label}
              </span>
              <span aria-hidden="true" className="font-strong">
                {priceText(offer.price, format)}
              </span>
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
