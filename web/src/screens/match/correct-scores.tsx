import type { MatchRow } from '@touchline/core/contract';
import { Fragment, type ReactNode } from 'react';
import type { Offer } from '../../matches/offers.ts';

const goals = [0, 1, 2, 3, 4];

type Props = {
  readonly match: MatchRow['match'];
  readonly offers: readonly Offer[];
  readonly render: (offers: readonly Offer[]) => ReactNode;
};

/** Correct scores as a grid: goals of the home team down, of the away team across. A score that is no longer possible has no button. */
export function CorrectScores({ match, offers, render }: Props) {
  const byScore = new Map(offers.map((offer) => [offer.label, offer]));
  const others = offers.filter(({ label }) => !/^\d-\d$/.test(label));
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="text-small text-muted">
        {match.homeTeam} ↓ {match.awayTeam} →
      </p>
      <div className="grid grid-cols-[auto_repeat(5,minmax(0,1fr))] items-center gap-1.5 sm:gap-2">
        <span />
        {goals.map((away) => (
          <span key={away} aria-hidden="true" className="text-center text-small text-muted figures">
            {away}
          </span>
        ))}
        {goals.map((home) => (
          <Fragment key={home}>
            <span aria-hidden="true" className="pr-1 text-small text-muted figures">
              {home}
            </span>
            {goals.map((away) => {
              const offer = byScore.get(`${home}-${away}`);
              return offer ? <Fragment key={away}>{render([offer])}</Fragment> : <span key={away} />;
            })}
          </Fragment>
        ))}
      </div>
      {render(others)}
    </div>
  );
}
