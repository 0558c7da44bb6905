import { parseArgs } from 'node:util';
import { startOfDay } from './replay/replay-calendar.ts';

/** What the process was told to show. `from` is an instant in ms; null means the first day of the files. */
export type Programme = {
  readonly replay: readonly string[];
  readonly serve: readonly string[];
  readonly from: number | null;
  readonly speed: number;
  readonly leadMs: number;
};

export type CommandLineRead =
  | { readonly ok: true; readonly programme: Programme }
  | { readonly ok: false; readonly wrong: readonly string[] };

export const USAGE =
  'node sandbox/src/main.ts [--replay FILE.csv]... [--from YYYY-MM-DD] [--speed N] [--lead SECONDS] | [--serve FILE.json]...';

export function readCommandLine(args: readonly string[]): CommandLineRead {
  const parsed = parsedOrNull(args);
  if (typeof parsed === 'string') return { ok: false, wrong: [parsed] };
  const { replay = [], serve = [], from, speed, lead } = parsed;
  const wrong: string[] = [];
  const number = (name: string, text: string | undefined, otherwise: number, least: number): number => {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (text !== '' && Number.isFinite(value) && value >= least && value <= 1_000_000) return value;
    wrong.push(`--${name} has to be a number of at least ${least}, not "${text}"`);
    return otherwise;
  };
  const programme: Programme = {
    replay,
    serve,
    from: from === undefined ? null : startOfDay(from),
    speed: number('speed', speed, 60, 0.001),
    leadMs: number('lead', lead, 60, 0) * 1000,
  };
  if (from !== undefined && programme.from === null)
    wrong.push(`--from has to be a day such as 2025-05-10, not "${from}"`);
  if (replay.length > 0 && serve.length > 0) wrong.push('--replay and --serve cannot be used together');
  if (replay.length === 0 && (from ?? speed ?? lead) !== undefined)
    wrong.push('--from, --speed and --lead go with --replay');
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, programme };
}

function parsedOrNull(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        replay: { type: 'string', multiple: true },
        serve: { type: 'string', multiple: true },
        from: { type: 'string' },
        speed: { type: 'string' },
        lead: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
