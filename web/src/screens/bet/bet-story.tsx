import type { BetTimeline } from '@touchline/core/contract';
import { Banknote, CircleCheck, Flag, ListChecks, Play } from 'lucide-react';
import { useMoment } from '../../matches/use-moment.ts';
import { useOddsFormat } from '../../settings/preferences.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { stepTime } from '../../ui/moment-text.ts';
import { SignedMoney } from '../../ui/money.tsx';
import { type BetStep, betSteps, timeOf } from './bet-steps.ts';

/** What happened to the bet, one thing after the other; what is still to come stands below, paler. */
export function BetStory({ timeline }: { readonly timeline: BetTimeline }) {
  const format = useOddsFormat();
  return (
    <Card aria-labelledby="story" className="min-w-0">
      <h2 id="story" className="mb-3 font-strong">
        Timeline
      </h2>
      <ol className="grid">
        {betSteps(timeline, format).map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  );
}

const icons = { placed: CircleCheck, 'kick-off': Play, result: Flag, graded: ListChecks, money: Banknote } as const;

function Step({ step }: { readonly step: BetStep }) {
  const { kind, at, title, note, cashChange } = step;
  const isAhead = useMoment((now) => timeOf(step) > now) && kind === 'kick-off';
  const Icon = icons[kind];
  return (
    <li className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
      <span className="relative flex justify-center">
        <span
          className={classes(
            'z-10 flex size-8 items-center justify-center rounded-round border',
            isAhead ? 'border-dashed border-edge bg-surface text-muted' : 'border-line bg-raised text-pitch',
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
        </span>
        <span aria-hidden="true" className="absolute top-8 -bottom-4 w-px bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 pt-1">
        <p className={classes('flex flex-wrap justify-between gap-x-3', isAhead ? 'text-muted' : 'font-strong')}>
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {cashChange !== undefined && cashChange !== 0 && <SignedMoney amount={cashChange} />}
        </p>
        <p className="text-small text-muted figures">
          {isAhead && 'To come · '}
          <time dateTime={at}>{stepTime(at)}</time>
          {note && ` · ${note}`}
        </p>
      </div>
    </li>
  );
}
