import { expect, test } from 'vitest';
import { createSilence, lookEveryMs } from './silence.ts';

const patienceMs = 4_000;
const minuteMs = 60_000;

/** A line on a clock of its own; it tells when it was given up. */
function line(chance = 0) {
  let time = 0;
  const silence = createSilence({ now: () => time, chance: () => chance, patienceMs });
  const givenUpAt: number[] = [];
  const look = () => {
    if (silence.isTooLong()) givenUpAt.push(time);
  };
  return {
    givenUpAt,
    hear: silence.heard,
    hurry: silence.hurry,
    now: () => time,
    /** Time in which the page looks as often as it should. */
    quiet: (ms: number) => {
      for (const end = time + ms; time < end; ) {
        time += lookEveryMs;
        look();
      }
    },
    /** Time in which the page itself stands still, and looks once at the end of it. */
    frozen: (ms: number) => {
      time += ms;
      look();
    },
    talk: (ms: number) => {
      for (const end = time + ms; time < end; ) {
        time += lookEveryMs;
        look();
        if (time % 1_500 === 0) silence.heard();
      }
      silence.heard();
    },
  };
}

test('a line with a heartbeat every second and a half is kept, and given up when it is silent for too long', () => {
  const { talk, quiet, givenUpAt, now } = line();
  talk(2 * minuteMs);
  expect(givenUpAt).toEqual([]);
  const silentSince = now();
  quiet(patienceMs * 1.5);
  expect(givenUpAt).toEqual([silentSince + patienceMs]);
});

test('pages that hear nothing more in the same moment do not all give up in the same', () => {
  const all = [0, 0.5, 0.999].map(line);
  for (const { quiet } of all) quiet(patienceMs * 1.5);
  const [first = 0, ...others] = all.map(({ givenUpAt }) => givenUpAt[0] ?? 0);
  expect([first, others.every((at) => at > first && at <= patienceMs * 1.2)]).toEqual([patienceMs, true]);
});

test('the longer the silence lasts, the more seldom the line is made anew; a minute that went well is a new beginning', () => {
  const { quiet, talk, givenUpAt, now } = line();
  quiet(5 * minuteMs);
  const pauses = givenUpAt.map((at, place) => at - (givenUpAt[place - 1] ?? 0));
  expect(pauses.slice(0, 5)).toEqual([4_000, 8_000, 16_000, 30_000, 30_000]);
  talk(minuteMs + 2_000);
  const silentSince = now();
  quiet(patienceMs);
  expect(givenUpAt.at(-1)).toBe(silentSince + patienceMs);
});

test('a page that stood still does not blame the line for it', () => {
  const { frozen, quiet, hear, givenUpAt } = line();
  for (let minute = 0; minute < 5; minute += 1) frozen(minuteMs);
  expect(givenUpAt).toEqual([]);
  hear();
  quiet(patienceMs - lookEveryMs);
  expect(givenUpAt).toEqual([]);
});

test('who looks at a page again waits one more second for a line that was silent meanwhile, and loses none that was not', () => {
  const { frozen, hurry, quiet, talk, givenUpAt, now } = line();
  frozen(minuteMs);
  hurry();
  quiet(1_000);
  expect(givenUpAt).toEqual([now()]);
  talk(minuteMs);
  hurry();
  quiet(patienceMs - lookEveryMs);
  expect(givenUpAt).toHaveLength(1);
});
