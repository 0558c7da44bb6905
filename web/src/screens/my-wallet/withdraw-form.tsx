import type {
  BonusView,
  ConfirmationKind,
  WithdrawAnswer,
  WithdrawOptionsView,
  WithdrawRequest,
} from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { dollars, formatDollars } from '@touchline/core/money';
import {
  isFinal,
  maxWithdrawal,
  minWithdrawal,
  type TransactionStatus,
  withdrawalMethods,
} from '@touchline/core/payments';
import { useSelector } from '@xstate/react';
import { Bitcoin, CircleCheck, CircleX, Landmark, WalletMinimal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-final-form';
import type { ApiFailure } from '../../api/client.ts';
import { type AttemptActor, unsureState } from '../../attempt/attempt-machine.ts';
import { EntryForm } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { AmountInput, amountChip } from '../../payments/amount-input.tsx';
import { Refusal, Unsure } from '../../payments/attempt-notices.tsx';
import { ChoiceTiles } from '../../payments/choice-tiles.tsx';
import { deleteStoredKey } from '../../payments/stored-key.ts';
import { methodTitle, returnText } from '../../payments/transaction-texts.ts';
import { centsFromText } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { dollarsText } from '../../ui/money.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';
import type { Methods } from './deposit-form.tsx';
import { ForfeitTick } from './forfeit-tick.tsx';
import {
  emptyWithdrawal,
  needIn,
  refusedFields,
  splitAmount,
  stillRefused,
  type WithdrawLimits,
  type WithdrawValues,
  withdrawalMethodOf,
  withdrawalOf,
  withdrawProblems,
} from './withdraw-values.ts';

export type WithdrawActor = AttemptActor<WithdrawRequest, WithdrawAnswer>;
type Props = {
  readonly actor: WithdrawActor;
  readonly balance: number;
  readonly methods: Methods;
  readonly bonus: BonusView['bonus'];
  /** Known before the bonus is loaded if the wallet has bonus money. */
  readonly isBonusActive: boolean;
  /** Refundable deposits and the amount that may still be withdrawn; undefined until loaded. */
  readonly options: WithdrawOptionsView | undefined;
};

/** The withdrawal form: amount, destination and the loss of a bonus. */
export function WithdrawForm({ actor, balance, methods, bonus, isBonusActive, options }: Props) {
  const snapshot = useSelector(actor, (now) => now);
  const { failure, message, answer, attempt } = snapshot.context;
  const unsure = unsureState(snapshot);
  const refused = refusedFields(failure);
  const need = useNeed(failure, snapshot.matches('done'));
  if (snapshot.matches('done') && answer) return <Requested actor={actor} answer={answer} />;
  const isSubmitting = snapshot.matches('submitting') || snapshot.matches('unsure');
  const wouldLose = failure?.kind === 'refused' && failure.view.code === 'bonus-would-be-lost';
  const known = typeof methods === 'string' ? limitsOfSpec : methods.withdrawal;
  const isAtStake = wouldLose || isBonusActive;
  const limits: WithdrawLimits = { ...known, balance, bonus: isAtStake ? 'active' : 'none', need };
  const isAsking = failure?.kind === 'refused' && failure.view.code === 'confirmation-required';
  return (
    <EntryForm<WithdrawValues>
      initial={emptyWithdrawal}
      check={(values) => ({
        ...withdrawProblems(values, limits),
        ...stillRefused(refused, attempt?.request, withdrawalOf(values, limits)),
      })}
      onSend={(values) =>
        actor.send({ type: 'submit', attempt: { key: crypto.randomUUID(), request: withdrawalOf(values, limits) } })
      }
    >
      <p className="flex items-baseline justify-between gap-3 rounded-small bg-raised px-3 py-2.5">
        <span className="text-muted">{t('Available balance')}</span>
        <strong className="text-figure figures">{dollarsText(balance)}</strong>
      </p>
      <AmountInput
        hint={t('From {minimum} to {maximum}.', {
          minimum: dollarsText(limits.minimum),
          maximum: dollarsText(limits.maximum),
        })}
        minimum={limits.minimum}
        chips={chipsFor(limits)}
        isDisabled={isSubmitting || undefined}
      />
      <ChoiceTiles
        name="withdrawalMethod"
        legend={t('Withdrawal Method')}
        className="sm:grid-cols-3"
        isDisabled={isSubmitting || undefined}
        choices={choices()}
      />
      <Target isDisabled={isSubmitting || undefined} />
      {isAtStake && <ForfeitTick bonus={bonus} isDisabled={isSubmitting || undefined} />}
      <Destinations returns={options?.returns ?? []} most={Math.min(limits.maximum, balance)} />
      {need && <Confirmation need={need} why={isAsking ? message : undefined} isDisabled={isSubmitting || undefined} />}
      {snapshot.matches('refused') && (
        <ToField name={isAsking ? (need === 'code' ? 'totp' : 'password') : Object.keys(refused)[0]} />
      )}
      {snapshot.matches('refused') && !isAsking && (
        <Refusal failure={failure} message={message} onDismiss={() => actor.send({ type: 'dismiss' })} />
      )}
      {unsure && (
        <Unsure
          state={unsure}
          message={message}
          onRetry={() => actor.send({ type: 'retry' })}
          onAbandon={() => {
            deleteStoredKey('withdrawal');
            actor.send({ type: 'abandon' });
          }}
        >
          {t(
            'Your request may have arrived. Checking again never withdraws twice. Before you make a new request, check your transactions for this one.',
          )}
        </Unsure>
      )}
      <WithdrawButton isBusy={isSubmitting} />
      <p className="text-center text-small text-muted">
        {t('The amount leaves your balance at once and is held until your request is decided.')}
      </p>
    </EntryForm>
  );
}

/** Once the server has asked for a confirmation, the form keeps asking until the withdrawal is taken. */
function useNeed(failure: ApiFailure | undefined, isTaken: boolean): ConfirmationKind | undefined {
  const [need, setNeed] = useState<ConfirmationKind>();
  const asked = needIn(failure);
  if (asked !== undefined && asked !== need) setNeed(asked);
  if (isTaken && need !== undefined) setNeed(undefined);
  return asked ?? need;
}

type ConfirmationProps = Disabling & { readonly need: ConfirmationKind; readonly why: string | undefined };

/** Asks for the password or a code without losing the form. */
const Confirmation = ({ need, why, isDisabled: disabled }: ConfirmationProps) => (
  <fieldset disabled={disabled} className="grid gap-3 rounded-small border border-edge bg-raised p-3">
    <legend className="sr-only">{t('Confirm it is you')}</legend>
    <p role="status">{why ?? t('Confirm it is you.')}</p>
    {need === 'code' ? (
      <TextInput
        name="totp"
        label={t('Code from your app, or a recovery code')}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
      />
    ) : (
      <PasswordInput name="password" label={t('Your password')} autoComplete="current-password" />
    )}
  </fieldset>
);

/** Where the money will go: refunds of deposits first. */
function Destinations({
  returns: all,
  most,
}: {
  readonly returns: WithdrawOptionsView['returns'];
  readonly most: number;
}) {
  const { amount, withdrawalMethod } = useValues();
  const cents = centsFromText(amount);
  if (all.length === 0 || cents === undefined || dollars(cents) > most) return null;
  const { returns, rest } = splitAmount(dollars(cents), all);
  return (
    <div className="grid gap-1 rounded-small bg-raised px-3 py-2.5">
      <p className="text-small text-muted">{t('Money goes back to where you deposited from first.')}</p>
      <ul aria-label={t('Where your money goes')} className="grid gap-0.5">
        {returns.map(({ method, amount: part }) => (
          <li key={method} className="figures">
            {t(returnText[method], { amount: dollarsText(part) })}
          </li>
        ))}
        {rest > 0 && (
          <li className="figures">
            {t(destinationText[withdrawalMethodOf(withdrawalMethod)], { amount: dollarsText(rest) })}
          </li>
        )}
      </ul>
    </div>
  );
}

/** Focuses the field that the server refused, which may be out of view. */
function ToField({ name = '' }: { readonly name: string | undefined }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const field = place.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }, [name]);
  return <span ref={place} hidden />;
}

