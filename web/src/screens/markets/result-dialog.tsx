import type { DryRunView, MatchDecisionRequest, OperatedMatchDetail } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { enterResult, tryResult } from '../../api/markets.ts';
import { LabelledSelect } from '../../ledger/labelled-select.tsx';
import { ConfirmDialog } from '../../payments/confirm-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { dryRunSentences } from './market-words.ts';
import { ReasonField } from './reason-dialog.tsx';
import { isReason, type ResultForm, resultOf } from './result-form.ts';
import { resultMachine } from './result-machine.ts';

type Props = {
  readonly match: OperatedMatchDetail;
  /** `isChanged`: something was entered or proposed meanwhile. */
  readonly onLeave: (isChanged: 'changed' | 'unchanged') => void;
};

/** Enters, corrects or voids a result: what it would do comes first, then the reason. */
export function ResultDialog({ match, onLeave }: Props) {
  const [machine] = useState(() =>
    resultMachine.provide({
      actors: {
        check: fromPromise(({ input }) => tryResult(match.matchId, input)),
        enter: fromPromise(({ input }) => enterResult(match.matchId, input)),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { form, reason, run, message } = snapshot.context;
  const isEnded = snapshot.matches('done') || snapshot.matches('proposed');
  const isBusy = snapshot.matches('checking') || snapshot.matches('entering');
  const leave = () => {
    if (!isBusy) onLeave(isEnded || message !== '' ? 'changed' : 'unchanged');
  };
  if (isEnded) return <Ended needsOther={snapshot.matches('proposed')} run={run} onLeave={leave} />;
  const isWeighing = snapshot.matches('weighing') || snapshot.matches('entering');
  const title = match.status === 'open' ? 'Enter a result' : 'Correct the result';
  return (
    <ConfirmDialog title={title} onLeave={leave}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: isWeighing ? 'confirmed' : 'check pressed' });
        }}
      >
        {message && <Banner tone="error">{message}</Banner>}
        <p className="text-muted">
          {match.homeTeam} – {match.awayTeam}
        </p>
        {isWeighing && run ? (
          <>
            <p className="text-figure font-strong">{typedText(form)}</p>
            <DryRun run={run} />
            <ReasonField
              reason={reason}
              isBusy={isBusy}
              onReason={(text) => send({ type: 'reason typed', reason: text })}
            />
          </>
        ) : (
          <Form form={form} match={match} isBusy={isBusy} onType={(change) => send({ type: 'form typed', change })} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {isWeighing ? (
            <Button look="bare" disabled={isBusy} onClick={() => send({ type: 'back pressed' })}>
              Back
            </Button>
          ) : (
            <Button look="bare" disabled={isBusy} onClick={leave}>
              Cancel
            </Button>
          )}
          {isWeighing ? (
            <Button type="submit" look="danger" isBusy={isBusy} disabled={!isReason(reason)}>
              {run?.needsSecondAdmin
                ? 'Propose this result'
                : title === 'Enter a result'
                  ? 'Enter result'
                  : 'Correct result'}
            </Button>
          ) : (
            <Button type="submit" isBusy={isBusy} disabled={resultOf(form) === undefined}>
              Check what it does
            </Button>
          )}
        </div>
      </form>
    </ConfirmDialog>
  );
}

/** What a result would do to the bets, in sentences. */
export const DryRun = ({ run }: { readonly run: DryRunView }) => (
  <div className="grid gap-3">
    <ul className="grid gap-1 rounded-small bg-raised p-3 figures">
      {dryRunSentences(run).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    {run.needsSecondAdmin && (
      <Banner tone="warning">It moves more money than one admin may: a second admin has to confirm it.</Banner>
    )}
  </div>
);

type EndedProps = { readonly needsOther: boolean; readonly run: DryRunView | undefined; readonly onLeave: () => void };

const Ended = ({ needsOther, run, onLeave }: EndedProps) => (
  <ConfirmDialog title={needsOther ? 'Waits for a second admin' : 'Result entered'} onLeave={onLeave}>
    <div className="grid gap-4">
      <p>
        {needsOther
          ? 'Nothing was changed yet. Another admin has to confirm it on this page; you cannot confirm it yourself.'
          : 'The bets are being settled now. It takes a few seconds.'}
      </p>
      {run && (
        <ul className="grid gap-1 text-small text-muted figures">
          {dryRunSentences(run).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button onClick={onLeave}>Close</Button>
      </div>
    </div>
  </ConfirmDialog>
);

const kinds: readonly { readonly value: MatchDecisionRequest['kind']; readonly label: string }[] = [
  { value: 'score', label: 'Played: final score' },
  { value: 'abandoned', label: 'Abandoned' },
  { value: 'void', label: 'Void' },
];
const kindHints: Record<MatchDecisionRequest['kind'], string> = {
  score: 'The score after 90 minutes and stoppage time, without extra time and penalties.',
  abandoned: 'The score when it stopped. Only what its goals had decided stands; all else is void.',
  void: 'Not played as announced, a walkover or awarded. All stakes on it go back.',
};

type FormProps = {
  readonly form: ResultForm;
  readonly match: OperatedMatchDetail;
  readonly isBusy: boolean;
  readonly onType: (change: Partial<ResultForm>) => void;
};

const Form = ({ form, match, isBusy, onType }: FormProps) => (
  <fieldset disabled={isBusy} className="grid gap-3">
    <legend className="sr-only">How it ended</legend>
    <LabelledSelect
      label="How it ended"
      value={form.kind}
      options={kinds}
      onPick={(value) => onType({ kind: kinds.find((kind) => kind.value === value)?.value ?? 'score' })}
    />
    <p className="text-small text-muted">{kindHints[form.kind]}</p>
    {form.kind !== 'void' && (
      <div className="grid grid-cols-2 gap-3">
        <Goals label={`Goals of ${match.homeTeam}`} value={form.home} onType={(home) => onType({ home })} />
        <Goals label={`Goals of ${match.awayTeam}`} value={form.away} onType={(away) => onType({ away })} />
      </div>
    )}
    {form.kind === 'score' && (
      <Goals label="Minutes played (empty: all)" value={form.minutes} onType={(minutes) => onType({ minutes })} />
    )}
  </fieldset>
);

type GoalsProps = { readonly label: string; readonly value: string; readonly onType: (text: string) => void };
const Goals = ({ label, value, onType }: GoalsProps) => (
  <Field
    label={label}
    className="min-w-0 content-between"
    inputMode="numeric"
    maxLength={2}
    autoComplete="off"
    value={value}
    onChange={(event) => onType(event.target.value)}
  />
);

function typedText({ kind, home, away, minutes }: ResultForm): string {
  if (kind === 'void') return 'Void';
  const score = `${home.trim()}–${away.trim()}`;
  if (kind === 'abandoned') return `Abandoned at ${score}`;
  return minutes.trim() === '' ? `Final score ${score}` : `${score} after ${minutes.trim()} minutes`;
}
