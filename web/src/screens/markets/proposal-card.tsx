import type { OperatedMatchDetail, ProposalView } from '@touchline/core/contract';
import { useState } from 'react';
import { confirmProposal, rejectProposal } from '../../api/markets.ts';
import { useSave } from '../../api/use-save.ts';
import { localText } from '../../ledger/moments.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { type Asking, unknownEnd } from './asking-dialog.tsx';
import { DryRun } from './decision-dialog.tsx';
import { decisionText, limitText, windowText } from './decision-words.ts';

type Props = {
  readonly proposal: ProposalView;
  readonly onAsk: (asking: Asking) => void;
  /** It was decided, here or by somebody else. */
  readonly onChanged: () => void;
};

/** A decision that one admin proposed and another has to confirm. */
export function ProposalCard({ proposal, onAsk, onChanged }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { decision, reason, dryRun, proposedBy, proposedAt, isMine } = proposal;
  return (
    <Card aria-label="Proposed decision" className="grid gap-3 border-gold/60!">
      <h2 className="text-figure font-strong figures">Proposed: {decisionText(decision)}</h2>
      <Windows decision={decision} />
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-small text-muted figures">
        {isMine ? 'You' : proposedBy.name} · <time dateTime={proposedAt}>{localText(proposedAt)}</time>
      </p>
      <DryRun run={dryRun} limit={limitText(dryRun, 'The proposer had')} />
      {isMine && <p className="text-muted">You proposed it yourself, so another admin has to confirm it.</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="danger" onClick={() => onAsk(rejectionOf(proposal))}>
          {isMine ? 'Withdraw' : 'Reject'}
        </Button>
        {!isMine && <Button onClick={() => setIsAsking(true)}>Confirm</Button>}
      </div>
      {isAsking && (
        <Confirming
          proposal={proposal}
          onLeave={() => {
            setIsAsking(false);
            onChanged();
          }}
        />
      )}
    </Card>
  );
}

/** Which bets are void by it. */
const Windows = ({ decision }: Pick<ProposalView, 'decision'>) =>
  decision.voidBets.length === 0 ? null : (
    <ul aria-label="Void bets" className="grid gap-1 text-small figures">
      {decision.voidBets.map((window) => (
        <li key={windowText(window)}>Void: {windowText(window)}</li>
      ))}
    </ul>
  );

const rejectionOf = ({ id, isMine, decision }: ProposalView): Asking => ({
  title: isMine ? 'Withdraw your proposal?' : 'Reject this proposal?',
  text: `${decisionText(decision)}. The match stays as it is, and something else can be entered.`,
  button: isMine ? 'Withdraw' : 'Reject',
  look: 'danger',
  said: isMine ? 'The proposal is withdrawn' : 'The proposal is rejected',
  save: (reason) => rejectProposal(id, reason),
});

function Confirming({ proposal, onLeave }: { readonly proposal: ProposalView; readonly onLeave: () => void }) {
  const saving = useSave<string, OperatedMatchDetail>({
    save: confirmProposal,
    fallback: unknownEnd,
    onSaved: () => {
      toastSuccess('It is confirmed', toastMs.usual);
      onLeave();
    },
  });
  const isBusy = saving.state === 'saving';
  return (
    <ConfirmDialog title="Confirm this?" onLeave={onLeave}>
      <div className="grid gap-4">
        {saving.state === 'refused' && <Banner tone="error">{saving.message}</Banner>}
        <p className="font-strong figures">{decisionText(proposal.decision)}</p>
        <Windows decision={proposal.decision} />
        <p className="text-muted">The bets are settled at once.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="bare" disabled={isBusy} onClick={onLeave}>
            Cancel
          </Button>
          <Button isBusy={isBusy} onClick={() => saving.submit(proposal.id)}>
            Confirm
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
