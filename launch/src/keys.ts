import { countSealed, resealAll } from '@touchline/store/keys';
import { makeVapidKey, vapidKeysOf } from '@touchline/store/notifications';
import { makeDataKey } from '@touchline/store/sealed';
import { readCommandLine, runCommand } from './command-line.ts';
import { keysHelp, operatorDataKey } from './keys/data-key.ts';
import { openLedger } from './ledger/connection.ts';
import { loadLedgerEnv } from './ledger/env.ts';

// 0: everything is sealed with the current key. 1: something is not. 2: wrong usage, or the database cannot be reached.
runCommand({
  help: keysHelp,
  read: ({ args }) => readCommandLine(args, { new: {}, vapid: {}, status: {}, reseal: {} }),
  run: async ({ verb }, { print, report, undo }) => {
    if (verb === 'new') {
      print(makeDataKey());
      return 0;
    }
    if (verb === 'vapid') {
      const key = makeVapidKey();
      print(`VAPID_PRIVATE_KEY=${key}\nVAPID_PUBLIC_KEY=${vapidKeysOf(key)?.publicKey}`);
      return 0;
    }
    const env = loadLedgerEnv();
    const key = operatorDataKey(env.dataDir);
    const { pool } = await openLedger(env, 'owner', { report, undo });
    if (verb === 'reseal') {
      const { resealed, broken } = await resealAll(pool, key, {
        onProgress: (done) => report(`${done} sealed with the current key`),
      });
      print(`${resealed} texts were resealed.`);
      for (const row of broken) print(`No key opens ${row}.`);
    }
    const counts = await countSealed(pool, key);
    for (const { table, column, sealed, underOlder } of counts) {
      print(`${table}.${column}: ${sealed} sealed, ${underOlder} of them with an older key`);
    }
    return counts.some(({ underOlder }) => underOlder > 0) ? 1 : 0;
  },
});
