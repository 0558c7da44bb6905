import { parseArgs } from 'node:util';
import { startOfDay } from './replay/replay-calendar.ts';

/** The command line. `from` is an instant in ms; null means the first day of the files. */
export type Programme = {
  readonly replay: readonly string[];
  readonly timeline: readonly string[];
  readonly serve: readonly string[];
  readonly from: number | null;
  readonly speed: number;
  readonly leadMs: number;
  /** Between two kick-offs of a timeline, in ms of wall time; null leaves them at their true distance. */
  readonly everyMs: number | null;
};

export type CommandLineRead =
  | { readonly ok: true; readonly programme: Programme }
  | { readonly ok: false; readonly wrong: readonly string[] };

export const USAGE =
  'node sandbox/src/main.ts [--replay FILE.csv]... | [--timeline FILE.jsonl[.gz] [--every SECONDS]]... ' +
  '[--from YYYY-MM-DD] [--speed N] [--lead SECONDS] | [--serve FILE.json]...';

/** A file of a timeline; it may also be given as --replay. */
const TIMELINE_FILE = /\.jsonl(\.gz)?$/;

export function readCommandLine(args: readonly string[]): CommandLineRead {
  const parsed = parsedOrNull(args);
  if (typeof parsed === 'string') return { ok: false, wrong: [parsed] };
  const { serve = [], from, speed, lead, every } = parsed;
  const given = parsed.replay ?? [];
  const replay = given.filter((file) => !TIMELINE_FILE.test(file));
  const timeline = [...(parsed.timeline ?? []), ...given.filter((file) => TIMELINE_FILE.test(file))];
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
    timeline,
    serve,
    from: from === undefined ? null : startOfDay(from),
    speed: number('speed', speed, 60, 0.001),
    leadMs: number('lead', lead, 60, 0) * 1000,
    everyMs: every === undefined ? null : number('every', every, 0, 0) * 1000,
  };
  if (from !== undefined && programme.from === null)
    wrong.push(`--from has to be a day such as 2025-05-10, not "${from}"`);
  if ([replay, timeline, serve].filter((files) => files.length > 0).length > 1)
    wrong.push('--replay, --timeline and --serve cannot be used together');
  if (replay.length + timeline.length === 0 && (from ?? speed ?? lead) !== undefined)
    wrong.push('--from, --speed and --lead go with --replay or --timeline');
  if (timeline.length === 0 && every !== undefined) wrong.push('--every goes with --timeline');
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, programme };
}

function parsedOrNull(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        replay: { type: 'string', multiple: true },
        timeline: { type: 'string', multiple: true },
        serve: { type: 'string', multiple: true },
        from: { type: 'string' },
        speed: { type: 'string' },
        lead: { type: 'string' },
        every: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
