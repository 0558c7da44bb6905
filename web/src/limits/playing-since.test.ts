import { beforeEach, expect, test } from 'vitest';
import { playingSince } from './playing-since.ts';

beforeEach(() => localStorage.clear());
const minutes = (count: number) => count * 60_000;

test('a session continues over reloads and short pauses', () => {
  const moments = [0, 10, 24, 30].map((at) => playingSince('u1', minutes(at)));
  expect(moments).toEqual([0, 0, 0, 0]);
});
test('a session begins after 15 minutes of inactivity, and for another user', () => {
  playingSince('u1', 0);
  expect([playingSince('u1', minutes(15)), playingSince('u2', minutes(16))]).toEqual([minutes(15), minutes(16)]);
});
test('a malformed stored session is ignored', () => {
  localStorage.setItem('playing', '{"user":"u1"');
  expect(playingSince('u1', 7)).toBe(7);
});
