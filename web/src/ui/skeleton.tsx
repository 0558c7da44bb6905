import { classes } from './classes.ts';

/** A placeholder for loading content. Give it the content's size to avoid layout shifts. */
export const Skeleton = ({ className }: { readonly className: string }) => (
  <span aria-hidden="true" className={classes('skeleton block rounded-small', className)} />
);