const limitsOfSpec = { minimum: dollars(minWithdrawal), maximum: dollars(maxWithdrawal) };

const destinationText = {
  bank_transfer: msg('{amount} to your bank account'),
  paypal: msg('{amount} to your PayPal account'),
  crypto: msg('{amount} to your crypto address'),
} as const;

const icons = { bank_transfer: Landmark, paypal: WalletMinimal, crypto: Bitcoin } as const;
const choices = () =>
  withdrawalMethods.map((method) => ({ value: method, title: methodTitle(method), Icon: icons[method] }));

/** Round amounts within the balance, and the whole balance. */
function chipsFor({ balance, minimum, maximum }: WithdrawLimits) {
  const round = [50, 100, 500].filter((amount) => amount < balance).map(amountChip);
  const most = Math.min(balance, maximum);
  return most >= minimum ? [...round, { label: t('Max'), amount: most }] : round;
}

const useValues = (): WithdrawValues => ({ ...emptyWithdrawal, ...useFormState<WithdrawValues>().values });

type Disabling = { readonly isDisabled: true | undefined };

/** The destination's fields, by method. */
function Target({ isDisabled: disabled }: Disabling) {
  const { withdrawalMethod } = useValues();
  switch (withdrawalMethodOf(withdrawalMethod)) {
    case 'paypal':
      return (
        <TextInput
          name="paypalEmail"
          label={t('PayPal email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={200}
          disabled={disabled}
        />
      );
    case 'crypto':
      return (
        <TextInput
          name="cryptoAddress"
          label={t('Crypto address')}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          hint={t('Check every character: money sent to a wrong address is lost.')}
          disabled={disabled}
        />
      );
    case 'bank_transfer':
      return (
        <fieldset disabled={disabled} className="grid gap-4">
          <legend className="mb-3 font-strong">{t('Bank details')}</legend>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextInput name="bankName" label={t('Bank name')} autoComplete="off" maxLength={120} />
            <TextInput name="accountHolder" label={t('Account holder')} autoComplete="name" maxLength={120} />
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <TextInput
              name="iban"
              label="IBAN"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
            />
            <TextInput
              name="bic"
              label={t('BIC (optional)')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
            />
          </div>
          <TextInput name="description" label={t('Description (optional)')} autoComplete="off" maxLength={200} />
        </fieldset>
      );
  }
}

function WithdrawButton({ isBusy }: { readonly isBusy: boolean }) {
  const { amount } = useValues();
  const cents = centsFromText(amount);
  return (
    <Button type="submit" isBusy={isBusy} className="min-h-12! text-figure">
      {cents ? t('Withdraw {amount}', { amount: formatDollars(cents) }) : t('Withdraw')}
    </Button>
  );
}

/** A withdrawal may be decided before an answer about it arrives. */
function outcomeOf(status: TransactionStatus) {
  const done = { Icon: CircleCheck, look: 'bg-pitch-soft text-pitch' };
  if (!isFinal(status)) return { ...done, text: msg('Your withdrawal of {amount} is requested.') };
  if (status === 'completed') return { ...done, text: msg('Your withdrawal of {amount} was approved and paid.') };
  const text = msg('This withdrawal of {amount} was canceled. The money is in your balance.');
  return { Icon: CircleX, look: 'bg-gold-soft text-gold', text };
}

/** The requested withdrawal, with a button for another one. */
function Requested({ actor, answer }: { readonly actor: WithdrawActor; readonly answer: WithdrawAnswer }) {
  const { Icon, look, text } = outcomeOf(answer.transaction.status);
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <span className={classes('inline-flex size-14 items-center justify-center rounded-round', look)}>
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <div ref={takeLostFocus} role="status" tabIndex={-1} className="grid gap-1 outline-none">
        <p className="text-figure font-strong">{t(text, { amount: dollarsText(answer.transaction.amount) })}</p>
        {!isFinal(answer.transaction.status) && (
          <p className="text-muted">
            {t('The amount is held until we decide. We sent you an email with a link that cancels it.')}
          </p>
        )}
      </div>
      <dl className="grid gap-0.5">
        <dt className="text-small text-muted">{t('Transaction ID')}</dt>
        <dd className="flex items-center justify-center gap-1">
          <span className="wrap-anywhere figures">{answer.transactionId}</span>
          <CopyButton value={answer.transactionId} what={t('the transaction ID')} />
        </dd>
      </dl>
      <Button look="quiet" onClick={() => actor.send({ type: 'reset' })}>
        {t('Make another withdrawal')}
      </Button>
    </div>
  );
}
