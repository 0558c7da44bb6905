import { classes } from './classes.ts';
import type { Move } from './use-move.ts';

type Props = { readonly move: Move | undefined; readonly count: number };

/** Lights up what it lies behind for one second: green for a rise, red for a fall. Its parent is relative and isolate. */
export const Flash = ({ move, count }: Props) =>
  move && (
    <span
      key={count}
      aria-hidden="true"
      className={classes(
        'absolute inset-0 -z-10 animate-flash rounded-small border opacity-0',
        move === 'rise' ? 'border-pitch bg-pitch-soft' : 'border-live bg-live-soft',
      )}
    />
  );
