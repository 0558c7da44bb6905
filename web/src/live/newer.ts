/** A pushed fact replaces mine only when its version is higher: a late or repeated push changes nothing. */
export const newer = <Fact extends { readonly version: number }>(mine: Fact | undefined, pushed: Fact): Fact =>
  mine && mine.version >= pushed.version ? mine : pushed;
