import { t } from '@touchline/core/language';
import { centsFromDollars } from '@touchline/core/money';
import { useEffect, useRef } from 'react';
import { EntryForm } from '../forms/entry-form.tsx';
import { AmountField } from '../forms/inputs.tsx';
import { amountFromText, asTyped } from '../ui/amount-text.ts';
import { Button } from '../ui/button.tsx';
import type { Limit } from './limit-texts.ts';
import type { Limits } from './limits-machine.ts';

type Props = { readonly limit: Limit; readonly limits: Limits; readonly onDone: () => void };

/** The amount of one limit. Closes once it is saved. */
export function LimitForm({ limit, limits: [snapshot, send], onDone }: Props) {
  const { kind, period, amount } = limit;
  const isSaving = snapshot.matches({ open: 'saving' });
  const sent = useRef(false);
  const save = (wanted: number | null) => {
    // Another limit, or the reality check, may be what is saved now.
    if (isSaving) return;
    sent.current = true;
    send({ type: 'change', change: { kind: 'limit', input: { body: { kind, period, amount: wanted } } } });
  };
  const isSaved = snapshot.matches({ open: 'saved' });
  useEffect(() => {
    if (isSaved && sent.current) onDone();
    if (!isSaving) sent.current = false;
  }, [isSaved, isSaving, onDone]);
  return (
    <EntryForm
      initial={{ amount: amount === null ? '' : asTyped(String(amount)) }}
      check={({ amount: text }) => ({
        amount: amountOf(text) === undefined ? t('Please enter a valid amount') : undefined,
      })}
      onSend={({ amount: text }) => save(amountOf(text) ?? null)}
    >
      <AmountField name="amount" label={t('Limit')} min={0} autoFocus />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isSaving}>
          {t('Save')}
        </Button>
        {amount !== null && (
          <Button look="quiet" aria-disabled={isSaving || undefined} onClick={() => save(null)}>
            {t('Remove')}
          </Button>
        )}
        <Button look="bare" disabled={isSaving} onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </EntryForm>
  );
}

/** The dollars typed; `undefined` unless they are whole cents. */
function amountOf(text: string): number | undefined {
  const amount = amountFromText(text) ?? -1;
  return amount >= 0 && centsFromDollars(amount) !== undefined ? amount : undefined;
}
