import { setTimeout as pause } from 'node:timers/promises';

const pollEveryMs = 100;

/**
 * Polls until there is a result, and resolves with it. A call without an answer counts as no result yet: the server may just be
 * starting, or have closed a connection as it was reused.
 * @throws naming `what` if there is no result in time, and at once on any other error
 */
export async function until<Found>(
  what: string,
  poll: () => Promise<Found | undefined>,
  { withinMs = 60_000, everyMs = pollEveryMs }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<Found> {
  const end = Date.now() + withinMs;
  for (;;) {
    let unanswered: Unanswered | undefined;
    const found = await poll().catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
      unanswered = error;
      return undefined;
    });
    if (found !== undefined) return found;
    if (Date.now() > end) {
      const why = unanswered ? ` The last call was not answered: ${unanswered.cause.message}.` : '';
      throw new Error(`Waited ${withinMs / 1000} s in vain for ${what}.${why}`, { cause: unanswered });
    }
    await pause(everyMs);
  }
}

type Unanswered = TypeError & { readonly cause: Error };

/** How `fetch` says that there was no connection, or that it ended before the answer did. */
const isUnanswered = (error: unknown): error is Unanswered =>
  error instanceof TypeError && error.cause instanceof Error;
