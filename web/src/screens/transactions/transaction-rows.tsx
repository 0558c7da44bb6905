import type { AdminTransactionView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { localText } from '../../ledger/moments.ts';
import { StatusBadge, TypeIcon } from '../../payments/status-badge.tsx';
import { methodTitle, shortTransactionId, typeText } from '../../payments/transaction-texts.ts';
import { classes } from '../../ui/classes.ts';
import { DetailsToggle, wholeRow } from '../../ui/details-toggle.tsx';
import { Money } from '../../ui/money.tsx';
import { useIsRoomy } from '../../ui/use-wide.ts';
import { waitsForDecision } from './decision-machine.ts';
import { type OnDecide, TransactionDetail } from './transaction-detail.tsx';
import { orderOf, sortOf, type TransactionFilter, type TransactionSort } from './transaction-filter.ts';

type Props = {
  readonly transactions: readonly AdminTransactionView[];
  readonly filter: TransactionFilter;
  readonly onSort: (sort: TransactionSort) => void;
  readonly onDecide: OnDecide;
};

/** A table on wide screens, else cards. Each row opens to its details. */
export function TransactionRows({ transactions, ...rest }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isRoomy = useIsRoomy();
  const toggle = (id: string) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  const rows = transactions.map((transaction) => ({
    transaction,
    isOpen: opened.has(transaction._id),
    onToggle: () => toggle(transaction._id),
  }));
  return isRoomy ? <Table rows={rows} {...rest} /> : <Cards rows={rows} onDecide={rest.onDecide} />;
}

type Row = {
  readonly transaction: AdminTransactionView;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};
type RowProps = Row & { readonly onDecide: OnDecide };

const columns = [
  { sort: 'type', title: msg('Type') },
  { sort: 'status', title: msg('Status') },
  { sort: 'user', title: msg('User') },
  { sort: 'method', title: msg('Method'), spare: true },
  { sort: 'amount', title: msg('Amount'), end: true },
  { sort: 'createdAt', title: msg('Created') },
  { sort: 'updatedAt', title: msg('Updated'), spare: true },
] as const satisfies readonly { sort: TransactionSort; title: Message; end?: true; spare?: true }[];
const spare = 'max-2xl:hidden';

type TableProps = Omit<Props, 'transactions'> & { readonly rows: readonly Row[] };

const Table = ({ rows, filter, onSort, onDecide }: TableProps) => (
  <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-card">
    <table className="w-full text-small">
      <caption className="sr-only">{t('Transactions')}</caption>
      <thead className="bg-raised text-muted">
        <tr>
          {columns.map((column) => (
            <Head key={column.sort} column={column} filter={filter} onSort={onSort} />
          ))}
          <th scope="col" className="w-11">
            <span className="sr-only">{t('Details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.transaction._id} {...row} onDecide={onDecide} />
        ))}
      </tbody>
    </table>
  </div>
);

type HeadProps = {
  readonly column: {
    readonly sort: TransactionSort;
    readonly title: Message;
    readonly end?: true;
    readonly spare?: true;
  };
  readonly filter: TransactionFilter;
  readonly onSort: (sort: TransactionSort) => void;
};

function Head({ column: { sort, title, end, spare: isSpare }, filter, onSort }: HeadProps) {
  const isSorted = sortOf(filter) === sort;
  const Arrow = orderOf(filter) === 'asc' ? ArrowUp : ArrowDown;
  const direction = orderOf(filter) === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={classes('p-0', end ? 'text-right' : 'text-left', isSpare && spare)}
    >
      <button
        type="button"
        onClick={() => onSort(sort)}
        className={classes(
          'inline-flex min-h-11 items-center gap-1 px-3 font-strong whitespace-nowrap hover:text-ink',
          end && 'flex-row-reverse',
          isSorted && 'text-ink',
        )}
      >
        {t(title)}
        <Arrow aria-hidden="true" className={classes('size-3.5', !isSorted && 'invisible')} />
      </button>
    </th>
  );
}

