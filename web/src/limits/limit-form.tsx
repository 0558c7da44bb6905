import { centsFromDollars } from '@touchline/core/money';
import { useEffect, useRef } from 'react';
import { EntryForm } from '../forms/entry-form.tsx';
import { TextInput } from '../forms/inputs.tsx';
import { Button } from '../ui/button.tsx';
import type { Limit } from './limit-words.ts';
import type { Limits } from './use-limits.ts';

type Props = { readonly limit: Limit; readonly limits: Limits; readonly onDone: () => void };

/** The amount of one limit. It closes when the server has kept it. */
export function LimitForm({ limit, limits: [snapshot, send], onDone }: Props) {
  const { kind, period, amount } = limit;
  const isKeeping = snapshot.matches({ open: 'keeping' });
  const sent = useRef(false);
  const wish = (wanted: number | null) => {
    sent.current = true;
    send({ type: 'wished', wish: { rule: 'limit', body: { kind, period, amount: wanted } } });
  };
  const isKept = snapshot.matches({ open: 'kept' });
  useEffect(() => {
    if (isKept && sent.current) onDone();
  }, [isKept, onDone]);
  return (
    <EntryForm
      initial={{ amount: amount === null ? '' : String(amount) }}
      check={({ amount: text }) => ({
        amount: amountOf(text) === undefined ? 'Please enter a valid amount' : undefined,
      })}
      onSend={({ amount: text }) => wish(amountOf(text) ?? null)}
    >
      <TextInput
        name="amount"
        label="Limit"
        type="number"
        inputMode="decimal"
        min={0}
        step="0.01"
        prefix="$"
        autoFocus
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isKeeping}>
          Save
        </Button>
        {amount !== null && (
          <Button look="quiet" disabled={isKeeping} onClick={() => wish(null)}>
            Remove
          </Button>
        )}
        <Button look="bare" disabled={isKeeping} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </EntryForm>
  );
}

/** Dollars as typed; `undefined` when they are no amount of whole cents. */
function amountOf(text: string): number | undefined {
  const amount = Number(text);
  const exact = text.trim() === '' || amount < 0 || Number.isNaN(amount) ? undefined : centsFromDollars(amount);
  return exact === undefined ? undefined : amount;
}
