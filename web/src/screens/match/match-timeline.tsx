import type { MatchHistory, MatchRow } from '@touchline/core/contract';
import { CalendarClock, CircleDot, Flag, ListChecks, Lock, Play, Tag, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { useMoment } from '../../matches/use-moment.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { stepTime } from '../../ui/moment-text.ts';
import { usePriceText } from '../../ui/price-text.ts';
import { type MatchStep, matchSteps } from './match-steps.ts';

const icons = {
  listed: Tag,
  moved: CalendarClock,
  'kick-off': Play,
  goal: CircleDot,
  market: Lock,
  jump: TrendingUp,
  ended: Flag,
  settled: ListChecks,
} as const;
const atFirst = 12;

/** What happened, the newest first. */
export function MatchTimeline({ history, row }: { readonly history: MatchHistory; readonly row: MatchRow }) {
  const [isWhole, setIsWhole] = useState(false);
  const steps = matchSteps(history, row, usePriceText());
  const shown = isWhole ? steps : steps.slice(0, atFirst);
  return (
    <Card aria-labelledby="timeline" className="min-w-0">
      <h2 id="timeline" className="mb-3 font-strong">
        Timeline
      </h2>
      <ol className="grid">
        {shown.map((step) => (
          <Step key={step.key} step={step} kickoff={row.match.commenceTime} />
        ))}
      </ol>
      {shown.length < steps.length && (
        <Button look="quiet" className="mt-4 w-full" onClick={() => setIsWhole(true)}>
          Show all {steps.length}
        </Button>
      )}
    </Card>
  );
}

function Step({ step, kickoff }: { readonly step: MatchStep; readonly kickoff: string }) {
  const { kind, at, title, note } = step;
  const isAhead = useMoment((now) => kind === 'kick-off' && Date.parse(at) > now);
  const Icon = icons[kind];
  const minutes = Math.floor((Date.parse(at) - Date.parse(kickoff)) / 60_000);
  const isInPlay = (kind === 'goal' || kind === 'market' || kind === 'jump') && minutes > 0;
  const isMajor = kind === 'goal' || kind === 'ended';
  return (
    <li className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
      <span className="relative flex justify-center">
        <span
          className={classes(
            'z-10 flex size-8 items-center justify-center rounded-round border',
            isAhead && 'border-dashed border-edge bg-surface text-muted',
            !isAhead && (isMajor ? 'border-pitch bg-pitch-soft text-pitch' : 'border-line bg-raised text-muted'),
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
        </span>
        <span aria-hidden="true" className="absolute top-8 -bottom-4 w-px bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 pt-1">
        <p
          className={classes(
            'flex flex-wrap justify-between gap-x-3',
            isMajor && 'font-strong',
            isAhead && 'text-muted',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {note && isMajor && <span className="text-figure font-strong figures">{note}</span>}
        </p>
        <p className="text-small text-muted figures">
          {isAhead && 'To come · '}
          <time dateTime={at}>{stepTime(at)}</time>
          {isInPlay && ` · ${minutes} min in`}
          {note && !isMajor && ` · ${note}`}
        </p>
      </div>
    </li>
  );
}
