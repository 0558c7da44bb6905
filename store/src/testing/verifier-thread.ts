import { parentPort } from 'node:worker_threads';

/** One run of the stand-alone verifier: its module's address, which is new for every run, and its arguments. */
export type Run = { readonly module: string; readonly args: readonly string[] };
export type RunResult = { readonly code: unknown; readonly text: string };

// Each run loads the module again, as its state is that of one process.
parentPort?.on('message', async ({ module, args }: Run) => {
  const lines: string[] = [];
  console.log = console.error = (line: string) => void lines.push(`${line}\n`);
  process.argv = [process.execPath, module, ...args];
  process.exitCode = undefined;
  await import(module);
  parentPort?.postMessage({ code: process.exitCode, text: lines.join('') } satisfies RunResult);
});
