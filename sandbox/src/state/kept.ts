import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A value on disk: read once and written as a whole after each change, so that a restart continues. */
export type Kept<Value> = { readonly get: () => Value; readonly set: (value: Value) => void };

/** `folder` null keeps the value in memory only. A file that cannot be read is set aside, never overwritten. */
export function kept<Value>(folder: string | null, name: string, first: Value): Kept<Value> {
  const file = folder === null ? null : join(folder, `${name}.json`);
  let current = file === null ? first : (readFrom<Value>(file) ?? first);
  return {
    get: () => current,
    set: (value) => {
      current = value;
      if (file !== null) writeTo(file, value);
    },
  };
}

function readFrom<Value>(file: string): Value | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    // Only this sandbox writes the file.
    return JSON.parse(text) as Value;
  } catch {
    const aside = `${file}.unreadable`;
    renameSync(file, aside);
    process.stderr.write(`sandbox: ${file} could not be read and was set aside as ${aside}\n`);
    return null;
  }
}

function writeTo(file: string, value: unknown): void {
  mkdirSync(join(file, '..'), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(value));
  renameSync(next, file);
}
