/** The first two characters of the name. No image service, so none learns who uses Touchline. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span
    aria-hidden="true"
    className="inline-flex size-9 items-center justify-center rounded-round border border-pitch/50 bg-pitch-soft text-small font-strong text-pitch"
  >
    {[...name].slice(0, 2).join('').toUpperCase()}
  </span>
);
