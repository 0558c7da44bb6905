import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './root.ts';

/** Runs `npm start` in a fresh clone with a stand-in for npm, which installs a Node, and returns what was printed and asked of npm. */
function start(preload: string) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline & sons '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return join(folder, path);
  };
  cpSync(join(ROOT, 'launch', 'bootstrap.mjs'), join(folder, 'launch', 'bootstrap.mjs'));
  write('package-lock.json', '{"packages":{}}');
  write('launch/src/start.ts', "console.log('started', process.argv[2]);");
  write('asked', '');
  const npm = write(
    'Program Files/npm-cli.js',
    `const { appendFileSync, mkdirSync, symlinkSync } = require('node:fs');
     appendFileSync('asked', process.argv[2] + '\\n');
     if (process.argv[2] === 'ci') {
       mkdirSync('node_modules/node/bin', { recursive: true });
       for (const name of ['node', 'node.exe']) symlinkSync(process.execPath, 'node_modules/node/bin/' + name);
     }`,
  );
  const args = ['--import', write('preload.mjs', preload), join(folder, 'launch', 'bootstrap.mjs'), 'start', '--fresh'];
  const env = { PATH: '', npm_execpath: npm };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return {
    status,
    stderr,
    printed: stdout.trim().split('\n').at(-1),
    asked: readFileSync(join(folder, 'asked'), 'utf8'),
  };
}

test.each([
  ['this machine', ''],
  ['Windows', "Object.defineProperty(process, 'platform', { value: 'win32' });"],
])('installs packages and starts in a folder with spaces: %s', (_, preload) => {
  expect(start(preload)).toEqual({ status: 0, stderr: '', printed: 'started --fresh', asked: 'ping\nci\n' });
});
