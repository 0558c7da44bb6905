import { useEffect, useRef, useState } from 'react';

const durationMs = 350;

/** Animates a number towards its target; at once if the user prefers reduced motion. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  const from = useRef(target);
  useEffect(() => {
    const start = from.current;
    const isReduced = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    if (isReduced || start === target) {
      from.current = target;
      setShown(target);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      const part = Math.min(1, Math.max(0, (time - startedAt) / durationMs));
      const value = Math.round(start + (target - start) * (1 - (1 - part) ** 3));
      from.current = value;
      setShown(value);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
