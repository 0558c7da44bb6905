import { isReason, marketReasonLength } from '@touchline/core/account';
import type { DryRunView, OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog, DialogButtons, DialogNotice } from '../../ui/confirm-dialog.tsx';
import { type DecisionForm, parseDecision, problemIn } from './decision-form.ts';
import { decisionMachine } from './decision-machine.ts';
import { type DialogText, dialogText, dryRunSentences, formText, limitText } from './decision-text.ts';
import { ResultFields } from './result-fields.tsx';
import { LiftedWindow, WindowFields } from './window-fields.tsx';

type Props = {
  readonly match: OperatedMatchDetail;
  /** The form at the start. */
  readonly form: DecisionForm;
  /** `changed` when the match may have changed in the meantime. */
  readonly onLeave: (outcome: 'changed' | 'unchanged') => void;
};

/** Enters, corrects or voids a result, or voids the bets of a period: first the preview, then the reason. */
export function DecisionDialog({ match, form: initialForm, onLeave }: Props) {
  const [snapshot, send] = useMachine(decisionMachine, { input: { matchId: match.matchId, form: initialForm } });
  const { form, reason, run, message } = snapshot.context;
  const isEnded = snapshot.matches('done') || snapshot.matches('proposed');
  const isBusy = snapshot.matches('checking') || snapshot.matches('submitting');
  const leave = () => onLeave(isEnded || message !== '' ? 'changed' : 'unchanged');
  const text = dialogText(form, match);
  if (isEnded) return <Ended text={text} needsSecondAdmin={snapshot.matches('proposed')} run={run} onLeave={leave} />;
  if (snapshot.matches('overtaken')) return <Overtaken message={message} onLeave={leave} />;
  const isReviewing = snapshot.matches('reviewing') || snapshot.matches('submitting');
  const problem = problemIn(form);
  return (
    <ConfirmDialog title={text.title} isBusy={isBusy} onLeave={leave}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: isReviewing ? 'submit' : 'preview' });
        }}
      >
        {message && <Banner tone="error">{message}</Banner>}
        <p className="text-muted">
          {match.homeTeam} – {match.awayTeam}
        </p>
        {isReviewing && run ? (
          <>
            <p className="text-figure font-strong">{formText(form)}</p>
            <DryRun run={run} limit={limitText(run, 'you')} />
            <ReasonField
              value={reason}
              isBusy={isBusy}
              need="needed"
              note={text.reasonNote}
              length={marketReasonLength}
              onChange={(typed) => send({ type: 'reason changed', reason: typed })}
            />
          </>
        ) : (
          <Fields
            form={form}
            match={match}
            isBusy={isBusy}
            onType={(changed) => send({ type: 'form changed', form: changed })}
          />
        )}
        {!isReviewing && problem && (
          <p role="alert" className="text-small text-live">
            {t(problem)}
          </p>
        )}
        {isReviewing ? (
          <DialogButtons
            button={run?.needsSecondAdmin ? text.propose : text.enter}
            look="danger"
            isBusy={isBusy}
            isDisabled={!isReason(reason, marketReasonLength)}
            leave={t('Back')}
            onLeave={() => send({ type: 'back' })}
          />
        ) : (
          <DialogButtons
            button={t('Preview changes')}
            isBusy={isBusy}
            isDisabled={parseDecision(form) === undefined}
            onLeave={leave}
          />
        )}
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

/** The effect of a decision on the bets, and how much of the daily limit is used. */
export const DryRun = ({ run, limit }: DryRunProps) => (
  <div className="grid gap-3">
    <ul className="grid gap-1 rounded-small bg-raised p-3 figures">
      {dryRunSentences(run).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    {run.needsSecondAdmin ? (
      <Banner tone="warning">
        {limit ? `${limit} ` : ''}
        {t('A second admin must confirm.')}
      </Banner>
    ) : (
      limit && <p className="text-small text-muted figures">{limit}</p>
    )}
  </div>
);

const Overtaken = ({ message, onLeave }: { readonly message: string; readonly onLeave: () => void }) => (
  <ConfirmDialog title={t('Already decided')} onLeave={onLeave}>
    <DialogNotice onLeave={onLeave}>
      {message} {t('Nothing was changed from here.')}
    </DialogNotice>
  </ConfirmDialog>
);

type EndedProps = {
  readonly text: DialogText;
  readonly needsSecondAdmin: boolean;
  readonly run: DryRunView | undefined;
  readonly onLeave: () => void;
};

const Ended = ({ text, needsSecondAdmin, run, onLeave }: EndedProps) => (
  <ConfirmDialog title={needsSecondAdmin ? t('Awaiting a second admin') : text.done} onLeave={onLeave}>
    <DialogNotice onLeave={onLeave}>
      <p>
        {needsSecondAdmin
          ? t('Nothing has changed yet. Another admin must confirm the decision on this page.')
          : text.doneText}
      </p>
      {run && (
        <ul className="mt-4 grid gap-1 text-small text-muted figures">
          {dryRunSentences(run).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </DialogNotice>
  </ConfirmDialog>
);
