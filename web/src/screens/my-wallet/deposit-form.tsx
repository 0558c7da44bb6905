import type {
  BonusView,
  DepositAnswer,
  DepositRequest,
  PaymentMethodsView,
  TransactionView,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { centsFromDollars, dollars, formatDollars } from '@touchline/core/money';
import { type DepositMethod, depositMethods, minDeposit } from '@touchline/core/payments';
import { useSelector } from '@xstate/react';
import { CreditCard, Gift, Landmark, Lock, Smartphone, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { useFormState } from 'react-final-form';
import { useSearch } from 'wouter';
import type { ApiFailure } from '../../api/client.ts';
import { type AttemptActor, unsureState } from '../../attempt/attempt-machine.ts';
import { EntryForm } from '../../forms/entry-form.tsx';
import { rich } from '../../language/rich.tsx';
import { AmountInput, amountChip } from '../../payments/amount-input.tsx';
import { Refusal, Unsure } from '../../payments/attempt-notices.tsx';
import { euroCharge, isEuroOnly } from '../../payments/charge.ts';
import { ChoiceTiles } from '../../payments/choice-tiles.tsx';
import { deleteStoredKey } from '../../payments/stored-key.ts';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { asTyped, centsFromText } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  bonusFor,
  type DepositValues,
  depositMethodOf,
  depositOf,
  depositProblems,
  emptyDeposit,
  minimumHint,
} from './deposit-values.ts';
import { OpenDeposits } from './open-deposits.tsx';

export type DepositActor = AttemptActor<DepositRequest, DepositAnswer>;
/** The server's payment methods; `failed` if they could not be loaded. */
export type Methods = PaymentMethodsView | 'loading' | 'failed';

type Props = {
  readonly actor: DepositActor;
  readonly methods: Methods;
  readonly onMethodsAgain: () => void;
  /** The bonus offer; undefined if this is not the first deposit. */
  readonly offer: BonusView['offer'] | undefined;
  /** The bettor's transactions. Unpaid deposits are shown when there are too many. */
  readonly transactions: readonly TransactionView[];
};

/** The deposit form: amount, method and exact charge. A success leads to the payment page. */
export function DepositForm({ actor, methods, onMethodsAgain, offer, transactions }: Props) {
  const snapshot = useSelector(actor, (now) => now);
  const search = useSearch();
  const { failure, message } = snapshot.context;
  const unsure = unsureState(snapshot);
  const isSubmitting = snapshot.matches('submitting') || snapshot.matches('unsure') || snapshot.matches('done');
  const dismiss = () => actor.send({ type: 'dismiss' });
  const [initial] = useState(() => ({ ...emptyDeposit, amount: amountIn(search) }));
  const minimum = typeof methods === 'string' ? dollars(minDeposit) : methods.deposit.minimum;
  return (
    <EntryForm<DepositValues>
      initial={initial}
      check={(values) => depositProblems(values, minimum)}
      onSend={(values) =>
        actor.send({ type: 'submit', attempt: { key: crypto.randomUUID(), request: depositOf(values) } })
      }
    >
      <AmountInput
        hint={minimumHint(minimum)}
        minimum={minimum}
        chips={chipAmounts.map(amountChip)}
        isDisabled={isSubmitting || undefined}
      />
      <ChoiceTiles
        name="paymentMethod"
        legend={t('Payment Method')}
        className="sm:grid-cols-2"
        isDisabled={isSubmitting || undefined}
        choices={choicesOf(methods)}
      />
      <Charge methods={methods} onMethodsAgain={onMethodsAgain} />
      {snapshot.matches('refused') &&
        (isTooManyOpen(failure) ? (
          <OpenDeposits message={message} transactions={transactions} onDismiss={dismiss} />
        ) : (
          <Refusal failure={failure} message={message} onDismiss={dismiss} />
        ))}
      {unsure && (
        <Unsure
          state={unsure}
          message={message}
          onRetry={() => actor.send({ type: 'retry' })}
          onAbandon={() => {
            deleteStoredKey('deposit');
            actor.send({ type: 'abandon' });
          }}
        >
          {t('You have not been charged: you pay on the next page.')}
        </Unsure>
      )}
      <DepositButton isBusy={isSubmitting} methods={methods} />
      <p className="flex items-center justify-center gap-1.5 text-small text-muted">
        <Lock aria-hidden="true" className="size-3.5" />
        {t("You pay on the payment provider's own page.")}
      </p>
      {/* Last: it arrives late, and must not move the button. */}
      {offer && <FirstBonus offer={offer} />}
    </EntryForm>
  );
}

/** The amount of a link that knows what is missing, such as the slip's. */
function amountIn(search: string): string {
  const amount = Number(new URLSearchParams(search).get('amount'));
  return amount > 0 && centsFromDollars(amount) !== undefined ? asTyped(String(amount)) : '';
}

const isTooManyOpen = (failure: ApiFailure | undefined): boolean =>
  failure?.kind === 'refused' && failure.view.code === 'deposits-open';

const chipAmounts = [10, 25, 50, 100];

const icons: Record<DepositMethod, typeof CreditCard> = {
  creditcard: CreditCard,
  ideal: Landmark,
  bancontact: Smartphone,
  paypal: WalletMinimal,
};

const hintOf = (method: DepositMethod, methods: Methods): string =>
  isInEuro(method, methods) ? t('Charged in euro') : t('Charged in dollars');

function choicesOf(methods: Methods) {
  const offered = typeof methods === 'string' ? depositMethods : methods.deposit.methods.map(({ id }) => id);
  return offered.map((method) => ({
    value: method,
    title: methodTitle(method),
    hint: hintOf(method, methods),
    Icon: icons[method],
  }));
}

function isInEuro(method: DepositMethod, methods: Methods): boolean {
  if (typeof methods === 'string') return isEuroOnly(method);
  return methods.deposit.methods.some(({ id, currency }) => id === method && currency === 'EUR');
}

const useValues = (): DepositValues => ({ ...emptyDeposit, ...useFormState<DepositValues>().values });

/** The charge in euros before paying. */
function Charge({ methods, onMethodsAgain }: Pick<Props, 'methods' | 'onMethodsAgain'>) {
  const { amount, paymentMethod } = useValues();
  const method = depositMethodOf(paymentMethod);
  if (!isInEuro(method, methods)) return null;
  if (methods === 'loading') return <Skeleton className="h-16 w-full" />;
  if (methods === 'failed') {
    return (
      <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-live">
        {t('The exchange rate could not be loaded.')}
        <Button look="quiet" onClick={onMethodsAgain}>
          {t('Try Again')}
        </Button>
      </p>
    );
  }
  const view = methods.deposit.methods.find(({ id }) => id === method);
  const isAmount = centsFromText(amount) !== undefined;
  const charge = euroCharge(isAmount ? amount : '1', view);
  return (
    <dl aria-live="polite" className="grid gap-1 rounded-small bg-raised px-3 py-2.5 figures">
      <div className="flex items-baseline justify-between gap-3">
        <dt className="text-muted">{t('You will be charged')}</dt>
        <dd className="text-figure font-strong">{isAmount && charge ? charge.euro : '€–'}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-3 text-small text-muted">
        <dt>{t('Rate')}</dt>
        <dd>{charge?.rate}</dd>
      </div>
    </dl>
  );
}

function FirstBonus({ offer }: { readonly offer: BonusView['offer'] }) {
  const { amount } = useValues();
  const bonus = bonusFor(offer, amount);
  return (
    <p
      aria-live="polite"
      className="flex items-start gap-3 rounded-small border border-gold/40 bg-gold-soft px-3 py-2.5"
    >
      <Gift aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gold" />
      <span>
        {bonus > 0
          ? rich('Your first deposit brings you <amount>{bonus}</amount> of bonus money.', {
              bonus: dollarsText(bonus),
              amount: (text) => <strong className="text-gold figures">{text}</strong>,
            })
          : t('Your first deposit brings you {percent}% of it as bonus money, up to {maximum}.', {
              percent: offer.percent,
              maximum: dollarsText(offer.maximum),
            })}
      </span>
    </p>
  );
}

function DepositButton({ isBusy, methods }: { readonly isBusy: boolean; readonly methods: Methods }) {
  const { amount, paymentMethod } = useValues();
  const cents = centsFromText(amount);
  const isRateMissing = typeof methods === 'string' && isEuroOnly(depositMethodOf(paymentMethod));
  return (
    <Button type="submit" isBusy={isBusy} disabled={isRateMissing} className="min-h-12! text-figure">
      {cents
        ? t('Deposit {amount}', { amount: formatDollars(cents) })
        : t('{form, select, verb {Deposit} other {}}', { form: 'verb' })}
    </Button>
  );
}
