import { kept } from '../state/kept.ts';

/** Minutes after the first attempt at which the provider retries. */
export const ATTEMPTS_AT_MINUTES = [0, 1, 3, 7, 15, 31, 60, 120, 240, 1560];
const ANSWER_WITHIN_MS = 15_000;
const REMEMBERED = 300;

type Waiting = { readonly paymentId: string; readonly url: string; readonly since: number; readonly tries: number };
type Delivery = { readonly paymentId: string; readonly at: number; readonly answer: string };

export type Webhooks = {
  /** Queues a webhook about a changed payment. */
  readonly announce: (paymentId: string, url: string | null, now: number) => void;
  /** Sends due webhooks; resolves when all have been answered or given up. */
  readonly deliver: (now: number) => Promise<void>;
  readonly deliveries: (paymentId: string) => readonly Delivery[];
  /** When the next attempt is due, or null. */
  readonly nextAttemptAt: (paymentId: string) => number | null;
};

/** Classic webhooks: a form with only the payment's id, up to ten attempts at `scale` times the usual intervals. */
export function createWebhooks(folder: string | null, scale: number): Webhooks {
  const outbox = kept<readonly Waiting[]>(folder, 'webhooks', []);
  let log: readonly Delivery[] = [];
  const underWay = new Set<Waiting>();
  const dueAt = (waiting: Waiting): number =>
    waiting.since + (ATTEMPTS_AT_MINUTES[waiting.tries] ?? 0) * 60_000 * scale;
  const sendOnce = async (waiting: Waiting, now: number): Promise<void> => {
    underWay.add(waiting);
    const answer = await post(waiting.url, waiting.paymentId);
    underWay.delete(waiting);
    log = [...log, { paymentId: waiting.paymentId, at: now, answer: answer.outcome }].slice(-REMEMBERED);
    const others = outbox.get().filter((each) => each !== waiting);
    const again = { ...waiting, tries: waiting.tries + 1 };
    outbox.set(answer.accepted || again.tries >= ATTEMPTS_AT_MINUTES.length ? others : [...others, again]);
  };
  return {
    announce: (paymentId, url, now) => {
      if (url !== null) outbox.set([...outbox.get(), { paymentId, url, since: now, tries: 0 }]);
    },
    deliver: async (now) => {
      const due = outbox.get().filter((waiting) => !underWay.has(waiting) && dueAt(waiting) <= now);
      await Promise.all(due.map((waiting) => sendOnce(waiting, now)));
    },
    deliveries: (paymentId) => log.filter((delivery) => delivery.paymentId === paymentId),
    nextAttemptAt: (paymentId) => {
      const times = outbox
        .get()
        .filter((waiting) => waiting.paymentId === paymentId)
        .map(dueAt);
      return times.length > 0 ? Math.min(...times) : null;
    },
  };
}

// Redirects are followed as HTTP clients do: 301 and 302 turn the POST into a GET without a body, 307 and 308 do not.
async function post(url: string, paymentId: string): Promise<{ accepted: boolean; outcome: string }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Sandbox/1.0 (stands in for Mollie)',
      },
      body: new URLSearchParams({ id: paymentId }).toString(),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    return { accepted: answer.ok, outcome: `${answer.status}` };
  } catch (error) {
    return {
      accepted: false,
      outcome: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in 15 s' : 'not reachable',
    };
  }
}
