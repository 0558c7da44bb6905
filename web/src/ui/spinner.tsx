export const Spinner = () => (
  <span
    aria-hidden="true"
    className="inline-block size-4 shrink-0 animate-spin rounded-round border-2 border-current border-t-transparent motion-reduce:animate-none"
  />
);
