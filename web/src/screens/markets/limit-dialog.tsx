import { marketReasonLength } from '@touchline/core/account';
import { type CashOutLimitView, type InputOf, marketEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { amountFromText, asTyped } from '../../ui/amount-text.ts';
import { DollarField } from '../../ui/dollar-field.tsx';
import { reasonNote, unconfirmed } from './decision-text.ts';

type Props = {
  readonly title: string;
  /** The scope as the fields of a request. */
  readonly scope: Omit<InputOf<typeof marketEndpoints.limitCashOut>['body'], 'maxPayment' | 'maxMatchDay' | 'reason'>;
  readonly before: CashOutLimitView | undefined;
  readonly onLeave: () => void;
  readonly onDone: () => void;
};

/** Asks what cash-outs in a scope pay at most. Both fields empty remove the limit. */
export function LimitDialog({ title, scope, before, onLeave, onDone }: Props) {
  const [each, setEach] = useState(textOf(before?.maxPayment));
  const [perMatch, setPerMatch] = useState(textOf(before?.maxMatchDay));
  return (
    <ReasonDialog
      title={title}
      button={t('Save limit')}
      look="primary"
      fallback={t(unconfirmed)}
      note={reasonNote()}
      length={marketReasonLength}
      tooShort="disable"
      save={(reason) =>
        call(marketEndpoints.limitCashOut, {
          body: {
            ...scope,
            maxPayment: amountFromText(each) ?? null,
            maxMatchDay: amountFromText(perMatch) ?? null,
            reason,
          },
        })
      }
      onDone={onDone}
      onLeave={onLeave}
    >
      {(isBusy) => (
        <>
          <p className="text-muted">
            {t(
              'A cash-out that would pay more is refused with the part that can be cashed out. Automatic cash-outs wait.',
            )}
          </p>
          <DollarField
            min={0.01}
            label={t('Maximum per cash-out')}
            value={each}
            disabled={isBusy}
            onChange={(event) => setEach(event.target.value)}
          />
          <DollarField
            min={0.01}
            label={t('Maximum per match in 24 hours')}
            hint={t('Leave both empty to remove the limit.')}
            value={perMatch}
            disabled={isBusy}
            onChange={(event) => setPerMatch(event.target.value)}
          />
        </>
      )}
    </ReasonDialog>
  );
}

const textOf = (amount: number | null | undefined): string => (amount ? asTyped(String(amount)) : '');
