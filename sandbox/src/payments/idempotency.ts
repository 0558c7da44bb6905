import { createHash } from 'node:crypto';
import type { Answer, Asked } from '../http/answer.ts';
import { kept } from '../state/kept.ts';
import { problemAnswer } from './problem.ts';

const REMEMBERED_MS = 3_600_000;

type Finished = Extract<Answer, { kind: 'answer' }>;
type Known = { readonly request: string; readonly at: number; readonly answer: Finished };

/** Repeats the first response to a POST with the same `Idempotency-Key` for an hour. */
export function createIdempotency(folder: string | null) {
  const file = kept<Readonly<Record<string, Known>>>(folder, 'idempotency', {});
  const running = new Set<string>();
  return async (asked: Asked, now: number, run: () => Promise<Answer>): Promise<Answer> => {
    const key = asked.headers['idempotency-key'];
    if (typeof key !== 'string' || key === '') return run();
    const request = createHash('sha256').update(`${asked.method} ${asked.path} ${asked.body}`).digest('hex');
    const { [key]: known } = file.get();
    if (known && now - known.at < REMEMBERED_MS) {
      return known.request === request
        ? { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replayed': 'true' } }
        : problemAnswer({ status: 400, detail: 'This idempotency key was used before, with other parameters.' });
    }
    if (running.has(key))
      return problemAnswer({ status: 409, detail: 'A request with this idempotency key is still under way.' });
    running.add(key);
    try {
      const answer = await run();
      if (answer.kind === 'answer') {
        const fresh = Object.entries(file.get()).filter(([, each]) => now - each.at < REMEMBERED_MS);
        file.set({ ...Object.fromEntries(fresh), [key]: { request, at: now, answer } });
      }
      return answer;
    } finally {
      running.delete(key);
    }
  };
}
