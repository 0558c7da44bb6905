import { type Cents, centsFromDollars } from '@touchline/core/money';
import { useEffect, useState } from 'react';
import { betHistory } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { useSession } from '../session/index.ts';

type Placed = { readonly of: string; readonly stakes: readonly Cents[] };

const none: readonly Cents[] = [];
const mostBets = 30;
/** Shown at once when the slip opens again. */
let known: Placed | undefined;

/** The bettor's last stakes, the newest first; none for a guest or before they are loaded. */
export function usePlacedStakes(): readonly Cents[] {
  const { user } = useSession();
  const bettor = user?.role === 'bettor' ? user.id : undefined;
  const [placed, setPlaced] = useState(known);
  useEffect(() => {
    if (bettor === undefined) return;
    let isCurrent = true;
    // Without an answer, the standard stakes stay.
    void call(betHistory, { query: { limit: mostBets } }).then((answer) => {
      if (!isCurrent || !answer.ok) return;
      known = { of: bettor, stakes: answer.value.flatMap(({ stake }) => centsFromDollars(stake) ?? []) };
      setPlaced(known);
    });
    return () => {
      isCurrent = false;
    };
  }, [bettor]);
  return placed && placed.of === bettor ? placed.stakes : none;
}
