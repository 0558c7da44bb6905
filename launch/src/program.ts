import { StartRefused } from './refusal.ts';

export type ProgramInput = {
  readonly args: readonly string[];
  /** The folder the person stood in when they called npm. */
  readonly callerFolder: string;
  /** Resolves at the first Ctrl-C, SIGTERM, closed terminal, or when the process that started us was killed. */
  readonly stopRequested: Promise<'stop'>;
  readonly say: (line: string) => void;
};

// One Ctrl-C reaches us twice: from the terminal, and passed on by npm. Only a later one means "now, at once".
const SAME_SIGNAL_MS = 1500;

/** Runs a verb of package.json: prints a refusal as it is, a bug with its stack, and ends with the exit code returned. */
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
  // A closed terminal must not end us before everything is stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const { INIT_CWD } = process.env;
  const input = {
    args: process.argv.slice(2),
    callerFolder: INIT_CWD ?? process.cwd(),
    stopRequested,
    say: (line: string) => process.stdout.write(`${line}\n`),
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
