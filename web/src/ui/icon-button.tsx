import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  readonly label: string;
  readonly icon: ReactNode;
};

/** A 44 px square button with an icon. `label` is its accessible name and tooltip. */
export const IconButton = ({ label, icon, className, ...rest }: Props) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={classes(
      'inline-flex size-11 shrink-0 items-center justify-center rounded-small text-muted hover:bg-raised hover:text-ink',
      className,
    )}
  >
    {icon}
  </button>
);
