/**
 * Kills, and then suspends, the leading worker, and prints how long no price moved until another one led.
 *
 *   node e2e/src/measure-takeover.ts [--times 5]
 */
import { parseArgs } from 'node:util';
import { connect } from '@touchline/store/connect';
import { latestChange, leaderOf, priceMoves, strike } from './leader.ts';
import { openProduct } from './open-product.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '5' } } });
const redisUrl = process.env['REDIS_URL'];
const product = await openProduct({
  workers: 2,
  // The one that hangs is to go on by itself.
  env: { ODDS_POLL_SECONDS: '1', HANG_SECONDS: '0', ...(redisUrl && { REDIS_URL: redisUrl }) },
});
const store = connect(product.ownerUrl, { applicationName: 'touchline-e2e', max: 2 });
try {
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const seconds: string[] = [];
    for (let time = 0; time < Number(values.times); time += 1) seconds.push(await measure(signal));
    process.stdout.write(`${signal}: prices moved again after ${seconds.join(', ')} s\n`);
  }
} finally {
  await store.close();
  await product.stop();
}

async function measure(signal: 'SIGKILL' | 'SIGSTOP'): Promise<string> {
  const leader = await leaderOf(product);
  await priceMoves(store, await latestChange(store));
  const pid = strike(leader, signal);
  const began = performance.now();
  const next = await priceMoves(store, await latestChange(store));
  const took = performance.now() - began;
  if (signal === 'SIGSTOP') process.kill(pid, 'SIGCONT');
  await leaderOf(product, signal === 'SIGSTOP' ? leader : undefined);
  await priceMoves(store, next);
  return (took / 1000).toFixed(1);
}
