import { classes } from './classes.ts';

/** A grey shape of what comes. Give it the size of the thing it stands for, so that nothing jumps. */
export const Skeleton = ({ className }: { readonly className: string }) => (
  <span aria-hidden="true" className={classes('skeleton block rounded-small', className)} />
);
