import { marketEndpoints, type OperatedMatchDetail, type ProposalView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { call, unlessRefused } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { localText } from '../../ledger/moments.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, DialogButtons, DialogNotice } from '../../ui/confirm-dialog.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import type { PendingAction } from './action-dialog.tsx';
import { DryRun } from './decision-dialog.tsx';
import { decisionText, limitText, ownBetText, unconfirmed, windowText } from './decision-text.ts';

type Props = {
  readonly proposal: ProposalView;
  readonly hasOwnBet: OperatedMatchDetail['hasOwnBet'];
  readonly onAction: (action: PendingAction) => void;
  readonly onConfirm: (proposal: ProposalView) => void;
};

/** A decision that one admin proposed and another must confirm. */
export function ProposalCard({ proposal, hasOwnBet, onAction, onConfirm }: Props) {
  const { decision, reason, dryRun, proposedBy, proposedAt, isMine } = proposal;
  return (
    <Card aria-label={t('Proposed decision')} className="grid gap-3 border-gold/60!">
      <h2 className="text-figure font-strong figures">
        {t('Proposed: {decision}', { decision: decisionText(decision) })}
      </h2>
      <Windows decision={decision} />
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-small text-muted figures">
        {isMine ? t('You') : proposedBy.name} · <time dateTime={proposedAt}>{localText(proposedAt)}</time>
      </p>
      <DryRun run={dryRun} limit={limitText(dryRun, 'proposer')} />
      {isMine && <p className="text-muted">{t('You proposed this, so another admin must confirm it.')}</p>}
      {!isMine && hasOwnBet && <p className="text-muted">{t(ownBetText)}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="danger" onClick={() => onAction(rejectionFor(proposal))}>
          {isMine ? t('Withdraw proposal') : t('Reject')}
        </Button>
        {!isMine && !hasOwnBet && <Button onClick={() => onConfirm(proposal)}>{t('Confirm')}</Button>}
      </div>
    </Card>
  );
}

/** The bets that a decision voids. */
const Windows = ({ decision }: Pick<ProposalView, 'decision'>) =>
  decision.voidBets.length === 0 ? null : (
    <ul aria-label={t('Void bets')} className="grid gap-1 text-small figures">
      {decision.voidBets.map((window) => (
        <li key={windowText(window)}>{t('Void: {window}', { window: windowText(window) })}</li>
      ))}
    </ul>
  );

const rejectionFor = ({ id, isMine, decision }: ProposalView): PendingAction => ({
  title: isMine ? t('Withdraw your proposal?') : t('Reject this proposal?'),
  text: t('{decision}. The match stays unchanged, and another decision can be entered.', {
    decision: decisionText(decision),
  }),
  button: isMine ? t('Withdraw proposal') : t('Reject'),
  look: 'danger',
  success: isMine ? t('Proposal withdrawn') : t('Proposal rejected'),
  save: (reason) => call(marketEndpoints.reject, { params: { id }, body: { reason } }),
});

type ConfirmProps = {
  readonly proposal: ProposalView;
  /** As it is now: another admin may have decided the proposal. */
  readonly match: Pick<OperatedMatchDetail, 'proposal' | 'lastProposal'>;
  readonly onLeave: () => void;
};

/** Asks an admin to confirm a proposal, or says who decided it first. */
export function ConfirmProposal({ proposal, match, onLeave }: ConfirmProps) {
  const saving = useSave<string, OperatedMatchDetail>({
    save: (id) => call(marketEndpoints.confirm, { params: { id } }),
    fallback: unlessRefused(t(unconfirmed)),
    onSaved: () => {
      toastSuccess(t('Decision confirmed'), toastMs.usual);
      onLeave();
    },
  });
  const isBusy = saving.state === 'saving';
  // Its own confirmation may be pushed before it is answered.
  if (!isBusy && saving.state !== 'saved' && match.proposal?.id !== proposal.id) {
    const last = match.lastProposal?.id === proposal.id ? match.lastProposal : undefined;
    return (
      <ConfirmDialog title={t('Already decided')} onLeave={onLeave}>
        <DialogNotice onLeave={onLeave}>
          {last ? t(endedTexts[last.outcome], { name: last.by.name }) : t(endedByOther)}
        </DialogNotice>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title={t('Confirm this decision?')} isBusy={isBusy} onLeave={onLeave}>
      <div className="grid gap-4">
        {saving.state === 'refused' && <Banner tone="error">{saving.message}</Banner>}
        <p className="font-strong figures">{decisionText(proposal.decision)}</p>
        <Windows decision={proposal.decision} />
        <DryRun run={proposal.dryRun} limit={limitText(proposal.dryRun, 'proposer')} />
        <p className="text-muted">{t('The bets are settled at once.')}</p>
        <DialogButtons
          button={t('Confirm')}
          isBusy={isBusy}
          onPress={() => saving.submit(proposal.id)}
          onLeave={onLeave}
        />
      </div>
    </ConfirmDialog>
  );
}

const endedTexts = {
  confirmed: msg('{name} confirmed it. The bets are being settled.'),
  rejected: msg('{name} rejected it. Nothing was settled.'),
  withdrawn: msg('{name} withdrew it. Nothing was settled.'),
  outdated: msg('{name} tried to confirm it, but the result had changed. Nothing was settled.'),
} as const satisfies Record<NonNullable<OperatedMatchDetail['lastProposal']>['outcome'], Message>;
const endedByOther = msg('Another admin decided this proposal.');
