import type { AdminTransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { hasFailedRefund, hasFailedReturn, needsManualDecision, storedText } from '@touchline/core/payments';
import { Check, CircleUserRound, FileCheck, Landmark, ShieldOff, Undo2, X } from 'lucide-react';
import { rich } from '../../language/rich.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { localText } from '../../ledger/moments.ts';
import { useCountdown } from '../../matches/use-moment.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Returns } from '../../payments/returns.tsx';
import { factText, metadataTitle, methodTitle } from '../../payments/transaction-texts.ts';
import { useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { durationText } from '../../ui/moment-text.ts';
import { dollarsText } from '../../ui/money.tsx';
import type { Decision } from './decision-machine.ts';
import { PayoutDetails } from './payout-details.tsx';
import { Flags } from './withdrawal-form.tsx';

export type OnDecide = (decision: Decision, transaction: AdminTransactionView) => void;
type Props = { readonly transaction: AdminTransactionView; readonly onDecide: OnDecide };

/** The details of a transaction and its possible decisions. */
export function TransactionDetail({ transaction, onDecide }: Props) {
  const { _id, type, status, flags, metadata = {}, returns = [] } = transaction;
  const { user } = useSession();
  const untilPayable = useCountdown(status === 'pending' ? transaction.payableFrom : undefined);
  const isApprovedByViewer = transaction.firstApproval !== undefined && transaction.firstApproval.byId === user?.id;
  return (
    <div className="grid gap-4">
      <Flags flags={flags} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FactsList>
          <Known transaction={transaction} />
        </FactsList>
        <FactsList>
          <Fact name={t('Transaction ID')}>
            <Copied value={_id} what={t('the transaction ID')} />
          </Fact>
          <Fact name={t('User ID')}>
            <Copied value={transaction.user.id} what={t('the user ID')} />
          </Fact>
          {Object.entries(metadata).map(([key, value]) => (
            <Fact key={key} name={metadataTitle(key)}>
              {factText(key, value)}
            </Fact>
          ))}
          <Returns returns={returns} />
        </FactsList>
      </div>
      {type === 'withdrawal' && <PayoutDetails id={_id} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/players/${transaction.user.id}`} look="quiet">
          <CircleUserRound aria-hidden="true" className="size-4" />
          {t('Open the player')}
        </ButtonLink>
        <ButtonLink href={`/players/${transaction.user.id}?act=exclude`} look="quiet">
          <ShieldOff aria-hidden="true" className="size-4" />
          {t('Exclude the player…')}
        </ButtonLink>
      </div>
      {type === 'withdrawal' && status === 'pending' && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          <ApprovalNotes
            transaction={transaction}
            untilPayable={untilPayable}
            isApprovedByViewer={isApprovedByViewer}
          />
          <Button look="danger" className="max-sm:flex-1" onClick={() => onDecide('cancel', transaction)}>
            <X aria-hidden="true" className="size-4" />
            {t('Reject')}
          </Button>
          {!isApprovedByViewer && (
            <Button
              className="max-sm:flex-1"
              disabled={untilPayable > 0}
              onClick={() => onDecide('process', transaction)}
            >
              <Check aria-hidden="true" className="size-4" />
              {t('Approve')}
            </Button>
          )}
        </div>
      )}
      {hasFailedReturn(transaction) && <FailedReturn transaction={transaction} onDecide={onDecide} />}
      {transaction.proposal && <Proposal proposal={transaction.proposal} />}
      {needsManualDecision(transaction) && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button look="danger" className="max-sm:flex-1" onClick={() => onDecide('returned', transaction)}>
            <Undo2 aria-hidden="true" className="size-4" />
            {t('Refund…')}
          </Button>
          <Button className="max-sm:flex-1" onClick={() => onDecide('credit', transaction)}>
            <Check aria-hidden="true" className="size-4" />
            {t('Credit…')}
          </Button>
        </div>
      )}
      {transaction.refundProposal && <RefundProposal proposal={transaction.refundProposal} />}
      {hasFailedRefund(transaction) && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button look="quiet" className="max-sm:flex-1" onClick={() => onDecide('record-refund', transaction)}>
            <FileCheck aria-hidden="true" className="size-4" />
            {t('Record as paid…')}
          </Button>
          <Button className="max-sm:flex-1" onClick={() => onDecide('returned', transaction)}>
            <Undo2 aria-hidden="true" className="size-4" />
            {t('Refund again…')}
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
        {rich(
          '<b>{amount}</b> could not be returned to the bettor’s deposits. Retry the return, or pay it in another way.',
          { amount: dollarsText(owed), b: (text) => <strong>{text}</strong> },
        )}
      </p>
      {returnProposal && (
        <Banner tone="warning">
          {returnProposalText(returnProposal, payoutTo ?? '')} {t('Another admin must approve the same.')}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" className="max-sm:w-full" onClick={() => onDecide('record-return', transaction)}>
          <FileCheck aria-hidden="true" className="size-4" />
          {t('Record as paid…')}
        </Button>
        {payoutTo !== 'not given' && (
          <Button look="quiet" className="max-sm:w-full" onClick={() => onDecide('pay-return', transaction)}>
            <Landmark aria-hidden="true" className="size-4" />
            {t('Pay to account…')}
          </Button>
        )}
        <Button className="max-sm:w-full" onClick={() => onDecide('retry-return', transaction)}>
          <Undo2 aria-hidden="true" className="size-4" />
          {t('Retry return…')}
        </Button>
      </div>
    </div>
  );
}

function returnProposalText(
  { by, amount, how, reference }: NonNullable<AdminTransactionView['returnProposal']>,
  payoutTo: string,
): string {
  const values = { by, amount: dollarsText(amount), reference: reference ? ` (${reference})` : '' };
  return how === 'destination'
    ? t('{by} approved to pay {amount} to {payoutTo}{reference}.', { ...values, payoutTo })
    : t('{by} approved to record {amount} as paid in another way{reference}.', values);
}

type Proposed = NonNullable<AdminTransactionView['proposal']>;

/** A decision above the amount that an admin may decide alone. */
const Proposal = ({ proposal: { how, amount, by, at } }: { readonly proposal: Proposed }) => (
  <Banner tone="warning">
    {how === 'credit'
      ? rich('{by} proposed to credit {amount} (<time>{at}</time>).', {
          by,
          at: localText(at),
          amount: dollarsText(amount),
          time: (text) => <time dateTime={at}>{text}</time>,
        })
      : rich('{by} proposed to refund it (<time>{at}</time>).', {
          by,
          at: localText(at),
          time: (text) => <time dateTime={at}>{text}</time>,
        })}{' '}
    {t('Another admin must decide the same.')}
  </Banner>
);

/** The same, that a failed refund was paid back outside Touchline. */
const RefundProposal = ({
  proposal: { amount, reference, by },
}: {
  readonly proposal: NonNullable<AdminTransactionView['refundProposal']>;
}) => (
  <Banner tone="warning">
    {t('{by} approved to record {amount} as paid in another way{reference}.', {
      by,
      amount: dollarsText(amount),
      reference: ` (${reference})`,
    })}{' '}
    {t('Another admin must approve the same.')}
  </Banner>
);

type ApprovalProps = {
  readonly transaction: AdminTransactionView;
  readonly untilPayable: number;
  readonly isApprovedByViewer: boolean;
};

/** What a withdrawal is waiting for: a new destination's cool-down, or a second admin. */
function ApprovalNotes({ transaction: { firstApproval }, untilPayable, isApprovedByViewer }: ApprovalProps) {
  return (
    <div className="grid w-full gap-1 empty:hidden">
      {untilPayable > 0 && (
        <p>
          {rich('New destination. You can approve in <figures>{duration}</figures>.', {
            duration: durationText(untilPayable),
            figures: (text) => <span className="figures">{text}</span>,
          })}
        </p>
      )}
      {firstApproval && (
        <p>
          {isApprovedByViewer
            ? t('You approved this withdrawal. A second admin must approve it too.')
            : rich('Approved by <b>{by}</b>, needs a second admin.', {
                by: firstApproval.by,
                b: (text) => <strong>{text}</strong>,
              })}
        </p>
      )}
    </div>
  );
}

function Known({ transaction }: { readonly transaction: AdminTransactionView }) {
  const { paymentMethod, createdAt, updatedAt, reference, reason, metadata, payoutTo, decidedBy, decidedAt } =
    transaction;
  const { firstApproval, status } = transaction;
  // Withdrawals show it as part of their metadata.
  const isShownBelow = metadata !== undefined && Object.values(metadata).includes(payoutTo ?? '');
  return (
    <>
      <Fact name={t('Payment method')}>{methodTitle(paymentMethod)}</Fact>
      {payoutTo && !isShownBelow && <Fact name={t('Paid to')}>{payoutTo}</Fact>}
      <Fact name={t('Created')}>
        <time dateTime={createdAt}>{localText(createdAt)}</time>
      </Fact>
      <Fact name={t('Updated')}>
        <time dateTime={updatedAt}>{localText(updatedAt)}</time>
      </Fact>
      {reference && <Fact name={t('Reference')}>{reference}</Fact>}
      {reason && <Fact name={t('Reason')}>{storedText(reason)}</Fact>}
      {firstApproval && status !== 'pending' && (
        <Fact name={t('Approved first by')}>
          {firstApproval.by}, <time dateTime={firstApproval.at}>{localText(firstApproval.at)}</time>
        </Fact>
      )}
      {decidedBy && <Fact name={t('Decided by')}>{decidedBy}</Fact>}
      {decidedAt && (
        <Fact name={t('Decided')}>
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
