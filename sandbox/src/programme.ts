import { createHash } from 'node:crypto';
import { simulatedCalendar } from './calendar/simulated-calendar.ts';
import type { Plan } from './football/match.ts';
import { readServedFile, type ServedFile } from './odds-api/served-file.ts';
import { type BadRow, readSeason } from './replay/read-season.ts';
import { type ReplayClock, replayPlans, startOfDay, virtualTime } from './replay/replay-calendar.ts';
import { kept } from './state/kept.ts';

/** What the odds provider shows: its own calendar, a real season again, or stored answers. */
export type ProgrammeOptions =
  | { readonly kind: 'calendar'; readonly seed: string; readonly matchSpeed: number }
  | {
      readonly kind: 'replay';
      readonly files: readonly TextFile[];
      /** Real instant in ms where the replay begins; null is the first day of the files. */
      readonly from: number | null;
      readonly speed: number;
      readonly leadMs: number;
    }
  | { readonly kind: 'stored'; readonly files: readonly TextFile[] };

export type TextFile = { readonly name: string; readonly text: string };

export type RunningProgramme = {
  /** Names the run: what the desk does belongs to it and to no other. */
  readonly name: string;
  readonly plans: (now: number) => readonly Plan[];
  readonly served: ServedFile | null;
  /** How fast matches run, in words for the pages. */
  readonly pace: (now: number) => string;
  /** Rows of season files that could not be used. */
  readonly bad: readonly (BadRow & { readonly file: string })[];
};

export function runProgramme(
  options: ProgrammeOptions,
  stateFolder: string | null,
  now: () => number,
): RunningProgramme {
  switch (options.kind) {
    case 'calendar':
      return ownCalendar(options, stateFolder, now());
    case 'replay':
      return seasonAgain(options, stateFolder, now());
    case 'stored':
      return storedAnswers(options.files);
  }
}

function ownCalendar(
  options: { seed: string; matchSpeed: number },
  stateFolder: string | null,
  now: number,
): RunningProgramme {
  const epoch = Math.floor(now / 1000) * 1000;
  const file = kept(stateFolder, 'calendar', { seed: options.seed, matchSpeed: options.matchSpeed, epoch });
  const same = file.get().seed === options.seed && file.get().matchSpeed === options.matchSpeed;
  // Another seed or speed is another world: it begins now, under other ids.
  const running = same ? file.get() : { seed: options.seed, matchSpeed: options.matchSpeed, epoch };
  file.set(running);
  const name = `${running.seed}|${running.matchSpeed}|${running.epoch}`;
  const calendar = simulatedCalendar({ name, epoch: running.epoch, minuteMs: 60_000 / running.matchSpeed });
  return {
    name: short(name),
    plans: calendar.plans,
    served: null,
    pace: () => `Simulated calendar · a match runs ${running.matchSpeed} times as fast as a real one`,
    bad: [],
  };
}

function seasonAgain(
  options: { files: readonly TextFile[]; from: number | null; speed: number; leadMs: number },
  stateFolder: string | null,
  now: number,
): RunningProgramme {
  const seasons = options.files.map((file) => ({ file: file.name, season: readSeason(file.text) }));
  const matches = seasons.flatMap(({ season }) => season.matches);
  const [firstDay] = matches.map((match) => match.day).sort();
  if (firstDay === undefined)
    throw new Error(`no match could be read from ${options.files.map((each) => each.name).join(', ')}`);
  const from = options.from ?? startOfDay(firstDay) ?? now;
  if (!matches.some((match) => match.kickoffAt >= from))
    throw new Error('the files have no match on or after the first day');
  const content = options.files.map((file) => file.text).join('\n');
  const name = short(`${content}|${from}|${options.speed}|${options.leadMs}`);
  const file = kept(stateFolder, 'replay', { name, startedAt: now });
  // The same files at the same speed go on where they were; anything else begins anew.
  const startedAt = file.get().name === name ? file.get().startedAt : now;
  file.set({ name, startedAt });
  const clock: ReplayClock = { startedAt, leadMs: options.leadMs, from, speed: options.speed };
  const plans = replayPlans(matches, clock);
  return {
    name,
    plans: () => plans,
    served: null,
    pace: (at) =>
      `Replay, ${options.speed} times as fast · it is ${new Date(virtualTime(clock, at)).toUTCString().slice(0, 22)} there`,
    bad: seasons.flatMap(({ file: name, season }) => season.bad.map((row) => ({ ...row, file: name }))),
  };
}

function storedAnswers(files: readonly TextFile[]): RunningProgramme {
  const served = readServedFile(files.map((file) => file.text));
  return { name: 'stored', plans: () => [], served, pace: () => 'Stored answers, handed out as they are', bad: [] };
}

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
