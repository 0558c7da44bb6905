import { t } from '@touchline/core/language';
import { useField } from 'react-final-form';
import { AmountField } from '../forms/inputs.tsx';
import { amountFromText, asTyped } from '../ui/amount-text.ts';
import { dollarsText, shortDollarsText } from '../ui/money.tsx';

type Chip = { readonly label: string; readonly amount: number };
type Props = {
  readonly hint: string;
  readonly minimum: number;
  readonly chips: readonly Chip[];
  readonly isDisabled?: true | undefined;
};

/** Offers an amount. */
export const amountChip = (amount: number): Chip => ({ label: shortDollarsText(amount), amount });

/** How much, typed or by a press. */
export function AmountInput({ hint, minimum, chips, isDisabled }: Props) {
  const { input } = useField<string>('amount', { subscription: { value: true } });
  return (
    <div className="grid gap-2">
      <AmountField name="amount" label={t('Amount')} min={minimum} required hint={hint} disabled={isDisabled} />
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {chips.map(({ label, amount }) => (
          <button
            key={label}
            type="button"
            disabled={isDisabled}
            aria-label={t('Amount {label}, {amount}', { label, amount: dollarsText(amount) })}
            aria-pressed={amountFromText(input.value) === amount}
            onClick={() => input.onChange(asTyped(String(amount)))}
            className="min-h-11 rounded-small border border-edge/50 bg-raised px-2 font-strong figures hover:bg-hover aria-pressed:border-pitch aria-pressed:bg-pitch-soft"
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
