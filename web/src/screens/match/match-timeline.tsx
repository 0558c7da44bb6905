import type { MatchHistory, MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { CalendarClock, CircleDot, Flag, ListChecks, Lock, Play, Tag, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { useSettings } from '../../api/settings.ts';
import { useMoment } from '../../matches/use-moment.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { goalMinute } from '../../ui/moment-text.ts';
import { usePriceText } from '../../ui/price-text.ts';
import { TimelineStep } from '../../ui/timeline-step.tsx';
import { isMajor as isMajorStep, type MatchStep, matchSteps } from './match-steps.ts';

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

/** The timeline of a match, newest first: the latest steps, and every goal. */
export function MatchTimeline({ history, row }: { readonly history: MatchHistory; readonly row: MatchRow }) {
  const [isWhole, setIsWhole] = useState(false);
  const steps = matchSteps(history, row, usePriceText());
  const shown = isWhole ? steps : steps.filter((step, at) => at < atFirst || isMajorStep(step));
  return (
    <Card aria-labelledby="timeline" className="min-w-0">
      <h2 id="timeline" className="mb-3 font-strong">
        {t('Timeline')}
      </h2>
      <ol className="grid">
        {shown.map((step) => (
          <Step key={step.key} step={step} kickoff={row.match.commenceTime} />
        ))}
      </ol>
      {shown.length < steps.length && (
        <Button look="quiet" className="mt-4 w-full" onClick={() => setIsWhole(true)}>
          {t('Show all {count}', { count: steps.length })}
        </Button>
      )}
    </Card>
  );
}

function Step({ step, kickoff }: { readonly step: MatchStep; readonly kickoff: string }) {
  const { kind, at, title, note } = step;
  const isAhead = useMoment((now) => kind === 'kick-off' && Date.parse(at) > now);
  const clock = useSettings()?.clock;
  const isInPlay = (kind === 'goal' || kind === 'market' || kind === 'jump') && Date.parse(at) > Date.parse(kickoff);
  const isMajor = isMajorStep(step);
  return (
    <TimelineStep
      icon={icons[kind]}
      at={at}
      isAhead={isAhead}
      isStrong={isMajor}
      look={isMajor ? 'border-pitch bg-pitch-soft text-pitch' : 'border-line bg-raised text-muted'}
      title={title}
      figure={note && isMajor && <span className="text-figure font-strong figures">{note}</span>}
      notes={[...(isInPlay ? [goalMinute(kickoff, at, clock)] : []), ...(note && !isMajor ? [note] : [])]}
    />
  );
}
