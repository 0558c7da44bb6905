import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoNotice } from '@touchline/core/matches';
import type { Processes } from './start-nodes.ts';

/** A replay of a past season. */
export type Replay = {
  readonly files: readonly string[];
  readonly from: string | undefined;
  /** Seconds of the season per real second. Default: 1. */
  readonly speed: number;
  /** Real seconds between the start and the first kick-off. */
  readonly leadSeconds: number | undefined;
};

export type StartOptions = {
  readonly beginning: 'continue' | 'fresh';
  readonly replay: Replay | undefined;
  readonly processes: Processes;
};
export type OptionsAnswer = { ok: true; value: StartOptions } | { ok: false; problems: readonly string[] };

/** Parses `npm start -- …`. Paths are resolved from the caller's folder. */
export function readOptions(args: readonly string[], callerFolder: string): OptionsAnswer {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { ok: false, problems: [error instanceof Error ? error.message : String(error)] };
  }
  const files = (values.replay ?? []).map((file) => resolve(callerFolder, file));
  const speed = numberIn(values.speed) ?? 1;
  const leadSeconds = numberIn(values.lead);
  const [apis, workers] = [numberIn(values.api) ?? 1, numberIn(values.worker) ?? 1];
  const problems = [
    ...files
      .filter((file) => !existsSync(file) || !statSync(file).isFile())
      .map((file) => `--replay: there is no file ${file}`),
    ...(values.from === undefined || isDay(values.from) ? [] : ['--from: must be a day such as 2025-05-10']),
    ...(values.speed === undefined || speed > 0 ? [] : ['--speed: must be a number above 0']),
    ...(values.lead === undefined || (leadSeconds !== undefined && leadSeconds >= 0)
      ? []
      : ['--lead: must be a number of seconds']),
    ...(files.length === 0 && (values.from ?? values.speed ?? values.lead) !== undefined
      ? ['--from, --speed and --lead belong to --replay FILE.csv']
      : []),
    ...(isCount(apis) ? [] : [`--api: must be 1 to ${mostOfAKind}`]),
    ...(isCount(workers) ? [] : [`--worker: must be 1 to ${mostOfAKind}`]),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const replay = files.length === 0 ? undefined : { files, from: values.from, speed, leadSeconds };
  return {
    ok: true,
    value: { beginning: values.fresh === true ? 'fresh' : 'continue', replay, processes: { apis, workers } },
  };
}

/** Returns the same name for the same replay, so that a second start continues it. */
export function replayFolder(replay: Replay): string {
  const name = createHash('sha256').update(JSON.stringify(replay)).digest('hex').slice(0, 8);
  const readable = basename(replay.files[0] ?? '', '.csv').replace(/[^A-Za-z0-9_-]/g, '_');
  return `replay-${readable}-${name}`;
}

/** Returns the sandbox's command line for a replay. */
export function sandboxArguments(replay: Replay | undefined): string[] {
  if (replay === undefined) return [];
  return [
    ...replay.files.flatMap((file) => ['--replay', file]),
    ...(replay.from === undefined ? [] : ['--from', replay.from]),
    '--speed',
    String(replay.speed),
    ...(replay.leadSeconds === undefined ? [] : ['--lead', String(replay.leadSeconds)]),
  ];
}

/** Returns the notice that every screen shows above the matches. */
export function feedNotice(replay: Replay | undefined): string {
  if (replay === undefined) return String(demoNotice);
  const files = replay.files.map((file) => basename(file)).join(', ');
  const from = replay.from === undefined ? '' : ` from ${replay.from}`;
  const speed = replay.speed === 1 ? 'in real time' : `${replay.speed} times faster than real time`;
  return `Replay of a past season: ${files}${from}, ${speed}.`;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      fresh: { type: 'boolean' },
      replay: { type: 'string', multiple: true },
      from: { type: 'string' },
      speed: { type: 'string' },
      lead: { type: 'string' },
      api: { type: 'string' },
      worker: { type: 'string' },
    },
  }).values;
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? -1 : number;
}

const mostOfAKind = 16;
const isCount = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= mostOfAKind;

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  );
}
