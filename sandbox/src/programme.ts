import { createHash } from 'node:crypto';
import { simulatedCalendar } from './calendar/simulated-calendar.ts';
import type { Plan } from './football/match.ts';
import { readServedFile, type ServedFile } from './odds-api/served-file.ts';
import { type BadRow, readSeason } from './replay/read-season.ts';
import { readTimeline } from './replay/read-timeline.ts';
import { type ReplayClock, replayPlans, startOfDay, virtualTime } from './replay/replay-calendar.ts';
import { type KickOffs, timelinePlans } from './replay/timeline-calendar.ts';
import { kept } from './state/kept.ts';

/** What the odds provider serves: its own calendar, a replayed season, or stored responses. */
export type ProgrammeOptions =
  | {
      readonly kind: 'calendar';
      readonly seed: string;
      readonly matchSpeed: number;
      /** The chance of each rare event (postponed, abandoned, result corrected) per match; 0 by default. */
      readonly rareEvents?: number;
      /** League rounds of this many days ahead are listed. Default: 14. */
      readonly daysAhead?: number;
    }
  | {
      readonly kind: 'replay';
      readonly files: readonly TextFile[];
      /** Real instant in ms where the replay begins; null is the first day of the files. */
      readonly from: number | null;
      readonly speed: number;
      readonly leadMs: number;
    }
  | {
      /** Matches with goals and red cards at their true second. */
      readonly kind: 'timeline';
      readonly files: readonly TextFile[];
      readonly from: number | null;
      readonly speed: number;
      readonly leadMs: number;
      readonly kickOffs: KickOffs;
    }
  | { readonly kind: 'stored'; readonly files: readonly TextFile[] };

export type TextFile = { readonly name: string; readonly text: string };

export type RunningProgramme = {
  /** Names the run; changes from the match console belong to one run. */
  readonly name: string;
  readonly plans: (now: number) => readonly Plan[];
  readonly served: ServedFile | null;
  /** How fast matches run, as text for the pages. */
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
    case 'timeline':
      return timelineAgain(options, stateFolder, now());
    case 'stored':
      return storedAnswers(options.files);
  }
}

function ownCalendar(
  options: Extract<ProgrammeOptions, { kind: 'calendar' }>,
  stateFolder: string | null,
  now: number,
): RunningProgramme {
  const epoch = Math.floor(now / 1000) * 1000;
  const { seed, matchSpeed, rareEvents = 0, daysAhead } = options;
  const wanted = { model: MODEL, seed, matchSpeed, rareEvents, epoch };
  const file = kept(stateFolder, 'calendar', wanted);
  const there = file.get();
  const same =
    there.model === MODEL && there.seed === seed && there.matchSpeed === matchSpeed && there.rareEvents === rareEvents;
  // A different seed, speed, chance or model is a different calendar, which begins now with other ids.
  const running = same ? there : wanted;
  file.set(running);
  const name = `${MODEL}|${seed}|${matchSpeed}|${rareEvents}|${running.epoch}`;
  const pace = { minuteMs: 60_000 / matchSpeed, rareEvents };
  const calendar = simulatedCalendar({ name, epoch: running.epoch, ...pace }, daysAhead);
  return {
    name: short(name),
    plans: calendar.plans,
    served: null,
    pace: () => `Simulated calendar · a match runs ${running.matchSpeed} times as fast as a real one`,
    bad: [],
  };
}

type Again = {
  readonly files: readonly TextFile[];
  readonly from: number | null;
  readonly speed: number;
  readonly leadMs: number;
};

function seasonAgain(options: Again, stateFolder: string | null, now: number): RunningProgramme {
  const seasons = options.files.map((file) => ({ file: file.name, read: readSeason(file.text) }));
  const matches = seasons.flatMap(({ read }) => read.matches);
  const [firstDay] = matches.map((match) => match.day).sort();
  const begins = firstDay === undefined ? null : startOfDay(firstDay);
  return playAgain(options, { stateFolder, now, begins, kind: 'season' }, matches, seasons, (clock) =>
    replayPlans(matches, clock),
  );
}

function timelineAgain(
  options: Again & { readonly kickOffs: KickOffs },
  stateFolder: string | null,
  now: number,
): RunningProgramme {
  const timelines = options.files.map((file) => ({ file: file.name, read: readTimeline(file.text) }));
  const matches = timelines.flatMap(({ read }) => read.matches);
  const begins = matches.length === 0 ? null : Math.min(...matches.map((match) => match.kickoffAt));
  const { kickOffs } = options;
  const kind = kickOffs.kind === 'every' ? `timeline every ${kickOffs.everyMs}` : 'timeline';
  return playAgain(options, { stateFolder, now, begins, kind }, matches, timelines, (clock) =>
    timelinePlans(matches, clock, kickOffs),
  );
}

function playAgain(
  options: Again,
  run: {
    readonly stateFolder: string | null;
    readonly now: number;
    readonly begins: number | null;
    readonly kind: string;
  },
  matches: readonly { readonly kickoffAt: number }[],
  files: readonly { readonly file: string; readonly read: { readonly bad: readonly BadRow[] } }[],
  plansBy: (clock: ReplayClock) => readonly Plan[],
): RunningProgramme {
  if (run.begins === null)
    throw new Error(`no match could be read from ${options.files.map((each) => each.name).join(', ')}`);
  const from = options.from ?? run.begins;
  if (!matches.some((match) => match.kickoffAt >= from))
    throw new Error('the files have no match on or after the first day');
  const content = options.files.map((file) => file.text).join('\n');
  const kind = run.kind === 'season' ? '' : `|${run.kind}`;
  const name = short(`${content}|${from}|${options.speed}|${options.leadMs}${kind}`);
  const file = kept(run.stateFolder, 'replay', { name, startedAt: run.now });
  // The same files at the same speed continue where they were; anything else starts again.
  const startedAt = file.get().name === name ? file.get().startedAt : run.now;
  file.set({ name, startedAt });
  const clock: ReplayClock = { startedAt, leadMs: options.leadMs, from, speed: options.speed };
  const plans = plansBy(clock);
  return {
    name,
    plans: () => plans,
    served: null,
    pace: (at) => {
      const pace = `Replay, ${options.speed} times as fast`;
      // With a kick-off interval, matches belong to no day.
      if (run.kind.startsWith('timeline every')) return pace;
      return `${pace} · it is ${new Date(virtualTime(clock, at)).toUTCString().slice(0, 22)} there`;
    },
    bad: files.flatMap(({ file: name, read }) => read.bad.map((row) => ({ ...row, file: name }))),
  };
}

function storedAnswers(files: readonly TextFile[]): RunningProgramme {
  const served = readServedFile(files.map((file) => file.text));
  return { name: 'stored', plans: () => [], served, pace: () => 'Stored answers, handed out as they are', bad: [] };
}

/** The version of the simulation: a match that began under one version must not end under another. */
const MODEL = 2;

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
