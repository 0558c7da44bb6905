import { beforeEach, expect, test } from 'vitest';
import { playingSince } from './playing-since.ts';

beforeEach(() => localStorage.clear());
const minutes = (count: number) => count * 60_000;

test('playing goes on over reloads and short pauses', () => {
  const moments = [0, 10, 24, 30].map((at) => playingSince('u1', minutes(at)));
  expect(moments).toEqual([0, 0, 0, 0]);
});
test('a quarter of an hour away is a new beginning, and so is somebody else', () => {
  playingSince('u1', 0);
  expect([playingSince('u1', minutes(15)), playingSince('u2', minutes(16))]).toEqual([minutes(15), minutes(16)]);
});
test('what is kept and broken counts as nothing', () => {
  localStorage.setItem('playing', '{"user":"u1"');
  expect(playingSince('u1', 7)).toBe(7);
});
