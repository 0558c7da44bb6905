import type { BetTimeline } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Banknote, CircleCheck, CircleDot, Flag, ListChecks, Play } from 'lucide-react';
import { useSettings } from '../../api/settings.ts';
import { useMoment } from '../../matches/use-moment.ts';
import { useOddsFormat } from '../../settings/preferences.ts';
import { Card } from '../../ui/card.tsx';
import { SignedMoney } from '../../ui/money.tsx';
import { TimelineStep } from '../../ui/timeline-step.tsx';
import { type BetStep, betSteps, timeOf } from './bet-steps.ts';

/** The bet's steps in order of time; those still to come are at the end, paler. */
export function BetTimelineCard({ timeline }: { readonly timeline: BetTimeline }) {
  const format = useOddsFormat();
  const clock = useSettings()?.clock;
  return (
    <Card aria-labelledby="timeline" className="min-w-0">
      <h2 id="timeline" className="mb-3 font-strong">
        {t('Timeline')}
      </h2>
      <ol className="grid">
        {betSteps(timeline, { format, clock }).map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  );
}

const icons = {
  placed: CircleCheck,
  'kick-off': Play,
  goal: CircleDot,
  result: Flag,
  graded: ListChecks,
  money: Banknote,
} as const;

function Step({ step }: { readonly step: BetStep }) {
  const { kind, at, title, note, cashChange } = step;
  const isAhead = useMoment((now) => timeOf(step) > now) && kind === 'kick-off';
  return (
    <TimelineStep
      icon={icons[kind]}
      at={at}
      isAhead={isAhead}
      isStrong={!isAhead}
      look="border-line bg-raised text-pitch"
      title={title}
      figure={cashChange !== undefined && cashChange !== 0 && <SignedMoney amount={cashChange} />}
      notes={note ? [note] : []}
    />
  );
}
