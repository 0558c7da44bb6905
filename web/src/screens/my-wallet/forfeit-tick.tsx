import type { BonusView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useField } from 'react-final-form';
import { rich } from '../../language/rich.tsx';
import { useWallet } from '../../session/index.ts';
import { dollarsText } from '../../ui/money.tsx';

type Props = { readonly bonus: BonusView['bonus']; readonly isDisabled: true | undefined };

/** Warns that a withdrawal ends the active bonus, with a checkbox to confirm. */
export function ForfeitTick({ bonus, isDisabled }: Props) {
  const { input, meta } = useField<string>('forfeitBonus', {
    subscription: { value: true, touched: true, error: true },
  });
  const id = useId();
  const wallet = useWallet();
  const lost = (wallet?.bonus ?? 0) + (bonus?.onBets ?? 0);
  const problem: unknown = meta.touched ? meta.error : undefined;
  return (
    <div className="grid gap-2 rounded-small border border-gold/60 bg-gold-soft p-3">
      <p className="flex items-start gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gold" />
        <span>
          {lost > 0
            ? rich(
                'You have an active bonus. Withdrawing now ends it and you lose <amount>{lost}</amount> of bonus money.',
                {
                  lost: dollarsText(lost),
                  amount: (text) => <strong className="text-gold figures">{text}</strong>,
                },
              )
            : t('You have an active bonus. Withdrawing now ends it.')}
        </span>
      </p>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          name="forfeitBonus"
          checked={input.value === 'yes'}
          disabled={isDisabled}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-note` : undefined}
          onChange={(event) => input.onChange(event.target.checked ? 'yes' : '')}
          onBlur={() => input.onBlur()}
          className="size-5 shrink-0 accent-(--color-pitch)"
        />
        <span className="font-strong">{t('I give up my bonus and withdraw.')}</span>
      </label>
      {typeof problem === 'string' && (
        <p id={`${id}-note`} className="text-small text-live">
          {problem}
        </p>
      )}
    </div>
  );
}
