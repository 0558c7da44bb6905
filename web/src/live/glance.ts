import { type EventObject, fromCallback } from 'xstate';
import { fetchSince } from '../api/matches.ts';
import type { GlanceInput } from './live-machine.ts';

const everyMs = 5_000;

/** Looks matches up by HTTP every five seconds, from the version given on, and tells what changed and that it looked. A look that fails is forgotten. */
export const glance = fromCallback<EventObject, GlanceInput>(({ input, sendBack }) => {
  let { n } = input;
  const look = async () => {
    const answer = await fetchSince(n);
    if (!answer.ok) return;
    n = answer.value.n;
    if (answer.value.d.length > 0) sendBack({ type: 'rows fetched', rows: answer.value.d });
    sendBack({ type: 'looked' });
  };
  const looking = setInterval(look, everyMs);
  return () => clearInterval(looking);
});
