import { countSealed, resealAll } from '@touchline/store/keys';
import { makeDataKey } from '@touchline/store/sealed';
import { keysHelp, operatorDataKey } from './keys/data-key.ts';
import { openLedger, spokenError } from './ledger/connection.ts';
import { loadLedgerEnv } from './ledger/env.ts';
import { runAsProgram } from './program.ts';
import { createUndo } from './undo.ts';

// 0: everything is sealed with the current key. 1: something is not. 2: asked the wrong way, or the database is out of reach.
runAsProgram(async ({ args, stopRequested }) => {
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const [verb, ...more] = args;
  if (verb === '--help' || verb === 'help') {
    say(keysHelp);
    return 0;
  }
  if ((verb !== 'new' && verb !== 'status' && verb !== 'reseal') || more.length > 0) {
    tell(`${verb === undefined ? 'Say what to do with the keys.' : `There is no "${args.join(' ')}".`}\n${keysHelp}`);
    return 2;
  }
  if (verb === 'new') {
    say(makeDataKey());
    return 0;
  }
  const undo = createUndo();
  const run = async (): Promise<number> => {
    const env = loadLedgerEnv();
    const key = operatorDataKey(env.dataDir);
    const { pool } = await openLedger(env, 'product', { tell, undo });
    if (verb === 'reseal') {
      const { resealed, broken } = await resealAll(pool, key, {
        onProgress: (done) => tell(`${done} sealed with the current key`),
      });
      say(`${resealed} texts were sealed again.`);
      for (const row of broken) say(`None of the keys opens ${row}.`);
    }
    const counts = await countSealed(pool, key);
    for (const { table, column, sealed, underOlder } of counts) {
      say(`${table}.${column}: ${sealed} sealed, ${underOlder} of them with an older key`);
    }
    return counts.some(({ underOlder }) => underOlder > 0) ? 1 : 0;
  };
  try {
    const outcome = await Promise.race([run(), stopRequested]);
    return outcome === 'stop' ? 130 : outcome;
  } catch (error) {
    tell(spokenError(error));
    return 2;
  } finally {
    await undo.run();
  }
});
