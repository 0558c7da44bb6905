import { type EventObject, fromCallback } from 'xstate';
import { call } from '../api/call.ts';
import { eventsSince } from '../api/light-endpoints.ts';
import type { PollInput } from './live-setup.ts';

const everyMs = 5_000;
/** The first poll follows after 1 to 2 times this. */
const firstAfterMs = 1_250;

/**
 * Polls matches over HTTP every five seconds, starting from a version. Reports changed rows and each successful poll; ignores
 * failures. The first poll comes sooner, at a random moment: most clients are connected again by then.
 */
export const pollMatches = fromCallback<EventObject, PollInput>(({ input, sendBack }) => {
  let { n } = input;
  const poll = async () => {
    const answer = await call(eventsSince, { query: { since: n } });
    if (!answer.ok) return;
    n = answer.value.n;
    if (answer.value.d.length > 0) sendBack({ type: 'rows fetched', rows: answer.value.d });
    sendBack({ type: 'polled' });
  };
  let next: ReturnType<typeof setTimeout>;
  const pollIn = (ms: number) => {
    next = setTimeout(() => {
      pollIn(everyMs);
      void poll();
    }, ms);
  };
  pollIn(firstAfterMs * (1 + Math.random()));
  return () => clearTimeout(next);
});
