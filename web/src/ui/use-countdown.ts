import { t } from '@touchline/core/language';
import { useEffect, useState } from 'react';

/** Returns the seconds until an ISO time, updated every second; 0 once it has passed or without one. */
export function useCountdown(until: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}

/** "23 h 5 min", "4 min 10 s" or "30 s". */
export function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return t('{hours} h {minutes} min', { hours, minutes });
  return minutes > 0
    ? t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 })
    : t('{seconds} s', { seconds });
}
