import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Run, RunResult } from './verifier-thread.ts';

const verifier = pathToFileURL(join(import.meta.dirname, '../../../auditor/verify-ledger.mjs'));
/** A thread keeps every module that it loaded. */
const runsOfThread = 100;

let thread: Worker | undefined;
let runs = 0;
let previous: Promise<unknown> = Promise.resolve();

/** In a thread that stays: starting a process takes ten times as long as verifying the few events of a test. */
async function runVerifier(args: readonly string[]): Promise<RunResult> {
  if (!thread || runs % runsOfThread === 0) {
    await thread?.terminate();
    thread = new Worker(join(import.meta.dirname, 'verifier-thread.ts'));
    thread.unref();
  }
  runs += 1;
  const worker = thread;
  worker.postMessage({ module: `${verifier.href}?run=${runs}`, args } satisfies Run);
  try {
    const [result] = await once(worker, 'message');
    return result as RunResult;
  } catch (error) {
    thread = undefined;
    throw error;
  }
}

/** Runs the stand-alone verifier over these files. Returns its exit code, the kinds of its findings and its output. */
export async function verifyAlone(
  files: Readonly<Record<string, string | AsyncIterable<string>>>,
  ...args: readonly string[]
) {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-verify-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const run = previous.then(() => runVerifier(args.map((arg) => (arg in files ? join(folder, arg) : arg))));
    previous = run.catch(() => undefined);
    const { code, text } = await run;
    const kinds = [...text.matchAll(/^ {2}([a-z-]+): /gm)].map(([, kind]) => kind ?? '');
    return { code, kinds: [...new Set(kinds)].toSorted(), text: text.replaceAll(`${folder}/`, '') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Verifies one unsigned export or proof. */
export const verifyUnsigned = (name: string, content: string | AsyncIterable<string>) =>
  verifyAlone({ [name]: content }, name, '--key', 'none', '--no-checkpoints');
