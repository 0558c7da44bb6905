import { beforeEach, expect, test } from 'vitest';
import { playSession, recordRealityCheck } from './play-session.ts';

beforeEach(() => localStorage.clear());
const minutes = (count: number) => count * 60_000;
const sinceOf = (user: string, at: number) => playSession(user, at).since;

test('a session continues over reloads and short pauses', () => {
  const moments = [0, 10, 24, 30].map((at) => sinceOf('u1', minutes(at)));
  expect(moments).toEqual([0, 0, 0, 0]);
});
test('a session begins after 15 minutes of inactivity, and for another user', () => {
  playSession('u1', 0);
  expect([sinceOf('u1', minutes(15)), sinceOf('u2', minutes(16))]).toEqual([minutes(15), minutes(16)]);
});
test('a dismissed reality check counts for its session and its user', () => {
  const checkedAt = (user: string, at: number) => playSession(user, minutes(at)).checkedAt;
  expect(checkedAt('u1', 0)).toBe(0);
  recordRealityCheck('u1', minutes(10));
  recordRealityCheck('u2', minutes(11));
  expect([checkedAt('u1', 12), checkedAt('u1', 20), checkedAt('u1', 40)]).toEqual([10, 10, 40].map(minutes));
});
test('a malformed stored session is ignored', () => {
  localStorage.setItem('playing', '{"user":"u1"');
  expect(sinceOf('u1', 7)).toBe(7);
});
