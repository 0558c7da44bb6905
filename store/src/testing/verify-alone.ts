import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const verifier = join(import.meta.dirname, '../../../auditor/verify-ledger.mjs');

/** Runs the stand-alone verifier in a folder of these files. Returns its exit code, the kinds of its findings and its output. */
export async function verifyAlone(
  files: Readonly<Record<string, string | AsyncIterable<string>>>,
  ...args: readonly string[]
) {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-verify-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const run = spawnSync(process.execPath, [verifier, ...args], { encoding: 'utf8', cwd: folder });
    const kinds = [...run.stdout.matchAll(/^ {2}([a-z-]+): /gm)].map(([, kind]) => kind ?? '');
    return { code: run.status, kinds: [...new Set(kinds)].toSorted(), text: run.stdout + run.stderr };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Verifies one unsigned export or proof. */
export const verifyUnsigned = (name: string, content: string | AsyncIterable<string>) =>
  verifyAlone({ [name]: content }, name, '--key', 'none', '--no-checkpoints');
