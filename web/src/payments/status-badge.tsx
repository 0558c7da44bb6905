import type { TransactionView } from '@touchline/core/contract';
import { ArrowDownToLine, ArrowUpFromLine, Ban, CircleCheck, CircleX, Clock, LogIn, Undo2 } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { statusText, statusTone } from './transaction-texts.ts';

const statusIcons = {
  initiated: LogIn,
  pending: Clock,
  completed: CircleCheck,
  failed: CircleX,
  canceled: Ban,
} as const;

/** How far a transaction is: a word, a sign and a colour. A status that is new here waits. */
export function StatusBadge({ status }: { readonly status: TransactionView['status'] }) {
  const Icon = statusIcons[status] ?? Clock;
  return (
    <Badge tone={statusTone(status)}>
      <Icon aria-hidden="true" className="size-3.5" />
      {statusText(status)}
    </Badge>
  );
}

const typeIcons = { deposit: ArrowDownToLine, withdrawal: ArrowUpFromLine, refund: Undo2 } as const;

/** Which way the money went. Decoration: the word stands beside it. */
export function TypeIcon({ type, className }: { readonly type: TransactionView['type']; readonly className?: string }) {
  const Icon = typeIcons[type];
  return (
    <span
      className={classes(
        'inline-flex size-10 shrink-0 items-center justify-center rounded-round',
        type === 'deposit' ? 'bg-pitch-soft text-pitch' : 'bg-raised text-ink',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}
