import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A placeholder for loading content. Give it the content's size to avoid layout shifts. */
export const Skeleton = ({ className }: { readonly className: string }) => (
  <span aria-hidden="true" className={classes('skeleton block rounded-small', className)} />
);

type Props = { readonly text: string; readonly className?: string; readonly children: ReactNode };

/** Skeletons in the layout of `className`, with a text for screen readers. */
export const Placeholder = ({ text, className, children }: Props) => (
  <div role="status">
    <p className="sr-only">{text}</p>
    <div aria-hidden="true" className={className}>
      {children}
    </div>
  </div>
);
