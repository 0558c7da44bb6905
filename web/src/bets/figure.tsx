/** A figure of a bet with its name, in a list of them. */
export const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="text-figure font-strong figures">{value}</dd>
  </div>
);
