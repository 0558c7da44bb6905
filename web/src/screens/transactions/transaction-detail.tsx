import type { AdminTransactionView } from '@touchline/core/contract';
import { hasFailedRefund, hasFailedReturn, needsManualDecision } from '@touchline/core/payments';
import { Check, CircleUserRound, FileCheck, Landmark, ShieldOff, Undo2, X } from 'lucide-react';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Returns } from '../../payments/returns.tsx';
import { methodTitle, titleOf } from '../../payments/transaction-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { durationText, useCountdown } from '../../ui/use-countdown.ts';
import { Flags } from './decision-dialog.tsx';
import type { Decision } from './decision-machine.ts';
import { PayoutDetails } from './payout-details.tsx';

export type OnDecide = (decision: Decision, transaction: AdminTransactionView) => void;
type Props = { readonly transaction: AdminTransactionView; readonly onDecide: OnDecide };

/** The details of a transaction and its possible decisions. */
export function TransactionDetail({ transaction, onDecide }: Props) {
  const { _id, type, status, flags, metadata = {}, returns = [] } = transaction;
  const untilPayable = useCountdown(status === 'pending' ? transaction.payableFrom : undefined);
  return (
    <div className="grid gap-4">
      <Flags flags={flags} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FactsList>
          <Known transaction={transaction} />
        </FactsList>
        <FactsList>
          <Fact name="Transaction ID">
            <Copied value={_id} what="the transaction ID" />
          </Fact>
          <Fact name="User ID">
            <Copied value={transaction.user.id} what="the user ID" />
          </Fact>
          {Object.entries(metadata).map(([key, value]) => (
            <Fact key={key} name={titleOf(key)}>
              {value}
            </Fact>
          ))}
          <Returns returns={returns} />
        </FactsList>
      </div>
      {type === 'withdrawal' && <PayoutDetails id={_id} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/players/${transaction.user.id}`} look="quiet">
          <CircleUserRound aria-hidden="true" className="size-4" />
          Open the player
        </ButtonLink>
        <ButtonLink href={`/players/${transaction.user.id}?act=exclude`} look="quiet">
          <ShieldOff aria-hidden="true" className="size-4" />
          Exclude the player…
        </ButtonLink>
      </div>
      {type === 'withdrawal' && status === 'pending' && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          <ApprovalNotes transaction={transaction} untilPayable={untilPayable} />
          <Button look="danger" className="max-sm:flex-1" onClick={() => onDecide('cancel', transaction)}>
            <X aria-hidden="true" className="size-4" />
            Reject
          </Button>
          <Button
            className="max-sm:flex-1"
            disabled={untilPayable > 0}
            onClick={() => onDecide('process', transaction)}
          >
            <Check aria-hidden="true" className="size-4" />
            Approve
          </Button>
        </div>
      )}
      {hasFailedReturn(transaction) && <FailedReturn transaction={transaction} onDecide={onDecide} />}
      {transaction.proposal && <Proposal proposal={transaction.proposal} />}
      {needsManualDecision(transaction) && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button look="danger" className="max-sm:flex-1" onClick={() => onDecide('returned', transaction)}>
            <Undo2 aria-hidden="true" className="size-4" />
            Refund…
          </Button>
          <Button className="max-sm:flex-1" onClick={() => onDecide('credit', transaction)}>
            <Check aria-hidden="true" className="size-4" />
            Credit…
          </Button>
        </div>
      )}
      {hasFailedRefund(transaction) && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button className="max-sm:flex-1" onClick={() => onDecide('returned', transaction)}>
            <Undo2 aria-hidden="true" className="size-4" />
            Refund again…
          </Button>
        </div>
      )}
    </div>
  );
}

/** A failed refund of a paid withdrawal: the amount owed and the actions. */
function FailedReturn({ transaction, onDecide }: Props) {
  const { owed = 0, payoutTo, returnProposal } = transaction;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p>
        <strong>{dollarsText(owed)}</strong> could not go back to the bettor’s deposits. Retry the return, or pay it in
        another way.
      </p>
      {returnProposal && (
        <Banner tone="warning">
          {returnProposal.by} approved to {returnProposal.how === 'destination' ? 'pay' : 'record'}{' '}
          {dollarsText(returnProposal.amount)}
          {returnProposal.how === 'destination' ? ` to ${payoutTo}` : ' as paid in another way'}
          {returnProposal.reference && ` (${returnProposal.reference})`}. Another admin must approve the same.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" className="max-sm:w-full" onClick={() => onDecide('record-return', transaction)}>
          <FileCheck aria-hidden="true" className="size-4" />
          Record as paid…
        </Button>
        {payoutTo !== 'not given' && (
          <Button look="quiet" className="max-sm:w-full" onClick={() => onDecide('pay-return', transaction)}>
            <Landmark aria-hidden="true" className="size-4" />
            Pay to account…
          </Button>
        )}
        <Button className="max-sm:w-full" onClick={() => onDecide('retry-return', transaction)}>
          <Undo2 aria-hidden="true" className="size-4" />
          Retry return…
        </Button>
      </div>
    </div>
  );
}

type Proposed = NonNullable<AdminTransactionView['proposal']>;

/** A decision above the amount that an admin may decide alone. */
const Proposal = ({ proposal: { how, amount, by, at } }: { readonly proposal: Proposed }) => (
  <Banner tone="warning">
    {by} proposed to {how === 'credit' ? `credit ${dollarsText(amount)}` : 'refund it'} (
    <time dateTime={at}>{localText(at)}</time>). Another admin must decide the same.
  </Banner>
);

type ApprovalProps = { readonly transaction: AdminTransactionView; readonly untilPayable: number };

/** What a withdrawal is waiting for: a new destination's cool-down, or a second admin. */
function ApprovalNotes({ transaction: { firstApproval }, untilPayable }: ApprovalProps) {
  return (
    <div className="grid w-full gap-1 empty:hidden">
      {untilPayable > 0 && (
        <p>
          New destination. You can approve in <span className="figures">{durationText(untilPayable)}</span>.
        </p>
      )}
      {firstApproval && (
        <p>
          Approved by <strong>{firstApproval.by}</strong>, needs a second admin.
        </p>
      )}
    </div>
  );
}

function Known({ transaction }: { readonly transaction: AdminTransactionView }) {
  const { paymentMethod, createdAt, updatedAt, reference, reason, metadata, payoutTo, decidedBy, decidedAt } =
    transaction;
  // Withdrawals show it as part of their metadata.
  const isShownBelow = metadata !== undefined && Object.values(metadata).includes(payoutTo ?? '');
  return (
    <>
      <Fact name="Payment method">{methodTitle(paymentMethod)}</Fact>
      {payoutTo && !isShownBelow && <Fact name="Paid to">{payoutTo}</Fact>}
      <Fact name="Created">
        <time dateTime={createdAt}>{localText(createdAt)}</time>
      </Fact>
      <Fact name="Updated">
        <time dateTime={updatedAt}>{localText(updatedAt)}</time>
      </Fact>
      {reference && <Fact name="Reference">{reference}</Fact>}
      {reason && <Fact name="Reason">{reason}</Fact>}
      {decidedBy && <Fact name="Decided by">{decidedBy}</Fact>}
      {decidedAt && (
        <Fact name="Decided">
          <time dateTime={decidedAt}>{localText(decidedAt)}</time>
        </Fact>
      )}
    </>
  );
}

const Copied = ({ value, what }: { readonly value: string; readonly what: string }) => (
  <span className="inline-flex items-center gap-1">
    <span className="font-mono wrap-anywhere">{value}</span>
    <CopyButton value={value} what={what} />
  </span>
);
