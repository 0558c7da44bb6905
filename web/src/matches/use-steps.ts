import { useEffect, useState } from 'react';

/** The most new cards per frame: more than fit on most screens. */
const newInOneFrame = 12;

/** Returns the ids to render in this frame. A long list renders in steps from the top, so that it never delays input. */
export function useSteps(ids: readonly string[]): readonly string[] {
  const [drawn, setDrawn] = useState(nothing);
  const step = nextStep(ids, drawn);
  const isWhole = step.length === ids.length;
  useEffect(() => {
    if (isWhole && ids.length === drawn.size) return;
    const frame = requestAnimationFrame(() => setDrawn(new Set(nextStep(ids, drawn))));
    return () => cancelAnimationFrame(frame);
  }, [ids, drawn, isWhole]);
  return isWhole ? ids : step;
}

/** Returns the ids from the top that include at most one frame's worth of new ones. */
export function nextStep(ids: readonly string[], drawn: ReadonlySet<string>): readonly string[] {
  let fresh = 0;
  const end = ids.findIndex((id) => {
    if (!drawn.has(id)) fresh += 1;
    return fresh > newInOneFrame;
  });
  return end === -1 ? ids : ids.slice(0, end);
}

const nothing: ReadonlySet<string> = new Set();
