/** How the feed may break on demand, with what the caller sees. */
export const OUTAGES = {
  none: 'healthy',
  'http-500': 'answers 500',
  timeout: 'does not answer',
  'stalls-midway': 'sends half an answer, then nothing',
  quota: '401, out of usage credits',
  'invalid-key': '401, invalid key',
  'deactivated-key': '401, deactivated key',
  'too-many': '429, too many requests',
  truncated: 'JSON cut in the middle',
  'wrong-types': 'JSON with wrong types',
  huge: 'a body of 50 MB',
} as const;
export type OutageKind = keyof typeof OUTAGES;
export const OUTAGE_KINDS = Object.keys(OUTAGES) as OutageKind[];

/** The requests that the outage affects. */
export const OUTAGE_SCOPES = ['all', 'events', 'odds', 'scores'] as const;
export type OutageScope = (typeof OUTAGE_SCOPES)[number];

/** `until` null lasts until the next call. */
export type OutageState = { readonly kind: OutageKind; readonly only: OutageScope; readonly until: number | null };

export type Outage = {
  readonly at: (now: number) => OutageState;
  readonly set: (state: OutageState) => void;
};

const HEALTHY: OutageState = { kind: 'none', only: 'all', until: null };

/** Outages are not stored: a restart ends them. */
export function createOutage(): Outage {
  let current = HEALTHY;
  return {
    at: (now) => (current.until !== null && now >= current.until ? HEALTHY : current),
    set: (state) => {
      current = state;
    },
  };
}
