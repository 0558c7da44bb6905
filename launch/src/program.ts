import { StartRefused } from './refusal.ts';

export type ProgramInput = {
  readonly args: readonly string[];
  /** The folder from which npm was called. */
  readonly callerFolder: string;
  /** Resolves at the first Ctrl-C, SIGTERM or closed terminal, or when our parent process was killed. */
  readonly stopRequested: Promise<'stop'>;
  readonly print: (line: string) => void;
};

// One Ctrl-C arrives twice, from the terminal and forwarded by npm. Only a later one means "stop at once".
const SAME_SIGNAL_MS = 1500;

/** Runs an npm command: prints a refusal as is, a bug with its stack, and exits with the returned code. */
export function runAsProgram(program: (input: ProgramInput) => Promise<number>): void {
  const stopRequested = new Promise<'stop'>((resolve) => {
    let first: number | undefined;
    const stop = () => {
      const now = Date.now();
      first ??= now;
      if (now - first > SAME_SIGNAL_MS) process.exit(130);
      resolve('stop');
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    process.on('disconnect', stop);
  });
  // A closed terminal must not end this process before everything is stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const { INIT_CWD } = process.env;
  const input = {
    args: process.argv.slice(2),
    callerFolder: INIT_CWD ?? process.cwd(),
    stopRequested,
    print: (line: string) => process.stdout.write(`${line}\n`),
  };
  program(input).then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof StartRefused ? error.message : readable(error)}\n`);
      process.exit(1);
    },
  );
}

function readable(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
