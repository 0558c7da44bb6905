import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Props = {
  readonly caption: string;
  /** Of the first column, then of each column of figures. */
  readonly heads: readonly string[];
  readonly className?: string;
  /** The body. */
  readonly children: ReactNode;
};

/** A table of figures that scrolls sideways where it is too wide, and shows where it continues. */
export const ScrollTable = ({ caption, heads, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section aria-label={caption} tabIndex={0} className={classes('relative overflow-x-auto fade-sides', className)}>
    <table className="w-full text-small">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-raised text-muted">
        <tr>
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={classes('px-3 py-2 align-bottom font-strong figures', at === 0 ? 'text-left' : 'text-right')}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </section>
);
