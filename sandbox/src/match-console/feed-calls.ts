import type { Meter } from '../odds-api/meter.ts';
import { OUTAGE_KINDS, OUTAGE_SCOPES, type Outage } from '../odds-api/outage.ts';
import * as schemas from './schemas.ts';

export type FeedDeps = { readonly outage: Outage; readonly meter: Meter; readonly now: () => number };

/** The feed's outage, the requests it affects, its remaining seconds, and the credits left. */
export function feedState({ outage, meter, now }: FeedDeps) {
  const at = now();
  const { kind, only, until } = outage.at(at);
  return {
    outage: kind,
    only,
    seconds: until === null ? null : Math.ceil((until - at) / 1000),
    credits: meter.remaining(at),
  };
}

export type FeedState = ReturnType<typeof feedState>;

const [firstKind = 'none', ...otherKinds] = OUTAGE_KINDS;
const outageSchema = schemas.outageOf([firstKind, ...otherKinds], OUTAGE_SCOPES);

/** Breaks or restores the feed; returns a message if the request is invalid. */
export function breakFeed(deps: FeedDeps, raw: unknown): string | null {
  const read = outageSchema.safeParse(raw);
  if (!read.success) return wrongOutage(read.error.issues[0]?.path[0]);
  const { kind, seconds, only = 'all' } = read.data;
  deps.outage.set({ kind, only, until: seconds === null ? null : deps.now() + seconds * 1000 });
  return null;
}

export function leaveCredits(deps: FeedDeps, raw: unknown): string | null {
  const read = schemas.credits.safeParse(raw);
  if (!read.success) return 'remaining is a whole number of credits, 0 or more.';
  deps.meter.leave(read.data.remaining, deps.now());
  return null;
}

function wrongOutage(field: PropertyKey | undefined): string {
  if (field === 'seconds') return 'seconds is a number above 0.';
  if (field === 'only') return `only is one of ${OUTAGE_SCOPES.join(', ')}.`;
  return `kind is one of ${OUTAGE_KINDS.join(', ')}.`;
}
