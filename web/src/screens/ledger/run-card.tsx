import type { VerificationView } from '@touchline/core/contract';
import { CircleCheck, CircleDashed, CircleHelp, TriangleAlert } from 'lucide-react';
import { exactUtcText, utcText } from '../../ledger/moments.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { FindingList } from './finding-list.tsx';
import { progressOf, type Sample } from './run-progress.ts';

type Props = {
  readonly run: VerificationView | undefined;
  readonly samples: { readonly first: Sample | undefined; readonly last: Sample | undefined };
  readonly isStarting: boolean;
  readonly problem: string | undefined;
  /** Undefined while a run is in progress: only one runs at a time. */
  readonly onVerify: (() => void) | undefined;
};

/** The newest verification: its progress or findings. */
export function RunCard({ run, samples, isStarting, problem, onVerify }: Props) {
  const { title, look, Icon } = run ? states[run.state] : never;
  return (
    <Card aria-label="Verification" className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          <span className={classes('inline-flex size-11 shrink-0 items-center justify-center rounded-small', look)}>
            <Icon aria-hidden="true" className="size-6" />
          </span>
          <div role="status">
            <h2 className="text-figure font-strong">{title}</h2>
            <p className="text-small text-muted figures">{run ? momentOf(run) : 'Run the first verification.'}</p>
          </div>
        </div>
        {onVerify && (
          <Button isBusy={isStarting} onClick={onVerify}>
            {problem === undefined ? 'Verify now' : 'Try Again'}
          </Button>
        )}
      </header>
      {problem !== undefined && <Banner tone="error">{problem} Nothing was started.</Banner>}
      {run?.state === 'broken' && (
        <Banner tone="warning">
          {run.problem ?? 'It ended without giving a reason.'} This says nothing about the ledger; verify again.
        </Banner>
      )}
      {(run?.state === 'running' || run?.state === 'waiting') && <RunProgress run={run} samples={samples} />}
      {run && (run.state === 'passed' || run.state === 'failed') && <Counts run={run} />}
      {run && run.findings.length > 0 && <FindingList findings={run.findings} found={run.found} />}
    </Card>
  );
}

const states = {
  waiting: { title: 'Queued', look: 'bg-raised text-muted', Icon: CircleDashed },
  running: { title: 'Verifying…', look: 'bg-raised text-ink', Icon: CircleDashed },
  passed: { title: 'Everything adds up', look: 'bg-pitch-soft text-pitch', Icon: CircleCheck },
  failed: { title: 'Something does not add up', look: 'bg-live-soft text-live', Icon: TriangleAlert },
  broken: { title: 'Verification could not finish', look: 'bg-gold-soft text-gold', Icon: CircleHelp },
} as const satisfies Record<VerificationView['state'], unknown>;
const never = { title: 'Not verified yet', look: 'bg-raised text-muted', Icon: CircleHelp } as const;

function momentOf({ finishedAt, startedAt, requestedAt }: VerificationView): string {
  if (finishedAt !== null) return `Finished ${exactUtcText(finishedAt).replace(/\.\d+/, '')}`;
  if (startedAt !== null) return `Began ${exactUtcText(startedAt).replace(/\.\d+/, '')}`;
  return `Asked for ${exactUtcText(requestedAt).replace(/\.\d+/, '')}`;
}

function RunProgress({ run, samples }: { readonly run: VerificationView; readonly samples: Props['samples'] }) {
  const { share, perSecond, secondsLeft } = progressOf(run, samples.first, samples.last);
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label="Events verified"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-3 overflow-hidden rounded-round bg-raised"
      >
        <span
          className="block h-full rounded-round bg-pitch transition-[width] duration-500"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-muted figures">
        <span>
          <span className="font-strong text-ink">{run.eventsDone.toLocaleString('en-US')}</span> of{' '}
          {run.eventsTotal.toLocaleString('en-US')} events · {percent} %
        </span>
        <span>
          {perSecond !== undefined && `${Math.round(perSecond).toLocaleString('en-US')} per second`}
          {secondsLeft !== undefined && ` · ${durationText(secondsLeft)} left`}
        </span>
      </p>
    </div>
  );
}

/** Formats a duration: 75 → "1 min 15 s". */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const Counts = ({ run }: { readonly run: VerificationView }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-small border border-line bg-line sm:grid-cols-4">
    {(
      [
        ['Events', run.eventsDone],
        ['Wallets', run.wallets],
        ['Entries', run.entries],
        ['Checkpoints', run.checkpoints],
      ] as const
    ).map(([name, count]) => (
      <div key={name} className="bg-surface px-3 py-2">
        <dt className="text-small text-muted">{name}</dt>
        <dd className="text-figure font-strong figures">{count === null ? '–' : count.toLocaleString('en-US')}</dd>
      </div>
    ))}
    {run.uncovered !== null && run.uncovered > 0 && (
      <div className="col-span-full bg-surface px-3 py-2 text-small text-muted figures">
        {run.uncovered.toLocaleString('en-US')} {run.uncovered === 1 ? 'event is' : 'events are'} newer than the last
        signed checkpoint.
      </div>
    )}
  </dl>
);

const badges: Record<VerificationView['state'], { readonly word: string; readonly tone: BadgeTone }> = {
  waiting: { word: 'Waiting', tone: 'neutral' },
  running: { word: 'Running', tone: 'neutral' },
  passed: { word: 'Passed', tone: 'won' },
  failed: { word: 'Failed', tone: 'lost' },
  broken: { word: 'Not done', tone: 'gold' },
};

/** The earlier verifications, one line each. */
export function EarlierRuns({ runs }: { readonly runs: readonly VerificationView[] }) {
  if (runs.length === 0) return null;
  return (
    <Card aria-label="Earlier verifications" className="grid gap-2">
      <h2 className="font-strong text-muted">Earlier</h2>
      <ul className="divide-y divide-line text-small">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 figures">
            <span>{utcText(run.finishedAt ?? run.requestedAt).slice(0, 19)} UTC</span>
            <span className="text-muted">{run.eventsDone.toLocaleString('en-US')} events</span>
            <Badge tone={badges[run.state].tone}>
              {badges[run.state].word}
              {run.found > 0 && `: ${run.found.toLocaleString('en-US')} ${run.found === 1 ? 'finding' : 'findings'}`}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
