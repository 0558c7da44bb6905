import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';

type TypedProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  /** What is in force; a field that is not being edited shows it. */
  readonly kept: string;
  readonly onKeep: (text: string) => void;
};

/** A field of date and time would rather be wider than its place in the row. */
export const fitting = 'min-w-0 grid-cols-[minmax(0,1fr)]';

/** A field whose text counts when it is left or Enter is pressed, and not with every letter. */
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
