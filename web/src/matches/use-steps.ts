import { useEffect, useState } from 'react';

/** Cards that are drawn for the first time in one frame: more than fit on most screens. */
const newInOneFrame = 12;

/** The ids of a list that may be drawn in this frame: a long list comes in steps, from the top, so that it never holds up a press. */
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

/** From the top as far as there are no more than a frame's worth of ids that were not drawn yet. */
export function nextStep(ids: readonly string[], drawn: ReadonlySet<string>): readonly string[] {
  let fresh = 0;
  const end = ids.findIndex((id) => {
    if (!drawn.has(id)) fresh += 1;
    return fresh > newInOneFrame;
  });
  return end === -1 ? ids : ids.slice(0, end);
}

const nothing: ReadonlySet<string> = new Set();
