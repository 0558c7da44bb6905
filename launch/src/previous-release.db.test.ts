import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './root.ts';

/**
 * A rollout migrates first, and then the previous release runs on the new schema until it is replaced. So a migration may only add
 * what that release does not use; it removes something one release after the code stopped using it.
 */
const commit = readFileSync(join(ROOT, 'launch', 'previous-release'), 'utf8').trim();
const isHere = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0;
if (!isHere) process.stdout.write(`The previous release, ${commit}, is not in this clone: it was not tried.\n`);

/** Its tests of betting, settling, payments and polling. */
const itsTests = [
  'store/src/wallet/writer.db.test.ts',
  'store/src/wallet/payments.db.test.ts',
  'store/src/settlement/end-match.db.test.ts',
  'api/src/betting/place-bet.db.test.ts',
  'api/src/payments/withdraw.db.test.ts',
  'worker/src/odds/refresh-odds.db.test.ts',
];

/** Sooner than this test itself would time out, to show what they printed. */
const giveUpAfterMs = 200_000;

const folder = mkdtempSync(join(tmpdir(), 'touchline-previous-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!isHere)('the previous release passes its tests on the schema of this one', async () => {
  checkOut();
  const run = spawn(join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', '--project=db', '--bail=1', ...itsTests], {
    cwd: folder,
    detached: true,
    env: { ...process.env, VITEST: undefined },
  });
  // A test that waits for what never happens would keep its process busy.
  const end = () => {
    if (run.pid !== undefined) process.kill(-run.pid, 'SIGKILL');
  };
  const late = setTimeout(end, giveUpAfterMs);
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += String(text)));
  const code = await new Promise((resolve) => run.once('close', resolve));
  clearTimeout(late);
  expect(code, output).toBe(0);
  expect(output).toContain(`${itsTests.length} passed`);
});

/** Its own workspaces import each other; the packages are those that are installed here. */
function checkOut(): void {
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 2 ** 29 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const [installed, modules] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(modules, '@touchline'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@touchline') symlinkSync(join(installed, name), join(modules, name));
  }
  for (const name of readdirSync(join(installed, '@touchline'))) {
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(modules, '@touchline', name));
  }
}
