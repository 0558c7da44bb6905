import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logosIn } from './team-logos.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'team-logos-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a team has the picture with its name in lower case and underscores; other teams have none', () => {
  mkdirSync(join(folder, 'teams'));
  for (const file of ['real_oviedo_b.jpg', 'malmö_ff.jpg']) writeFileSync(join(folder, 'teams', file), '');
  const logoOf = logosIn(folder);
  expect(['Real Oviedo B', 'Malmö FF', 'Real Oviedo', '../teams/Real Oviedo B'].map(logoOf)).toEqual([
    '/teams/real_oviedo_b.jpg',
    '/teams/malm%C3%B6_ff.jpg',
    undefined,
    undefined,
  ]);
});
test('notices a picture added or removed at runtime after a few seconds', () => {
  let now = 0;
  const logoOf = logosIn(folder, () => now);
  const seen = [logoOf('Arsenal')];
  mkdirSync(join(folder, 'teams'));
  writeFileSync(join(folder, 'teams', 'arsenal.jpg'), '');
  for (const at of [9_999, 10_000]) {
    now = at;
    seen.push(logoOf('Arsenal'));
  }
  rmSync(join(folder, 'teams'), { recursive: true });
  now = 20_000;
  seen.push(logoOf('Arsenal'));
  expect(seen).toEqual([undefined, undefined, '/teams/arsenal.jpg', undefined]);
});
test('without a picture folder, no team has a picture', () => expect(logosIn(folder)('Arsenal')).toBeUndefined());
