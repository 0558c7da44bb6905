import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';

type TypedProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  /** The applied value, shown while the field is not being edited. */
  readonly kept: string;
  readonly onKeep: (text: string) => void;
};

/** Keeps a date-time field from growing wider than its column. */
export const fitting = 'min-w-0 grid-cols-[minmax(0,1fr)]';

/** A field whose text applies on blur or Enter, not while typing. */
export function TypedField({ kept, onKeep, className, ...rest }: TypedProps) {
  const [draft, setDraft] = useState({ of: kept, text: kept });
  if (draft.of !== kept) setDraft({ of: kept, text: kept });
  const keep = () => {
    if (draft.text !== kept) onKeep(draft.text);
  };
  return (
    <Field
      {...rest}
      className={classes(fitting, className)}
      value={draft.text}
      onChange={(event) => setDraft({ of: kept, text: event.target.value })}
      onBlur={keep}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && keep()}
    />
  );
}
