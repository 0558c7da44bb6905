import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The path of a team's picture; nothing where there is none. */
export type LogoOf = (team: string) => string | undefined;

export const noLogos: LogoOf = () => undefined;

const lookEveryMs = 10_000;

/**
 * Spec §3: `/teams/{team name lowercased, spaces as underscores}.jpg`, of the pictures that the folder of the built screens has.
 * No browser is sent for one that is not there; one that is added later is found when its team is asked for again.
 */
export function logosIn(webFolder: string, now: () => number = Date.now): LogoOf {
  let files: ReadonlySet<string> = new Set();
  let lookedAt = Number.NEGATIVE_INFINITY;
  return (team) => {
    if (now() - lookedAt >= lookEveryMs) {
      files = new Set(filesOf(join(webFolder, 'teams')));
      lookedAt = now();
    }
    const file = `${team.toLowerCase().replaceAll(' ', '_')}.jpg`;
    return files.has(file) ? `/teams/${encodeURIComponent(file)}` : undefined;
  };
}

/** The house comes without pictures of clubs: no folder is the usual case. */
function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}
