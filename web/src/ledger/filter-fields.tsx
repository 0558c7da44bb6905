import { t } from '@touchline/core/language';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
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

type TypedProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  /** The applied value, shown while the field is not being edited. */
  readonly applied: string;
  readonly onApply: (text: string) => void;
};

/** Keeps a date-time field from growing wider than its column. */
export const fitting = 'min-w-0 grid-cols-[minmax(0,1fr)]';

/** A field whose text applies on blur or Enter, not while typing. */
export function TypedField({ applied, onApply, className, ...rest }: TypedProps) {
  const [draft, setDraft] = useState({ of: applied, text: applied });
  if (draft.of !== applied) setDraft({ of: applied, text: applied });
  const apply = () => {
    if (draft.text !== applied) onApply(draft.text);
  };
  return (
    <Field
      {...rest}
      className={classes(fitting, className)}
      value={draft.text}
      onChange={(event) => setDraft({ of: applied, text: event.target.value })}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
    />
  );
}

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
