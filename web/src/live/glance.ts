import { type EventObject, fromCallback } from 'xstate';
import { fetchSince } from '../api/matches.ts';
import type { GlanceInput } from './live-setup.ts';

const everyMs = 5_000;
/** At least, and twice as long at most. */
const firstAfterMs = 1_250;

/**
 * Looks matches up by HTTP every five seconds, from the version given on, and tells what changed and that it looked. A look that fails
 * is forgotten. The first is made sooner, but not by everybody at once: most have their line back before.
 */
export const glance = fromCallback<EventObject, GlanceInput>(({ input, sendBack }) => {
  let { n } = input;
  const look = async () => {
    const answer = await fetchSince(n);
    if (!answer.ok) return;
    n = answer.value.n;
    if (answer.value.d.length > 0) sendBack({ type: 'rows fetched', rows: answer.value.d });
    sendBack({ type: 'looked' });
  };
  let next: ReturnType<typeof setTimeout>;
  const lookIn = (ms: number) => {
    next = setTimeout(() => {
      lookIn(everyMs);
      void look();
    }, ms);
  };
  lookIn(firstAfterMs * (1 + Math.random()));
  return () => clearTimeout(next);
});
