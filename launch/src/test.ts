import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildScreens } from './build-screens.ts';
import { startPostgres } from './embedded-postgres.ts';
import { startGuard } from './guard.ts';
import { onDatabase, prepareDatabase } from './prepare-database.ts';
import { runAsProgram } from './program.ts';
import { startRedis } from './redis-for-tests.ts';
import { countTests, lastLine } from './test-count.ts';
import { createUndo } from './undo.ts';
import { runVitest } from './vitest-run.ts';

const TEMPLATE = 'touchline_template';

runAsProgram(async ({ args, stopRequested, print }) => {
  const began = Date.now();
  const isRandom = args[0] === '--random';
  const seed = randomInt(2 ** 31 - 1);
  if (isRandom) print(`Property tests use seed ${seed}. To repeat this run: PROPERTY_SEED=${seed} npm test`);
  const folder = mkdtempSync(join(tmpdir(), 'touchline-test-'));
  // PostgreSQL may run as another account, which needs access.
  chmodSync(folder, 0o755);
  const guard = startGuard([folder]);
  const undo = createUndo();
  undo.add(async () => {
    rmSync(folder, { recursive: true, force: true });
    guard.dismiss();
  });
  try {
    print('Preparing a throw-away PostgreSQL and the built screens ...');
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), durability: 'test', guard, print });
    undo.add(() => postgres.stop());
    const url = postgres.url(TEMPLATE);
    await prepareDatabase(url);
    const built = await buildScreens();
    if (!built.ok) print(`The screens could not be built, which counts as a failure:\n${built.output}`);
    const redis = await startRedis(folder, guard, print);
    undo.add(redis.stop);
    const report = join(folder, 'report.json');
    const run = runVitest([...(isRandom ? args.slice(1) : args), `--outputFile.json=${report}`], {
      TEST_DATABASE_URL: onDatabase(url, TEMPLATE),
      ...(isRandom ? { PROPERTY_SEED: String(seed) } : {}),
      ...(redis.url === undefined ? {} : { TEST_REDIS_URL: redis.url }),
    });
    const code = await Promise.race([run.ended, stopRequested]);
    if (code === 'stop') await run.stop();
    const count = countTests(report, code === 'stop' ? 1 : code, built.ok ? 0 : 1);
    print(`${count.passed + count.failed + count.skipped} tests in ${Math.round((Date.now() - began) / 1000)} s`);
    await undo.run();
    print(lastLine(count));
    return count.failed === 0 ? 0 : 1;
  } finally {
    await undo.run();
  }
});
