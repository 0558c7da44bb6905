import type { LucideIcon } from 'lucide-react';
import { useField } from 'react-final-form';
import { classes } from '../ui/classes.ts';

type Choice = { readonly value: string; readonly title: string; readonly hint?: string; readonly Icon: LucideIcon };
type Props = {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly className?: string;
  readonly isDisabled?: true | undefined;
};

/** One of a few, side by side: a radio group of the form around it that looks like tiles. */
export function ChoiceTiles({ name, legend, choices, className, isDisabled }: Props) {
  const { input } = useField<string>(name, { subscription: { value: true } });
  return (
    <fieldset disabled={isDisabled} className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-strong text-muted">{legend}</legend>
      <div className={classes('grid gap-2', className)}>
        {choices.map(({ value, title, hint, Icon }) => (
          <label
            key={value}
            className={classes(
              'flex min-h-14 items-center gap-3 rounded-small border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pitch',
              input.value === value ? 'border-pitch bg-pitch-soft' : 'border-edge hover:bg-raised',
              isDisabled ? 'cursor-not-allowed' : 'cursor-pointer',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={input.value === value}
              onChange={() => input.onChange(value)}
              className="sr-only"
            />
            <Icon
              aria-hidden="true"
              className={classes('size-5 shrink-0', input.value === value ? 'text-pitch' : 'text-muted')}
            />
            <span className="grid min-w-0">
              <span className="truncate font-strong">{title}</span>
              {hint && <span className="text-small text-muted">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
