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

test('a team has the picture that is called after it, lowercased and with underscores, and no other has one', () => {
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
test('without a folder of pictures no team has one', () => expect(logosIn(folder)('Arsenal')).toBeUndefined());
