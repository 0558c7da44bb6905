import { classes } from './classes.ts';

type Props<Value extends string> = {
  /** Read by screen readers before the tabs. */
  readonly legend: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly picked: Value;
  readonly onPick: (value: Value) => void;
};

/** Buttons of equal width, one of which is pressed: they choose which part of a list is shown. */
export const Tabs = <Value extends string>({ legend, tabs, picked, onPick }: Props<Value>) => (
  <fieldset className="flex min-w-0 rounded-small border border-line bg-surface p-1 max-sm:w-full">
    <legend className="sr-only">{legend}</legend>
    {tabs.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        aria-pressed={value === picked}
        onClick={() => onPick(value)}
        className={classes(
          'min-h-11 flex-1 rounded-small px-5 font-strong transition-colors sm:whitespace-nowrap',
          value === picked ? 'bg-pitch text-on-pitch' : 'text-muted hover:bg-raised hover:text-ink',
        )}
      >
        {label}
      </button>
    ))}
  </fieldset>
);
