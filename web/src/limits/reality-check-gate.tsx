import type { LimitsView, limitEndpoints } from '@touchline/core/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { call, type LightEndpoint } from '../api/call.ts';
import { isWorthRetrying } from '../api/client.ts';
import { orNull, record, whole } from '../api/shape.ts';
import { onJoined, useLiveActor } from '../live/index.ts';
import { useCode } from '../loading/use-code.ts';
import { useSession } from '../session/index.ts';

/** Only the field that Home needs, read without the schema library. */
const realityCheck: LightEndpoint<typeof limitEndpoints.read, Pick<LimitsView, 'realityCheckMinutes'>> = {
  method: 'GET',
  path: '/limits',
  light: record({ realityCheckMinutes: orNull(whole) }),
};

const leastRetryMs = 5_000;
const mostRetryMs = 60_000;

const load = async () => (await import('./reality-check.tsx')).RealityCheck;

/** Loads the reality check for bettors who have set one. */
export function RealityCheckGate() {
  const { user } = useSession();
  const bettor = user?.role === 'bettor' ? user.id : undefined;
  const live = useLiveActor();
  const chosen = useRealityCheckMinutes();
  useEffect(() => {
    setRealityCheckMinutes(undefined);
    if (bettor === undefined) return;
    let isCurrent = true;
    let isReading = false;
    let hasJoined = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const read = async (delayMs: number) => {
      clearTimeout(retry);
      isReading = true;
      const before = changes;
      const answer = await call(realityCheck);
      isReading = false;
      // What was saved in between is newer.
      if (!isCurrent || changes !== before) return;
      if (answer.ok) setRealityCheckMinutes(answer.value.realityCheckMinutes);
      else if (isWorthRetrying(answer.refusal)) retry = setTimeout(read, delayMs, Math.min(delayMs * 2, mostRetryMs));
    };
    void read(leastRetryMs);
    // It may have been set on another device. The first time nothing was missed.
    const stopListening = onJoined(live, () => {
      const isKnown = isReading || (!hasJoined && minutes !== undefined);
      hasJoined = true;
      if (!isKnown) void read(leastRetryMs);
    });
    return () => {
      isCurrent = false;
      clearTimeout(retry);
      stopListening();
    };
  }, [bettor, live]);
  const isWanted = typeof chosen === 'number';
  // If the code does not load, betting works without it until the next page load.
  const Check = useCode(isWanted, load);
  if (!Check || bettor === undefined || !isWanted) return null;
  return <Check key={`${bettor} ${chosen}`} user={bettor} minutes={chosen} />;
}

/** How often the user wants a reality check; `undefined` until it is loaded. */
let minutes: number | null | undefined;
let changes = 0;
const listeners = new Set<() => void>();

export function setRealityCheckMinutes(next: number | null | undefined): void {
  changes += 1;
  if (next === minutes) return;
  minutes = next;
  for (const listener of listeners) listener();
}

const useRealityCheckMinutes = (): number | null | undefined => useSyncExternalStore(subscribe, () => minutes);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
