import { type ComponentType, useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { orNull, record, whole } from '../api/shape.ts';
import { useSession } from '../session/index.ts';
import { tellRealityCheck, useRealityCheckMinutes } from './reality-check-minutes.ts';

// Of all that GET /limits says, spelt without the schema library: this comes with Home.
const shape = record<{ realityCheckMinutes: number | null }>({ realityCheckMinutes: orNull(whole) });
type Check = ComponentType<{ readonly user: string; readonly minutes: number }>;

/** Fetches the reality check for bettors who want one. */
export function RealityCheckGate() {
  const { user } = useSession();
  const bettor = user?.role === 'bettor' ? user.id : undefined;
  const minutes = useRealityCheckMinutes();
  const [Check, setCheck] = useState<Check>();
  useEffect(() => {
    tellRealityCheck(undefined);
    if (bettor === undefined) return;
    let isCurrent = true;
    void call(shape, { method: 'GET', path: '/limits' }).then((answer) => {
      if (isCurrent && answer.ok) tellRealityCheck(answer.value.realityCheckMinutes);
    });
    return () => {
      isCurrent = false;
    };
  }, [bettor]);
  const isWanted = typeof minutes === 'number';
  useEffect(() => {
    if (!isWanted) return;
    // Without it one can still play: it is asked for again with the next page.
    import('./reality-check.tsx').then(
      ({ RealityCheck }) => setCheck(() => RealityCheck),
      () => {},
    );
  }, [isWanted]);
  if (!Check || bettor === undefined || !isWanted) return null;
  return <Check key={`${bettor} ${minutes}`} user={bettor} minutes={minutes} />;
}
