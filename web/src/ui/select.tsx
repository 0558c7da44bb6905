import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { classes } from './classes.ts';

type Props = Omit<ComponentProps<'select'>, 'onChange'> & {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (value: string) => void;
};

export function Select({ label, options, onPick, className, ...rest }: Props) {
  const id = useId();
  return (
    <div className={classes('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        onChange={(event) => onPick(event.target.value)}
        className="min-h-11 w-full truncate appearance-none rounded-small border border-edge bg-surface py-2 pr-10 pl-3 font-strong text-ink hover:bg-raised"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
