import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';

/** Names with their values, one under the other. */
export const FactsList = ({ className, children }: { readonly className?: string; readonly children: ReactNode }) => (
  <dl className={classes('grid gap-x-6 gap-y-2 text-small', className)}>{children}</dl>
);

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-[8.5rem_minmax(0,1fr)] items-baseline gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere figures">{children}</dd>
  </div>
);
