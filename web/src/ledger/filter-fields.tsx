import { t } from '@touchline/core/language';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { amountFromText, asTyped } from '../ui/amount-text.ts';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { localFieldFrom, momentFromLocalField } from './moments.ts';

/** A select with its label above it, for a row of fields. */
export const LabelledSelect = ({ label, className, ...rest }: ComponentProps<typeof Select>) => (
  <div className={className}>
    <span aria-hidden="true" className="mb-1.5 block text-small font-strong text-muted">
      {label}
    </span>
    <Select label={label} {...rest} />
  </div>
);

/** The two times of the ledger, for a select. */
export const timeOptions = () => [
  { value: 'recorded', label: t('Time recorded') },
  { value: 'effective', label: t('Time effective') },
];

type TypedProps = Omit<ComponentProps<typeof Field>, 'value' | 'error' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  /** The applied value, shown while the field is not being edited. */
  readonly applied: string;
  /** Returns why a text cannot apply: it stays in the field with this error. */
  readonly problemOf?: (text: string) => string | undefined;
  readonly onApply: (text: string) => void;
};

/** Keeps a date-time field from growing wider than its column. */
export const fitting = 'min-w-0 grid-cols-[minmax(0,1fr)]';

/** A field whose text applies on blur or Enter, not while typing. */
export function TypedField({ applied, problemOf, onApply, className, ...rest }: TypedProps) {
  const [draft, setDraft] = useState<Draft>({ of: applied, text: applied });
  if (draft.of !== applied) setDraft({ of: applied, text: applied });
  const apply = () => {
    const error = problemOf?.(draft.text);
    if (error !== undefined) return setDraft({ ...draft, error });
    if (draft.text !== applied) onApply(draft.text);
  };
  return (
    <Field
      {...rest}
      className={classes(fitting, className)}
      value={draft.text}
      error={draft.error}
      onChange={(event) => setDraft({ of: applied, text: event.target.value })}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
    />
  );
}

/** Clears filters. `cleared` is a key for their fields: text that was refused goes too, although no filter held it. */
export function useClear(onClear: () => void) {
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    onClear();
  };
  return { cleared, clear };
}

type Draft = { readonly of: string; readonly text: string; readonly error?: string };

type AmountProps = Pick<TypedProps, 'label'> & {
  /** A numeral with a decimal point; empty if none applies. */
  readonly applied: string;
  readonly onApply: (numeral: string) => void;
};

/** A field for dollars, as they are typed in the current language. */
export const AmountFilter = ({ label, applied, onApply }: AmountProps) => (
  <TypedField
    label={label}
    prefix="$"
    inputMode="decimal"
    applied={asTyped(applied)}
    problemOf={(text) =>
      text.trim() === '' || amountFromText(text) !== undefined ? undefined : t('Please enter a valid amount')
    }
    onApply={(text) => onApply(amountFromText(text)?.toString() ?? '')}
  />
);

type MomentProps = Omit<ComponentProps<typeof TypedField>, 'type' | 'applied' | 'onApply'> & {
  /** ISO time. */
  readonly applied: string | undefined;
  readonly onApply: (moment: string | undefined) => void;
};

/** A field for date and time to the minute. */
export const MomentField = ({ applied, onApply, ...rest }: MomentProps) => (
  <TypedField
    {...rest}
    type="datetime-local"
    applied={applied ? localFieldFrom(applied).slice(0, 16) : ''}
    onApply={(text) => onApply(momentFromLocalField(text))}
  />
);
