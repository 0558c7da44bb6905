import { useEffect, useState } from 'react';

export type Move = 'rise' | 'fall';
type Seen = { readonly value: number | undefined; readonly move: Move | undefined; readonly count: number };

const shownForMs = 1_000;

/** Which way a number last moved, for one second after it did; `count` tells one move from the next. */
export function useMove(value: number | undefined): { readonly move: Move | undefined; readonly count: number } {
  const [seen, setSeen] = useState<Seen>({ value, move: undefined, count: 0 });
  if (seen.value !== value) setSeen({ value, move: direction(seen.value, value), count: seen.count + 1 });
  const { move, count } = seen;
  useEffect(() => {
    if (!move) return;
    const settle = (now: Seen): Seen => (now.count === count ? { ...now, move: undefined } : now);
    const timer = setTimeout(() => setSeen(settle), shownForMs);
    return () => clearTimeout(timer);
  }, [move, count]);
  return seen;
}

function direction(before: number | undefined, after: number | undefined): Move | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  return after > before ? 'rise' : 'fall';
}
