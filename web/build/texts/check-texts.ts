import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@touchline/core/compile';
import { findTexts } from './find-texts.ts';
import { notShown } from './not-shown.ts';

/*
 * Checks that every text is in every language: `node web/build/texts/check-texts.ts`. With `--write` it first sorts the catalogues,
 * removes what no code uses, and adds what is missing, with an empty translation to fill in.
 */
const kinds = ['', 'select', 'plural', 'ordinal', 'number', 'date', 'time'];
const nameOf = (placeholder: string): string => placeholder.split(' ')[0] ?? '';

const root = join(import.meta.dirname, '..', '..', '..');
const isCode = (file: string) => !/\.test\.tsx?$|[\\/](testing[\\/]|samples\.ts)|\.d\.ts$/.test(file);
const files = globSync('{web,core,api,worker,payments,launch}/src/**/*.{ts,tsx}', { cwd: root })
  .filter(isCode)
  .toSorted();

const english = Object.values(notShown).flat();
const needed = new Set<string>();
const used = new Set<string>();
const problems: string[] = [];
for (const file of files) {
  const code = readFileSync(join(root, file), 'utf8');
  const { messages, untranslated } = findTexts(code, file);
  const at = (start: number) => `${file}:${code.slice(0, start).split('\n').length}`;
  for (const { text, start, values } of messages) {
    used.add(text);
    const wanted = placeholdersOf(text, at(start));
    const names = new Set(wanted.map(nameOf));
    if (values && (values.some((name) => !names.has(name)) || [...names].some((name) => !values.includes(name))))
      problems.push(`${at(start)}: "${text}" needs the values [${[...names]}], not [${values}]`);
  }
  const hidden = english.find((path) => file.startsWith(path));
  if (hidden !== undefined) {
    if (untranslated.length > 0) needed.add(hidden);
    continue;
  }
  for (const { text, start } of untranslated) problems.push(`${at(start)}: not translated: "${text}"`);
}

for (const path of english) if (!needed.has(path)) problems.push(`not-shown.ts: ${path} has no such text`);

for (const language of ['de', 'es']) {
  const path = join(root, 'core', 'src', 'language', `${language}.json`);
  let catalogue: Readonly<Record<string, string>> = JSON.parse(readFileSync(path, 'utf8'));
  if (process.argv.includes('--write')) {
    catalogue = Object.fromEntries([...used].toSorted().map((text) => [text, catalogue[text] ?? '']));
    writeFileSync(path, `${JSON.stringify(catalogue, undefined, 2)}\n`);
  }
  for (const text of used)
    if (!catalogue[text]) problems.push(`${language}.json: no translation of ${JSON.stringify(text)}`);
  for (const [text, own] of Object.entries(catalogue)) {
    if (!used.has(text)) problems.push(`${language}.json: no code uses ${JSON.stringify(text)}`);
    const wanted = placeholdersOf(text, `${language}.json`).toSorted().join(', ');
    const translated = placeholdersOf(own, `${language}.json`).toSorted().join(', ');
    if (own && wanted !== translated)
      problems.push(
        `${language}.json: ${JSON.stringify(text)} has the placeholders [${wanted}], its translation [${translated}]`,
      );
  }
}

for (const problem of problems) console.error(problem);
console.log(`${used.size} texts, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Returns the arguments and tags of an ICU message, each once: `count plural`, `name`, `link tag`. */
function placeholdersOf(message: string, where: string): string[] {
  const found = new Set<string>();
  const read = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, options] = node as readonly unknown[];
    if (typeof name !== 'string') return;
    found.add(
      node.length === 1 ? name : typeof kind === 'number' && kind > 0 ? `${name} ${kinds[kind]}` : `${name} tag`,
    );
    if (typeof kind !== 'number' || kind === 0) readAll(node.slice(1));
    else if (typeof options === 'object' && options !== null)
      for (const branch of Object.values(options)) readBranch(branch);
  };
  const readAll = (nodes: readonly unknown[]): void => nodes.forEach(read);
  const readBranch = (branch: unknown): void => (Array.isArray(branch) ? readAll(branch) : undefined);
  try {
    readBranch(compile(message));
  } catch (error) {
    problems.push(`${where}: ${JSON.stringify(message)} is no ICU message: ${String(error)}`);
  }
  return [...found];
}
