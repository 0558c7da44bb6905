import { type PayoutDetailsView, transactionEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
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
        {isOpen ? t('Hide bank details') : t('Show bank details')}
      </Button>
      {isOpen ? (
        <Shown id={id} />
      ) : (
        <p className="text-small text-muted">{t('Opening them is recorded in the audit log.')}</p>
      )}
    </div>
  );
}

function Shown({ id }: { readonly id: string }) {
  const [snapshot, send] = useLoad<PayoutDetailsView>(
    () => call(transactionEndpoints.payoutDetails, { params: { id } }),
    t('The bank details could not be loaded.'),
  );
  const { value, error } = snapshot.context;
  if (value) {
    return (
      <FactsList className="w-full rounded-small border border-line bg-surface p-3">
        {details.map(([field, name, what]) => {
          const text = value[field];
          return text === undefined ? null : (
            <Fact key={field} name={t(name)}>
              <span className="inline-flex items-center gap-1">
                <span className="wrap-anywhere select-all">{text}</span>
                <CopyButton value={text} what={t(what)} />
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
        {t('Try Again')}
      </Button>
    </p>
  );
}

const details = [
  ['accountHolder', msg('Account holder'), msg('the account holder')],
  ['iban', msg('IBAN'), msg('the iban')],
  ['bic', msg('BIC'), msg('the bic')],
  ['bankName', msg('Bank name'), msg('the bank name')],
  ['description', msg('Description'), msg('the description')],
  ['paypalEmail', msg('PayPal email'), msg('the paypal email')],
  ['cryptoAddress', msg('Crypto address'), msg('the crypto address')],
] as const;
