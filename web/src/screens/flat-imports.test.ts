// @vitest-environment node
import { expect, test } from 'vitest';
import { nameImports } from '../../build/first-load.ts';

const file = (fileName: string, imports: readonly string[], kind: 'entry' | 'screen' | 'part' = 'part') => ({
  type: 'chunk' as const,
  fileName: `assets/${fileName}`,
  imports: imports.map((name) => `assets/${name}`),
  code: `/* ${fileName} */`,
  isEntry: kind === 'entry',
  isDynamicEntry: kind === 'screen',
});

test('the first file of a screen names every file that it needs, so that none waits for another, except those of Home', () => {
  const files = [
    file('index.js', ['home.js'], 'entry'),
    file('home.js', []),
    file('login.js', ['index.js', 'form.js'], 'screen'),
    file('form.js', ['home.js', 'field.js']),
    file('field.js', ['icon.js', 'form.js', 'login.js']),
    file('icon.js', []),
  ];
  nameImports(Object.fromEntries(files.map((each) => [each.fileName, each])));
  expect(files.map(({ code }) => code)).toEqual([
    '/* index.js */',
    '/* home.js */',
    '/* login.js */import "./field.js";import "./icon.js";',
    '/* form.js */',
    '/* field.js */',
    '/* icon.js */',
  ]);
});
