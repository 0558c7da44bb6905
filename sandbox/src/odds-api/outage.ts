/** How the feed may break on demand. */
export const OUTAGES = ['none', 'http-500', 'timeout', 'quota', 'invalid-key', 'too-many'] as const;
export type OutageKind = (typeof OUTAGES)[number];

export type Outage = {
  readonly at: (now: number) => OutageKind;
  /** `until` null lasts until the next call. */
  readonly set: (kind: OutageKind, until: number | null) => void;
};

/** An outage lives as long as the process: a restart is healthy again. */
export function createOutage(): Outage {
  let current: { kind: OutageKind; until: number | null } = { kind: 'none', until: null };
  return {
    at: (now) => (current.until !== null && now >= current.until ? 'none' : current.kind),
    set: (kind, until) => {
      current = { kind, until };
    },
  };
}
