import type { VerificationView } from '@touchline/core/contract';
import { formatNumber, type Message, msg, t } from '@touchline/core/language';
import { CircleCheck, CircleDashed, CircleHelp, TriangleAlert } from 'lucide-react';
import { rich } from '../../language/rich.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { percentText } from '../../ui/amount-text.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { durationText } from '../../ui/moment-text.ts';
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
    <Card aria-label={t('Verification')} className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          <span className={classes('inline-flex size-11 shrink-0 items-center justify-center rounded-small', look)}>
            <Icon aria-hidden="true" className="size-6" />
          </span>
          <div role="status">
            <h2 className="text-figure font-strong">{t(title)}</h2>
            <p className="text-small text-muted figures">{run ? momentOf(run) : t('Run the first verification.')}</p>
          </div>
        </div>
        {onVerify && (
          <Button isBusy={isStarting} onClick={onVerify}>
            {problem === undefined ? t('Verify now') : t('Try Again')}
          </Button>
        )}
      </header>
      {problem !== undefined && (
        <Banner tone="error">
          {problem} {t('Nothing was started.')}
        </Banner>
      )}
      {run?.state === 'broken' && (
        <Banner tone="warning">
          {run.problem ?? t('It stopped without giving a reason.')}{' '}
          {t('This says nothing about the ledger; verify again.')}
        </Banner>
      )}
      {(run?.state === 'running' || run?.state === 'waiting') && <RunProgress run={run} samples={samples} />}
      {run && (run.state === 'passed' || run.state === 'failed') && <Counts run={run} />}
      {run && run.findings.length > 0 && <FindingList findings={run.findings} found={run.found} />}
    </Card>
  );
}

const states = {
  waiting: { title: msg('Queued'), look: 'bg-raised text-muted', Icon: CircleDashed },
  running: { title: msg('Verifying…'), look: 'bg-raised text-ink', Icon: CircleDashed },
  passed: { title: msg('Everything adds up'), look: 'bg-pitch-soft text-pitch', Icon: CircleCheck },
  failed: { title: msg('Something does not add up'), look: 'bg-live-soft text-live', Icon: TriangleAlert },
  broken: { title: msg('Verification could not finish'), look: 'bg-gold-soft text-gold', Icon: CircleHelp },
} as const satisfies Record<VerificationView['state'], unknown>;
const never = { title: msg('Not verified yet'), look: 'bg-raised text-muted', Icon: CircleHelp } as const;

const wholeSeconds = (iso: string): string => exactUtcText(iso).replace(/\.\d+/, '');

function momentOf({ finishedAt, startedAt, requestedAt }: VerificationView): string {
  if (finishedAt !== null) return t('Finished {time}', { time: wholeSeconds(finishedAt) });
  if (startedAt !== null) return t('Began {time}', { time: wholeSeconds(startedAt) });
  return t('Requested {time}', { time: wholeSeconds(requestedAt) });
}

function RunProgress({ run, samples }: { readonly run: VerificationView; readonly samples: Props['samples'] }) {
  const { share, perSecond, secondsLeft } = progressOf(run, samples.first, samples.last);
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={t('Events verified')}
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
          {rich('<b>{done}</b> of {total, plural, one {# event} other {# events}} · {percent}', {
            done: formatNumber(run.eventsDone),
            total: run.eventsTotal,
            percent: percentText(percent / 100, 0),
            b: (text) => <span className="font-strong text-ink">{text}</span>,
          })}
        </span>
        <span>
          {perSecond !== undefined && t('{count} per second', { count: formatNumber(Math.round(perSecond)) })}
          {secondsLeft !== undefined && ` · ${t('{duration} left', { duration: durationText(secondsLeft) })}`}
        </span>
      </p>
    </div>
  );
}

const Counts = ({ run }: { readonly run: VerificationView }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-small border border-line bg-line sm:grid-cols-4">
    {(
      [
        [t('Events'), run.eventsDone],
        [t('Wallets'), run.wallets],
        [t('Entries'), run.entries],
        [t('Checkpoints'), run.checkpoints],
      ] as const
    ).map(([name, count]) => (
      <div key={name} className="bg-surface px-3 py-2">
        <dt className="text-small text-muted">{name}</dt>
        <dd className="text-figure font-strong figures">{count === null ? '–' : formatNumber(count)}</dd>
      </div>
    ))}
    {run.uncovered !== null && run.uncovered > 0 && (
      <div className="col-span-full bg-surface px-3 py-2 text-small text-muted figures">
        {t('{uncovered, plural, one {# event is} other {# events are}} newer than the last signed checkpoint.', {
          uncovered: run.uncovered,
        })}
      </div>
    )}
  </dl>
);

const badges: Record<VerificationView['state'], { readonly text: Message; readonly tone: BadgeTone }> = {
  waiting: { text: msg('Waiting'), tone: 'neutral' },
  running: { text: msg('Running'), tone: 'neutral' },
  passed: { text: msg('Passed'), tone: 'won' },
  failed: { text: msg('Failed'), tone: 'lost' },
  broken: { text: msg('Not done'), tone: 'gold' },
};

/** The earlier verifications, one line each. */
export function EarlierRuns({ runs }: { readonly runs: readonly VerificationView[] }) {
  if (runs.length === 0) return null;
  return (
    <Card aria-label={t('Earlier verifications')} className="grid gap-2">
      <h2 className="font-strong text-muted">{t('Earlier')}</h2>
      <ul className="divide-y divide-line text-small">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 figures">
            <span>{wholeSeconds(run.finishedAt ?? run.requestedAt)}</span>
            <span className="text-muted">
              {t('{events, plural, one {# event} other {# events}}', { events: run.eventsDone })}
            </span>
            <Badge tone={badges[run.state].tone}>
              {t(badges[run.state].text)}
              {run.found > 0 &&
                `: ${t('{findings, plural, one {# finding} other {# findings}}', { findings: run.found })}`}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
