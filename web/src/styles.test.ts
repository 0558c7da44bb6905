// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from './ui/shield.tsx';

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8');

/** WCAG 2.2: text needs 4.5:1 against what it stands on, the edge of a control 3:1. */
const text = 4.5;
const edge = 3;
const pairs: readonly (readonly [string, string, number])[] = [
  ['ink', 'ground', text],
  ['ink', 'hover', text],
  ['ink', 'gold-soft', text],
  ['ink', 'live-soft', text],
  ['ink', 'pitch-soft', text],
  ['muted', 'ground', text],
  ['muted', 'surface', text],
  ['muted', 'raised', text],
  ['muted', 'hover', text],
  ['muted', 'pitch-soft', text],
  ['muted', 'live-soft', text],
  ['pitch', 'ground', text],
  ['pitch', 'surface', text],
  ['pitch', 'raised', text],
  ['pitch', 'pitch-soft', text],
  ['on-pitch', 'pitch', text],
  ['on-pitch', 'pitch-strong', text],
  ['live', 'ground', text],
  ['live', 'surface', text],
  ['live', 'raised', text],
  ['live', 'live-soft', text],
  ['gold', 'ground', text],
  ['gold', 'surface', text],
  ['gold', 'gold-soft', text],
  ['ground', 'gold', text],
  ['sky', 'surface', text],
  ['edge', 'ground', edge],
  ['edge', 'surface', edge],
  ['edge', 'raised', edge],
];

test.each(pairs)('%s on %s can be read by day and by night', (front, back, least) => {
  const [day, night] = [0, 1].map((theme) => contrast(colour(front, theme), colour(back, theme)));
  expect(day).toBeGreaterThanOrEqual(least);
  expect(night).toBeGreaterThanOrEqual(least);
});

function colour(token: string, theme: number): string {
  const pair = new RegExp(`--color-${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  const found = pair?.[theme + 1];
  if (!found) throw new Error(`no token named ${token}`);
  return found;
}

test('fields have 16 px text on phones, so that they do not zoom in', () => {
  expect(css).toMatch(/@media \(pointer: coarse\) \{\s*input,\s*select,\s*textarea \{\s*font-size: 1rem;/);
});
