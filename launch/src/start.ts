import { join } from 'node:path';
import { loadEnv } from './env.ts';
import { runAsProgram } from './program.ts';
import { StartRefused } from './refusal.ts';
import { type Product, runProduct } from './run-product.ts';
import { readOptions, replayFolder } from './start-options.ts';
import { createUndo } from './undo.ts';
import { waitForFeed, welcome } from './welcome.ts';

runAsProgram(async ({ args, callerFolder, stopRequested, print }) => {
  const answer = readOptions(args, callerFolder);
  if (!answer.ok) throw new StartRefused(answer.problems.join('\n'));
  const { beginning, replay, processes } = answer.value;
  const read = loadEnv();
  const env = replay === undefined ? read : { ...read, dataDir: join(read.dataDir, replayFolder(replay)) };
  const undo = createUndo();
  print(`Starting Touchline (data in ${env.dataDir}) ...`);
  const starting = runProduct({ env, replay, beginning, processes, sources: 'built', print }, undo);
  const product = await Promise.race([starting, stopRequested]);
  if (product === 'stop') return stopHalfway(starting, undo);
  const feed = await Promise.race([waitForFeed(product.url), stopRequested]);
  if (feed !== 'stop') print(welcome({ product, env, replay, feed }));
  await stopRequested;
  print('\nStopping ...');
  await product.stop();
  print('Stopped. Nothing is lost: the next `npm start` continues here.');
  return 0;
});

// A process that is still starting cannot be stopped cleanly: the guard ends it once this process is gone.
async function stopHalfway(starting: Promise<Product>, undo: { run(): Promise<void> }): Promise<number> {
  starting.catch(() => {});
  await undo.run();
  return 0;
}
