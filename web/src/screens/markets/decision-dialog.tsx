import { isReason, marketReasonLength } from '@touchline/core/account';
import type { DryRunView, OperatedMatchDetail } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { enterResult, tryResult } from '../../api/markets.ts';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type DecisionForm, decisionOf } from './decision-form.ts';
import { decisionMachine } from './decision-machine.ts';
import { type DialogWords, dialogWords, dryRunSentences, limitText, typedText } from './decision-words.ts';
import { ResultFields } from './result-fields.tsx';
import { LiftedWindow, WindowFields } from './window-fields.tsx';

type Props = {
  readonly match: OperatedMatchDetail;
  /** What is to be filled in. */
  readonly form: DecisionForm;
  /** `isChanged`: something was entered or proposed meanwhile. */
  readonly onLeave: (isChanged: 'changed' | 'unchanged') => void;
};

/** Enters, corrects or voids a result, or voids bets of a time: what it would do comes first, then the reason. */
export function DecisionDialog({ match, form: begun, onLeave }: Props) {
  const [machine] = useState(() =>
    decisionMachine.provide({
      actors: {
        check: fromPromise(({ input }) => tryResult(match.matchId, input)),
        enter: fromPromise(({ input }) => enterResult(match.matchId, input)),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: begun });
  const { form, reason, run, message } = snapshot.context;
  const isEnded = snapshot.matches('done') || snapshot.matches('proposed');
  const isBusy = snapshot.matches('checking') || snapshot.matches('entering');
  const leave = () => {
    if (!isBusy) onLeave(isEnded || message !== '' ? 'changed' : 'unchanged');
  };
  const words = dialogWords(form, match);
  if (isEnded) return <Ended words={words} needsOther={snapshot.matches('proposed')} run={run} onLeave={leave} />;
  const isWeighing = snapshot.matches('weighing') || snapshot.matches('entering');
  return (
    <ConfirmDialog title={words.title} onLeave={leave}>
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
            <DryRun run={run} limit={limitText(run, 'You have')} />
            <ReasonField
              words={reason}
              isBusy={isBusy}
              need="needed"
              note={words.reasonNote}
              length={marketReasonLength}
              onWords={(text) => send({ type: 'reason typed', reason: text })}
            />
          </>
        ) : (
          <Fields
            form={form}
            match={match}
            isBusy={isBusy}
            onType={(typed) => send({ type: 'form typed', form: typed })}
          />
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
            <Button type="submit" look="danger" isBusy={isBusy} disabled={!isReason(reason, marketReasonLength)}>
              {run?.needsSecondAdmin ? words.propose : words.enter}
            </Button>
          ) : (
            <Button type="submit" isBusy={isBusy} disabled={decisionOf(form) === undefined}>
              Check what it does
            </Button>
          )}
        </div>
      </form>
    </ConfirmDialog>
  );
}

type FieldsProps = {
  readonly form: DecisionForm;
  readonly match: OperatedMatchDetail;
  readonly isBusy: boolean;
  readonly onType: (form: DecisionForm) => void;
};

function Fields({ form, match, isBusy, onType }: FieldsProps) {
  switch (form.kind) {
    case 'window':
      return <WindowFields form={form} match={match} isBusy={isBusy} onType={onType} />;
    case 'lift':
      return <LiftedWindow form={form} />;
    default:
      return <ResultFields form={form} match={match} isBusy={isBusy} onType={onType} />;
  }
}

type DryRunProps = { readonly run: DryRunView; readonly limit: string | undefined };

/** What a decision would do to the bets, and how much of the daily limit is used. */
export const DryRun = ({ run, limit }: DryRunProps) => (
  <div className="grid gap-3">
    <ul className="grid gap-1 rounded-small bg-raised p-3 figures">
      {dryRunSentences(run).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    {run.needsSecondAdmin ? (
      <Banner tone="warning">{limit ? `${limit} ` : ''}A second admin must confirm.</Banner>
    ) : (
      limit && <p className="text-small text-muted figures">{limit}</p>
    )}
  </div>
);

type EndedProps = {
  readonly words: DialogWords;
  readonly needsOther: boolean;
  readonly run: DryRunView | undefined;
  readonly onLeave: () => void;
};

const Ended = ({ words, needsOther, run, onLeave }: EndedProps) => (
  <ConfirmDialog title={needsOther ? 'Waits for a second admin' : words.done} onLeave={onLeave}>
    <div className="grid gap-4">
      <p>
        {needsOther
          ? 'Nothing was changed yet. Another admin has to confirm it on this page; you cannot confirm it yourself.'
          : words.doneText}
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
