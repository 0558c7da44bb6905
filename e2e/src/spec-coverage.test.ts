import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sections = sectionsOf(readFileSync(join(import.meta.dirname, '../spec-coverage.md'), 'utf8'));
const pathOf = (file: string) => join(import.meta.dirname, file);

test('every row of the table has a unique id', () => {
  const rows = sections.flatMap((section) => section.rows);
  expect(rows.length).toBeGreaterThan(0);
  expect(doubled(rows)).toEqual([]);
});

test.each(sections)('every row of $file has a test there, and no test names an unknown row', ({ file, rows }) => {
  const tested = existsSync(pathOf(file)) ? rowsTested(readFileSync(pathOf(file), 'utf8')) : [];
  expect({
    withoutTest: rows.filter((row) => !tested.includes(row)),
    withoutRow: tested.filter((row) => !rows.includes(row)),
  }).toEqual({ withoutTest: [], withoutRow: [] });
});

test('reads a section with its file and row ids', () => {
  const table =
    '# Table\n\n## Games — `games.browser.test.ts`\n\n| Row | Seen |\n|---|---|\n| M1 | a card | §2 |\n| M2 | M9 |\n';
  expect(sectionsOf(table)).toEqual([{ file: 'games.browser.test.ts', rows: ['M1', 'M2'] }]);
  expect(() => sectionsOf('## Games\n\n| M1 | a card |')).toThrow('The heading "Games" names no browser test.');
  expect(doubled(['M1', 'M2', 'M1'])).toEqual(['M1']);
});

test('counts only ids that begin the title of a running test', () => {
  const source = [
    "test('M1 M2 two rows', () => {});",
    '  test("M3 \'quoted\'", () => {});',
    "test.each([\n  ['a', 1],\n])('M4 each of %s', () => {});",
    "test(\n  'M5 on a line of its own',\n  () => {});",
    "test.skip('M6 skipped', () => {});",
    "test.todo('M7 some day');",
    "test('about M8 nothing', () => {});",
    "// test('M9 commented out', () => {});",
    "other('M10 no test', () => {});",
  ].join('\n');
  expect(rowsTested(source)).toEqual(['M1', 'M2', 'M3', 'M4', 'M5']);
});

/** A section of the table: the browser test it points at, and the numbers of its rows. */
type Section = { readonly file: string; readonly rows: readonly string[] };

/** The sections of `spec-coverage.md`, whose headings end in a file's name and whose rows begin with a number such as M4. */
function sectionsOf(table: string): readonly Section[] {
  const [, ...sections] = table.split(/^## /m);
  return sections.map((section) => {
    const [heading = ''] = section.split('\n');
    const file = /`([^`]+\.browser\.test\.ts)`\s*$/.exec(heading)?.[1];
    if (file === undefined) throw new Error(`The heading "${heading}" names no browser test.`);
    return { file, rows: [...section.matchAll(/^\|\s*([A-Z]\d+)\s*\|/gm)].map(([, row = '']) => row) };
  });
}

/** The rows that the tests of a file name first in their titles, as in `test('M4 M5 a card shows …')`; a skipped test names none. */
function rowsTested(source: string): readonly string[] {
  const titles = source.matchAll(/^\s*test(?:\.each\([^`]*?\))?\(\s*(['"`])(.*?)\1/gms);
  return [...titles].flatMap(([, , title = '']) => /^(?:[A-Z]\d+ )+/.exec(title)?.[0].trim().split(' ') ?? []);
}

const doubled = (rows: readonly string[]): readonly string[] =>
  rows.filter((row, place) => rows.indexOf(row) !== place);
