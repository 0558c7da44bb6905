import { type ComponentType, useEffect, useState } from 'react';
import { request } from '../api/client.ts';
import { orNull, record, whole } from '../api/shape.ts';
import { useSession } from '../session/index.ts';
import { setRealityCheckMinutes, useRealityCheckMinutes } from './reality-check-minutes.ts';

// The one field of GET /limits that Home needs, read without the schema library.
const shape = record<{ realityCheckMinutes: number | null }>({ realityCheckMinutes: orNull(whole) });
type Check = ComponentType<{ readonly user: string; readonly minutes: number }>;

/** Loads the reality check for bettors who have set one. */
export function RealityCheckGate() {
  const { user } = useSession();
  const bettor = user?.role === 'bettor' ? user.id : undefined;
  const minutes = useRealityCheckMinutes();
  const [Check, setCheck] = useState<Check>();
  useEffect(() => {
    setRealityCheckMinutes(undefined);
    if (bettor === undefined) return;
    let isCurrent = true;
    void request(shape, { method: 'GET', path: '/limits' }).then((answer) => {
      if (isCurrent && answer.ok) setRealityCheckMinutes(answer.value.realityCheckMinutes);
    });
    return () => {
      isCurrent = false;
    };
  }, [bettor]);
  const isWanted = typeof minutes === 'number';
  useEffect(() => {
    if (!isWanted) return;
    // Betting works without it: the next page load tries again.
    import('./reality-check.tsx').then(
      ({ RealityCheck }) => setCheck(() => RealityCheck),
      () => {},
    );
  }, [isWanted]);
  if (!Check || bettor === undefined || !isWanted) return null;
  return <Check key={`${bettor} ${minutes}`} user={bettor} minutes={minutes} />;
}
