import { countSealed, resealAll } from '@touchline/store/keys';
import { makeDataKey } from '@touchline/store/sealed';
import { readCommandLine, runCommand } from './command-line.ts';
import { keysHelp, operatorDataKey } from './keys/data-key.ts';
import { openLedger } from './ledger/connection.ts';
import { loadLedgerEnv } from './ledger/env.ts';

// 0: everything is sealed with the current key. 1: something is not. 2: asked the wrong way, or the database is out of reach.
runCommand({
  help: keysHelp,
  read: ({ args }) => readCommandLine(args, { new: {}, status: {}, reseal: {} }),
  run: async ({ verb }, { say, tell, undo }) => {
    if (verb === 'new') {
      say(makeDataKey());
      return 0;
    }
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
  },
});
