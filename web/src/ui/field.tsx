import { t } from '@touchline/core/language';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';

type FieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Shown inside the field before the text: `$`. */
  readonly prefix?: string;
  /** Shown inside the field after the text, such as a password's eye. */
  readonly trailing?: ReactNode;
};

/** A labelled input whose error is announced with it. */
export function Field({ label, error, hint, prefix, trailing, className, id, ...input }: FieldProps) {
  const own = useId();
  const inputId = id ?? own;
  const note = error ?? hint;
  return (
    <div className={classes('grid gap-1.5', className)}>
      <label htmlFor={inputId} className="text-small font-strong text-muted">
        {label}
      </label>
      <div
        className={classes(
          'flex min-h-11 items-center rounded-small border bg-ground *:-my-px focus-within:outline-2 focus-within:outline-pitch',
          error ? 'border-live' : 'border-edge',
        )}
      >
        {prefix && (
          <span aria-hidden="true" className="pl-3 text-muted">
            {prefix}
          </span>
        )}
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${inputId}-note` : undefined}
          className="min-h-11 w-full min-w-0 flex-1 bg-transparent px-3 outline-none placeholder:text-muted figures"
        />
        {trailing}
      </div>
      {note && (
        <p id={`${inputId}-note`} className={classes('text-small', error ? 'text-live' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A password field with a button that shows and hides the text. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={t(shown ? 'Hide {field}' : 'Show {field}', { field: props.label })}
          aria-pressed={shown}
          icon={<Icon aria-hidden="true" className="size-5" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
