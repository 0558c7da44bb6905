/** Returns the pushed value only if its version is higher, so late and repeated pushes change nothing. */
export const newer = <Fact extends { readonly version: number }>(current: Fact | undefined, pushed: Fact): Fact =>
  current && current.version >= pushed.version ? current : pushed;
