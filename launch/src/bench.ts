import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAsProgram } from './program.ts';
import { StartRefused } from './refusal.ts';
import { ROOT } from './root.ts';
import { runScript } from './run-script.ts';

const FOLDER = join(ROOT, 'bench', 'src');
const ENDING = '.bench.ts';

runAsProgram(async ({ args, print, stopRequested }) => {
  const [name, ...more] = args;
  const names = existsSync(FOLDER)
    ? readdirSync(FOLDER).flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []))
    : [];
  if (name === undefined) {
    print(
      [
        'Measurements; run one with: npm run bench -- <name>',
        ...names.map((each) => `  ${each.padEnd(20)}${purpose(each)}`),
      ].join('\n'),
    );
    return 0;
  }
  if (!names.includes(name))
    throw new StartRefused(`There is no measurement "${name}". There are: ${names.join(', ')}.`);
  return runScript(fileOf(name), more, stopRequested);
});

function fileOf(name: string): string {
  return join(FOLDER, `${name}${ENDING}`);
}

/** Returns the first sentence of a benchmark's opening comment. */
function purpose(name: string): string {
  const begin = /^\s*(?:\/\*\*?\s*(?:\n\s*\*\s*)?|\/\/\s*)(.+)/.exec(readFileSync(fileOf(name), 'utf8'));
  return (begin?.[1] ?? '').replace(/\s*\*\/\s*$/, '').trim();
}
