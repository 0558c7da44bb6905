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
  const minutes = useRealityCheckMinutes();
  useEffect(() => {
    setRealityCheckMinutes(undefined);
    if (bettor === undefined) return;
    let isCurrent = true;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const read = async (delayMs: number) => {
      clearTimeout(retry);
      const answer = await call(realityCheck);
      if (!isCurrent) return;
      if (answer.ok) setRealityCheckMinutes(answer.value.realityCheckMinutes);
      else if (isWorthRetrying(answer.refusal)) retry = setTimeout(read, delayMs, Math.min(delayMs * 2, mostRetryMs));
    };
    void read(leastRetryMs);
    // It may have been set on another device.
    const stopListening = onJoined(live, () => void read(leastRetryMs));
    return () => {
      isCurrent = false;
      clearTimeout(retry);
      stopListening();
    };
  }, [bettor, live]);
  const isWanted = typeof minutes === 'number';
  // If the code does not load, betting works without it until the next page load.
  const Check = useCode(isWanted, load);
  if (!Check || bettor === undefined || !isWanted) return null;
  return <Check key={`${bettor} ${minutes}`} user={bettor} minutes={minutes} />;
}

/** How often the user wants a reality check; `undefined` until it is loaded. */
let minutes: number | null | undefined;
const listeners = new Set<() => void>();

export function setRealityCheckMinutes(next: number | null | undefined): void {
  if (next === minutes) return;
  minutes = next;
  for (const listener of listeners) listener();
}

const useRealityCheckMinutes = (): number | null | undefined => useSyncExternalStore(subscribe, () => minutes);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
