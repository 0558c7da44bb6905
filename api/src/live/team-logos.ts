import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LogoOf } from '@touchline/core/contract';

const readEveryMs = 10_000;

/**
 * Returns `/teams/{team name in lower case, spaces as underscores}.jpg` if the folder of the built screens has that picture, so that
 * no browser requests a missing one. A picture added later is found within `readEveryMs`.
 */
export function logosIn(webFolder: string, now: () => number = Date.now): LogoOf {
  let files: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return (team) => {
    if (now() - readAt >= readEveryMs) {
      files = new Set(filesOf(join(webFolder, 'teams')));
      readAt = now();
    }
    const file = `${team.toLowerCase().replaceAll(' ', '_')}.jpg`;
    return files.has(file) ? `/teams/${encodeURIComponent(file)}` : undefined;
  };
}

/** Touchline ships no club pictures, so the folder is usually absent. */
function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}
