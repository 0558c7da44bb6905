import type { BetView } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { useMatchRow } from '../../live/index.ts';
import { timeLabel } from '../../matches/time-label.ts';
import { useMoment } from '../../matches/use-moment.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { dollarsText } from '../../ui/money.tsx';
import {
  betStatusTones,
  betStatusWords,
  dateText,
  legStatusTones,
  legStatusWords,
  resultOf,
  shortId,
} from './bet-words.ts';

/** One bet with its selections, and what came of it. */
export function BetCard({ bet }: { readonly bet: BetView }) {
  const result = resultOf(bet);
  return (
    <Card aria-label={`Bet ${shortId(bet._id)}`} className="grid gap-3">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h3 className="flex flex-wrap items-center gap-2">
            <span className="font-strong figures" title={bet._id}>
              {shortId(bet._id)}
            </span>
            <Badge tone={betStatusTones[bet.status]}>{betStatusWords[bet.status]}</Badge>
            {bet.matches.length > 1 && <Badge>Parlay</Badge>}
          </h3>
          <p className="text-small text-muted figures">
            <time dateTime={bet.createdAt}>{dateText(bet.createdAt)}</time>
          </p>
        </div>
        <p aria-live="polite" className={classes('text-title font-strong figures', result.look)}>
          <span className="sr-only">{betStatusWords[bet.status]}, </span>
          {result.text}
        </p>
      </header>
      <ul className="grid divide-y divide-line border-y border-line">
        {bet.matches.map((leg) => (
          <Leg key={leg.matchId} leg={leg} />
        ))}
      </ul>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <Figure name="Stake" value={dollarsText(bet.stake)} />
        <Figure name="Total Odds" value={bet.totalOdds.toFixed(2)} />
      </dl>
    </Card>
  );
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="text-figure font-strong figures">{value}</dd>
  </div>
);

function Leg({ leg }: { readonly leg: BetView['matches'][number] }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2.5">
      <p className="min-w-0 font-strong">Outcome: {leg.betOutcome}</p>
      <p className="text-right text-figure font-strong figures">{leg.odds.toFixed(2)}</p>
      <p className="min-w-0 text-small text-muted">
        <span className="text-ink">{leg.matchName}</span>
        <span aria-hidden="true"> · </span>
        <LegMoment leg={leg} />
        <span aria-hidden="true"> · </span>
        <span title={leg.matchId} className="figures">
          {shortId(leg.matchId)}
        </span>
      </p>
      <p className="text-right">
        <Badge tone={legStatusTones[leg.status]}>{legStatusWords[leg.status]}</Badge>
      </p>
    </li>
  );
}

/** The score once the match is on and its row is in the live room; the kick-off otherwise. */
function LegMoment({ leg }: { readonly leg: BetView['matches'][number] }) {
  const row = useMatchRow(leg.matchId);
  const kickoffMs = Date.parse(leg.commenceTime);
  const kickoffAt = Number.isNaN(kickoffMs) ? undefined : instant(kickoffMs);
  const label = useMoment((now) => timeLabel(kickoffAt, now));
  const hasBegun = useMoment((now) => kickoffAt !== undefined && kickoffAt <= now);
  if (!row?.score || !hasBegun) return <span className="figures">{label}</span>;
  const score = `${row.score.home} – ${row.score.away}`;
  if (row.status !== 'open')
    return <span className="font-strong whitespace-nowrap text-ink figures">{`Final ${score}`}</span>;
  return (
    <span className="font-strong whitespace-nowrap text-live figures">
      LIVE <span className="text-ink">{score}</span>
    </span>
  );
}
