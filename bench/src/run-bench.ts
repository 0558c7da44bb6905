import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** A goal of a measurement. `met` compares the values as printed. */
export type Goal = {
  readonly what: string;
  readonly value: number;
  readonly goal: number;
  readonly better: 'higher' | 'lower';
  readonly met: boolean;
};

/** The result of a measurement: lines for people, goals and figures for programs. */
export type Report = {
  readonly lines: readonly string[];
  readonly goals: readonly Goal[];
  readonly figures: Readonly<Record<string, unknown>>;
  /** A missed goal makes the exit code 1. */
  readonly mustMeet?: true;
};

export type BenchRun = {
  /** `quick`: fewer and shorter rounds, to try it out. */
  readonly pace: 'full' | 'quick';
  /** How long to watch, if a longer watch than usual was requested. */
  readonly minutes: number;
  /** The chosen sizes. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Operands besides the options, such as files. */
  readonly args: readonly string[];
  readonly print: (line: string) => void;
  /** Aborted by Ctrl-C, SIGTERM and when the time is up. */
  readonly signal: AbortSignal;
  /** Registers a clean-up, run in reverse order however the measurement ends. */
  readonly atEnd: (cleanUp: () => Promise<void>) => void;
};

const LONGEST_MS = { full: 300_000, quick: 200_000 };

/**
 * Runs a measurement as a program: prints its report, a table of its goals and, as the last line, a JSON object. The exit code is 0 if
 * it could be measured, even with missed goals, unless the report requires them.
 */
export async function runBench(
  bench: string,
  measure: (run: BenchRun) => Promise<Report>,
  options: {
    readonly longestMs?: (given: Pick<BenchRun, 'args' | 'sizes'>) => number;
    /** Sizes that can be set with `--name number`, with their defaults. */
    readonly sizes?: Readonly<Record<string, number>>;
  } = {},
): Promise<never> {
  const usualSizes = Object.entries(options.sizes ?? {});
  const { values, positionals: args } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '0' },
      ...Object.fromEntries(usualSizes.map(([name]) => [name, { type: 'string' as const }])),
    },
    allowPositionals: true,
  });
  const sizes = Object.fromEntries(usualSizes.map(([name, usual]) => [name, sizeIn(values, name) ?? usual]));
  const pace = values.quick ? 'quick' : 'full';
  const minutes = Number(values.minutes);
  if (!(minutes >= 0 && minutes <= 60)) throw new Error('--minutes is a number up to 60');
  const longestMs = (options.longestMs?.({ args, sizes }) ?? LONGEST_MS[pace]) + minutes * 120_000;
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  setTimeout(() => stop.abort(new Error(`not done within ${longestMs} ms`)), longestMs).unref();
  const cleanUps: (() => Promise<void>)[] = [];
  const print = (line: string) => {
    process.stdout.write(`${line}\n`);
  };
  const atEnd = (cleanUp: () => Promise<void>) => {
    cleanUps.unshift(cleanUp);
  };
  try {
    const report = await Promise.race([
      measure({ pace, minutes, sizes, args, print, signal: stop.signal, atEnd }),
      aborted(stop.signal),
    ]);
    for (const line of [...report.lines, '', ...goalLines(report.goals), '']) print(line);
    await cleanUpAll(cleanUps);
    print(JSON.stringify({ bench, goals: report.goals, figures: report.figures }));
    process.exit(report.mustMeet && report.goals.some(({ met }) => !met) ? 1 : 0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    await cleanUpAll(cleanUps);
    process.exit(1);
  }
}

function sizeIn(values: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const given = values[name];
  if (given === undefined) return undefined;
  const size = Number(given);
  if (!(Number.isInteger(size) && size > 0)) throw new Error(`--${name} is a whole number`);
  return size;
}

export const atLeast = (what: string, value: number, goal: number): Goal => {
  const shown = rounded(value);
  return { what, value: shown, goal, better: 'higher', met: shown >= goal };
};
export const atMost = (what: string, value: number, goal: number): Goal => {
  const shown = rounded(value);
  return { what, value: shown, goal, better: 'lower', met: shown <= goal };
};

/** Aligns columns: the first left, the others right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   '),
  );
}

function goalLines(goals: readonly Goal[]): string[] {
  if (goals.length === 0) return [];
  const rows = goals.map((goal) => [
    goal.what,
    String(goal.value),
    `${goal.better === 'higher' ? 'at least' : 'at most'} ${goal.goal}`,
    goal.met ? 'met' : 'NOT MET',
  ]);
  return table([['goal', 'measured', 'wanted', ''], ...rows]);
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  throw signal.reason;
}

const CLEAN_UP_WITHIN_MS = 20_000;

// A hanging connection must not prevent stopping the database.
async function cleanUpAll(cleanUps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const cleanUp of cleanUps) {
    const cleaned = cleanUp().catch((error: unknown) => process.stderr.write(`while cleaning up: ${String(error)}\n`));
    await Promise.race([cleaned, pause(CLEAN_UP_WITHIN_MS, undefined, { ref: false })]);
  }
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;
