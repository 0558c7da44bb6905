/** A section of the table: the browser test it points at, and the numbers of its rows. */
export type Section = { readonly file: string; readonly rows: readonly string[] };

/** The sections of `spec-coverage.md`, whose headings end in a file's name and whose rows begin with a number such as M4. */
export function sectionsOf(table: string): readonly Section[] {
  const [, ...sections] = table.split(/^## /m);
  return sections.map((section) => {
    const [heading = ''] = section.split('\n');
    const file = /`([^`]+\.browser\.test\.ts)`\s*$/.exec(heading)?.[1];
    if (file === undefined) throw new Error(`The heading "${heading}" names no browser test.`);
    return { file, rows: [...section.matchAll(/^\|\s*([A-Z]\d+)\s*\|/gm)].map(([, row = '']) => row) };
  });
}

/** The rows that the tests of a file name first in their titles, as in `test('M4 M5 a card shows …')`; a skipped test names none. */
export function rowsTested(source: string): readonly string[] {
  const titles = source.matchAll(/^\s*test(?:\.each\([^`]*?\))?\(\s*(['"`])(.*?)\1/gms);
  return [...titles].flatMap(([, , title = '']) => /^(?:[A-Z]\d+ )+/.exec(title)?.[0].trim().split(' ') ?? []);
}

export const doubled = (rows: readonly string[]): readonly string[] =>
  rows.filter((row, place) => rows.indexOf(row) !== place);
