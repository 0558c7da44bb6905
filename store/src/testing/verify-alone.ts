import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

const verifier = join(import.meta.dirname, '../../../auditor/verify-ledger.mjs');

/** In a thread, as starting a process takes twice as long. */
async function runVerifier(args: readonly string[]): Promise<{ code: number; text: string }> {
  const thread = new Worker(verifier, { argv: [...args], stdout: true, stderr: true });
  const [output, errors, [code]] = await Promise.all([
    textOf(thread.stdout),
    textOf(thread.stderr),
    once(thread, 'exit') as Promise<[number]>,
  ]);
  return { code, text: output + errors };
}

/** Runs the stand-alone verifier over these files. Returns its exit code, the kinds of its findings and its output. */
export async function verifyAlone(
  files: Readonly<Record<string, string | AsyncIterable<string>>>,
  ...args: readonly string[]
) {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-verify-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const { code, text } = await runVerifier(args.map((arg) => (arg in files ? join(folder, arg) : arg)));
    const kinds = [...text.matchAll(/^ {2}([a-z-]+): /gm)].map(([, kind]) => kind ?? '');
    return { code, kinds: [...new Set(kinds)].toSorted(), text: text.replaceAll(`${folder}/`, '') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Verifies one unsigned export or proof. */
export const verifyUnsigned = (name: string, content: string | AsyncIterable<string>) =>
  verifyAlone({ [name]: content }, name, '--key', 'none', '--no-checkpoints');
