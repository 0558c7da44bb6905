import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines of the processes' logs that no stranger may be able to cause: errors, and what is no line of the log at all. */
export function findingsInLogs(dataFolder: string): readonly string[] {
  const folder = join(dataFolder, 'logs');
  return readdirSync(folder)
    .filter((file) => /^(api|worker|proxy)/.test(file))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('--- ') && !isHarmless(line))
        .map((line) => `${file}: ${line}`),
    );
}

/** The proxy's lines are plain text. */
const ofTheProxy = /^\d{4}-\S+Z (?:proxy ready for|http\S+ is) /;

function isHarmless(line: string): boolean {
  if (ofTheProxy.test(line)) return true;
  try {
    const { level } = JSON.parse(line) as { readonly level?: string };
    return level === 'info' || level === 'warn' || level === 'debug';
  } catch {
    return false;
  }
}
