import { expect, test } from 'vitest';
import { checkEveryMs, createSilence } from './silence.ts';

const silenceLimitMs = 4_000;
const minuteMs = 60_000;

/** A connection with its own clock. Records when it was declared dead. */
function connection(chance = 0) {
  let time = 0;
  const silence = createSilence({ now: () => time, chance: () => chance, silenceLimitMs });
  const diedAt: number[] = [];
  const check = () => {
    if (silence.isTooLong()) diedAt.push(time);
  };
  return {
    diedAt,
    hear: silence.noteMessage,
    hurry: silence.hurry,
    now: () => time,
    /** Lets time pass without messages while the page checks on time. */
    quiet: (ms: number) => {
      for (const end = time + ms; time < end; ) {
        time += checkEveryMs;
        check();
      }
    },
    /** Lets time pass while the page is frozen, with one check at the end. */
    frozen: (ms: number) => {
      time += ms;
      check();
    },
    talk: (ms: number) => {
      for (const end = time + ms; time < end; ) {
        time += checkEveryMs;
        check();
        if (time % 1_500 === 0) silence.noteMessage();
      }
      silence.noteMessage();
    },
  };
}

test('a connection with heartbeats stays alive and is dead after too long a silence', () => {
  const { talk, quiet, diedAt, now } = connection();
  talk(2 * minuteMs);
  expect(diedAt).toEqual([]);
  const silentSince = now();
  quiet(silenceLimitMs * 1.5);
  expect(diedAt).toEqual([silentSince + silenceLimitMs]);
});

test('clients that lose the server together do not reconnect together', () => {
  const all = [0, 0.5, 0.999].map(connection);
  for (const { quiet } of all) quiet(silenceLimitMs * 1.5);
  const [first = 0, ...others] = all.map(({ diedAt }) => diedAt[0] ?? 0);
  expect([first, others.every((at) => at > first && at <= silenceLimitMs * 1.2)]).toEqual([silenceLimitMs, true]);
});

test('the limit doubles with each dead connection and resets after a good minute', () => {
  const { quiet, talk, diedAt, now } = connection();
  quiet(5 * minuteMs);
  const pauses = diedAt.map((at, index) => at - (diedAt[index - 1] ?? 0));
  expect(pauses.slice(0, 5)).toEqual([4_000, 8_000, 16_000, 30_000, 30_000]);
  talk(minuteMs + 2_000);
  const silentSince = now();
  quiet(silenceLimitMs);
  expect(diedAt.at(-1)).toBe(silentSince + silenceLimitMs);
});

test('time in which the page was frozen does not count', () => {
  const { frozen, quiet, hear, diedAt } = connection();
  for (let minute = 0; minute < 5; minute += 1) frozen(minuteMs);
  expect(diedAt).toEqual([]);
  hear();
  quiet(silenceLimitMs - checkEveryMs);
  expect(diedAt).toEqual([]);
});

test('a page that gets focus allows a silent connection one more second and keeps a live one', () => {
  const { frozen, hurry, quiet, talk, diedAt, now } = connection();
  frozen(minuteMs);
  hurry();
  quiet(1_000);
  expect(diedAt).toEqual([now()]);
  talk(minuteMs);
  hurry();
  quiet(silenceLimitMs - checkEveryMs);
  expect(diedAt).toHaveLength(1);
});
