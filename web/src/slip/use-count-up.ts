import { useEffect, useRef, useState } from 'react';

const lastsMs = 350;

/** A number on its way from where it was to where it is; at once for those who want less motion. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  const from = useRef(target);
  useEffect(() => {
    const start = from.current;
    const isStill = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    if (isStill || start === target) {
      from.current = target;
      setShown(target);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      const part = Math.min(1, Math.max(0, (time - began) / lastsMs));
      const value = Math.round(start + (target - start) * (1 - (1 - part) ** 3));
      from.current = value;
      setShown(value);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