function TableRow({ transaction, isOpen, onToggle, onDecide }: RowProps) {
  const detail = useId();
  const { type, status, user, paymentMethod, amount, createdAt, updatedAt } = transaction;
  const cell = 'px-3 py-2.5 align-top';
  return (
    <Fragment>
      <tr className={classes('relative border-t border-line', isOpen ? 'bg-raised' : 'hover:bg-raised')}>
        <td className={cell}>
          <div className="flex items-center gap-3">
            <TypeIcon type={type} className="size-9!" />
            <div className="grid">
              <span className="font-strong">{typeText(type)}</span>
              <ShortId transaction={transaction} />
            </div>
          </div>
        </td>
        <td className={cell}>
          <div className="grid justify-items-start gap-1">
            <StatusBadge status={status} />
            <ApprovalCount transaction={transaction} />
            <FlagCount flags={transaction.flags} />
          </div>
        </td>
        <td className={classes(cell, 'max-w-60')}>
          <span className="block truncate font-strong">{user.name}</span>
          <span className="block truncate text-muted">{user.email}</span>
          <span title={user.id} className="block truncate font-mono text-muted">
            {shortTransactionId(user.id)}
          </span>
        </td>
        <td className={classes(cell, spare, 'whitespace-nowrap')}>{methodTitle(paymentMethod)}</td>
        <td className={classes(cell, 'text-right text-body font-strong whitespace-nowrap')}>
          <Money amount={amount} />
        </td>
        <td className={classes(cell, 'whitespace-nowrap text-muted figures max-lg:whitespace-normal')}>
          <time dateTime={createdAt}>{localText(createdAt)}</time>
        </td>
        <td className={classes(cell, spare, 'whitespace-nowrap text-muted figures')}>
          <time dateTime={updatedAt}>{localText(updatedAt)}</time>
        </td>
        <td className="py-1.5 pr-1">
          <Toggle transaction={transaction} isOpen={isOpen} detail={detail} onToggle={onToggle} />
        </td>
      </tr>
      {isOpen && (
        <tr id={detail} className="border-t border-line bg-ground">
          <td colSpan={columns.length + 1} className="p-4">
            <TransactionDetail transaction={transaction} onDecide={onDecide} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

const Cards = ({ rows, onDecide }: { readonly rows: readonly Row[]; readonly onDecide: OnDecide }) => (
  <ul aria-label={t('Transactions')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
    {rows.map((row) => (
      <TransactionCard key={row.transaction._id} {...row} onDecide={onDecide} />
    ))}
  </ul>
);

function TransactionCard({ transaction, isOpen, onToggle, onDecide }: RowProps) {
  const detail = useId();
  const { type, status, user, amount, createdAt } = transaction;
  return (
    <li className="rounded-card border border-line bg-surface shadow-card">
      <div className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 p-3">
        <TypeIcon type={type} />
        <div className="min-w-0">
          <p className="font-strong">{typeText(type)}</p>
          <p className="truncate text-small">{user.name}</p>
          <p className="truncate text-small text-muted">{user.email}</p>
          <p title={user.id} className="truncate font-mono text-small text-muted">
            {shortTransactionId(user.id)}
          </p>
        </div>
        <div className="grid justify-items-end gap-1">
          <Money amount={amount} className="text-figure font-strong" />
          <StatusBadge status={status} />
          <ApprovalCount transaction={transaction} />
        </div>
        <div className="col-span-3 -mr-2 -mb-2 flex items-center justify-between gap-2 text-small text-muted figures">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 whitespace-nowrap">
            <time dateTime={createdAt}>{localText(createdAt)}</time>
            <FlagCount flags={transaction.flags} />
            <ShortId transaction={transaction} />
          </div>
          <Toggle transaction={transaction} isOpen={isOpen} detail={detail} onToggle={onToggle} />
        </div>
      </div>
      {isOpen && (
        <div id={detail} className="border-t border-line p-3">
          <TransactionDetail transaction={transaction} onDecide={onDecide} />
        </div>
      )}
    </li>
  );
}

/** Stacked above the row's button, so that it can be pressed separately. */
const ShortId = ({ transaction: { _id } }: { readonly transaction: AdminTransactionView }) => (
  <span className="relative z-1 inline-flex items-center whitespace-nowrap text-muted">
    <span title={_id} className="font-mono">
      {shortTransactionId(_id)}
    </span>
    <CopyButton value={_id} what={t('the transaction ID')} />
  </span>
);

/** Says that a second admin must approve a withdrawal. */
const ApprovalCount = ({ transaction: { status, firstApproval } }: { readonly transaction: AdminTransactionView }) =>
  status === 'pending' && firstApproval ? <span className="text-small text-muted">{t('1 of 2 approvals')}</span> : null;

function FlagCount({ flags }: { readonly flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <span className="inline-flex items-center gap-1 text-small font-strong text-gold">
      <TriangleAlert aria-hidden="true" className="size-3.5" />
      {t('{count, plural, one {# flag} other {# flags}}', { count: flags.length })}
    </span>
  );
}

type ToggleProps = Row & { readonly detail: string };

const Toggle = ({ transaction, isOpen, detail, onToggle }: ToggleProps) => (
  <DetailsToggle
    id={toggleId(transaction._id)}
    of={`${typeText(transaction.type).toLowerCase()} ${shortTransactionId(transaction._id)}`}
    isOpen={isOpen}
    detail={detail}
    onToggle={onToggle}
    className={wholeRow}
  />
);

/** The id of the button that opens a row. */
export const toggleId = (transactionId: string): string => `transaction-row-${transactionId}`;

/** Returns the row to decide next: the nearest pending one below, else above. */
export function nextToDecide(
  rows: readonly AdminTransactionView[],
  decidedId: string | undefined,
): AdminTransactionView | undefined {
  const at = rows.findIndex(({ _id }) => _id === decidedId);
  return rows.slice(at + 1).find(waitsForDecision) ?? rows.slice(0, Math.max(at, 0)).findLast(waitsForDecision);
}
