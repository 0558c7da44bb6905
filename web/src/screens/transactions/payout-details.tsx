import { type PayoutDetailsView, transactionEndpoints } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The full payout details. They load on request, which the server records, and are dropped when closed. */
export function PayoutDetails({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const Icon = isOpen ? EyeOff : Eye;
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon aria-hidden="true" className="size-4" />
        {isOpen ? 'Hide bank details' : 'Show bank details'}
      </Button>
      {isOpen ? <Shown id={id} /> : <p className="text-small text-muted">Opening them is recorded in the audit log.</p>}
    </div>
  );
}

function Shown({ id }: { readonly id: string }) {
  const [machine] = useState(() =>
    loadMachine<PayoutDetailsView>(
      () => call(transactionEndpoints.payoutDetails, { params: { id } }),
      'The bank details could not be loaded.',
    ),
  );
  const [snapshot, send] = useMachine(machine);
  const { value, error } = snapshot.context;
  if (value) {
    return (
      <FactsList className="w-full rounded-small border border-line bg-surface p-3">
        {names.map(([field, name]) => {
          const text = value[field];
          return text === undefined ? null : (
            <Fact key={field} name={name}>
              <span className="inline-flex items-center gap-1">
                <span className="wrap-anywhere select-all">{text}</span>
                <CopyButton value={text} what={`the ${name.toLowerCase()}`} />
              </span>
            </Fact>
          );
        })}
      </FactsList>
    );
  }
  if (!error) return <Skeleton className="h-24 w-full" />;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-live">
      {error}
      <Button look="quiet" onClick={() => send({ type: 'refresh' })}>
        Try Again
      </Button>
    </p>
  );
}

const names = [
  ['accountHolder', 'Account holder'],
  ['iban', 'IBAN'],
  ['bic', 'BIC'],
  ['bankName', 'Bank name'],
  ['description', 'Description'],
  ['paypalEmail', 'PayPal email'],
  ['cryptoAddress', 'Crypto address'],
] as const satisfies readonly (readonly [keyof PayoutDetailsView, string])[];
