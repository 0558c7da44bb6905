import { CallFailed } from '../api/call.ts';
import { isAttemptStored } from './slip-storage.ts';

/** How long a change of the storage may take to reach another tab. */
const storageMs = 1_000;

/**
 * Submits an attempt from one tab at a time, and no more once another tab has resolved it: after a refusal, a second submission under
 * the same key could still place the bet. Without the Web Locks API the tabs do not wait for each other; the key alone makes it one bet.
 */
export function submitInTurn<Answer>(key: string, submit: () => Promise<Answer>): Promise<Answer> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return submit();
  return new Promise((resolve, reject) => {
    void locks.request(`touchline-bet-${key}`, async () => {
      const answer = isAttemptStored(key) ? submit() : Promise.reject(new CallFailed({ kind: 'network' }));
      await answer.then(resolve, reject);
      // Only now does the outcome reach the storage, which the next tab reads when it is its turn.
      await new Promise((done) => setTimeout(done, storageMs));
    });
  });
}
