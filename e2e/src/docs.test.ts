import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Paths of the project that a document names between backticks, without a line number. */
const pathsIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/`([\w.-]+\/[\w./-]+\.[a-z]+|[\w.-]+\.(?:json|yml|md|ts))(?::\d+)?`/g)].map(
    ([, path = '']) => path,
  );

describe('documents about security', () => {
  test.each(['docs/asvs.md', 'docs/cryptography.md', 'docs/threat-model.md'])(
    'every file that %s names exists',
    (document) => {
      const named = pathsIn(read(document));
      expect(named.length).toBeGreaterThan(20);
      expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    },
  );

  test('each requirement of ASVS 5.0 up to level 2 has one verdict, and a met one names its location', () => {
    const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| ([a-z ]+) \| (.+) \|$/gm)];
    const requirements = rows.map(([, requirement = '']) => requirement);
    const totals = ['met', 'not met', 'not applicable'].map((name) => rows.filter(([, , is]) => is === name).length);
    expect(read('docs/asvs.md')).toContain(`\n| all | ${totals.join(' | ')} |\n`);
    expect([requirements.length, new Set(requirements).size]).toEqual([253, 253]);
    expect(rows.filter(([, , verdict = '']) => !['met', 'not met', 'not applicable'].includes(verdict))).toEqual([]);
    expect(rows.filter(([, , verdict, place = '']) => verdict === 'met' && !/`[^`]+`/.test(place))).toEqual([]);
  });
});

describe('documents for readers of the code', () => {
  test('every path in the table "Where do I …?" exists', () => {
    const [, section = ''] = /^## Where do I …\?$([\s\S]*?)^## /m.exec(read('ARCHITECTURE.md')) ?? [];
    const paths = [...section.matchAll(/^\| .+ \| `(?:npm test -- )?([^`]+)` \|$/gm)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test.each(['README.md', 'ARCHITECTURE.md', 'docs/glossary.md'])('every path that %s names exists', (document) => {
    const text = read(document);
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => join(dirname(document), path));
    const inCode = [
      ...text.matchAll(/`((?:api|auditor|bench|core|docs|e2e|launch|migrations|store|web|worker)\/[\w./-]+)`/g),
    ]
      .map(([, path = '']) => path)
      // Built or put there by an operator.
      .filter((path) => !/^web\/(dist|public)\//.test(path));
    expect(linked.length + inCode.length).toBeGreaterThan(2);
    expect([...linked, ...inCode].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every link in decisions/README.md leads to a decision', () => {
    const listed = [...read('decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, file = '']) => file);
    expect(listed.filter((file) => !existsSync(join(root, 'decisions', file)))).toEqual([]);
  });
});
