import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

const CAP_BYTES = 5 * 1024 * 1024;

export type CappedLog = { write(chunk: Buffer | string): void; lastLines(count: number): string; close(): void };

/** A log file with a size cap: when full it becomes `<path>.1`, replacing the previous one. */
export function openCappedLog(path: string, capBytes = CAP_BYTES): CappedLog {
  let file = openSync(path, 'a');
  let size = fstatSync(file).size;
  return {
    write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      if (size > 0 && size + bytes.length > capBytes) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, 'a');
        size = 0;
      }
      size += writeQuietly(file, bytes);
    },
    lastLines(count) {
      const kept = [`${path}.1`, path].filter((part) => existsSync(part)).map((part) => readFileSync(part, 'utf8'));
      return kept.join('').trimEnd().split('\n').slice(-count).join('\n');
    },
    close: () => closeSync(file),
  };
}

// A full disk must not take the product down because of a log line.
function writeQuietly(file: number, bytes: Buffer): number {
  try {
    return writeSync(file, bytes);
  } catch {
    return 0;
  }
}
