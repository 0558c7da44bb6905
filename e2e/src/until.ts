import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 100;

/**
 * Looks again and again until there is something, and resolves with it.
 * Rejects with the words of what was waited for when it did not come in time.
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  { withinMs = 60_000, everyMs = lookEveryMs }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<Found> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited ${withinMs / 1000} s in vain for ${what}.`);
    await pause(everyMs);
  }
}
