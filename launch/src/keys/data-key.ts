import { type DataKey, readDataKey } from '@touchline/store/sealed';
import { StartRefused } from '../refusal.ts';
import { readSecrets } from '../secrets.ts';

export const keysHelp = `npm run keys -- VERB

  new       prints a new data key
  vapid     prints a new key for push messages, and its public half
  status    counts what is sealed, and what of it with an older key than the first of DATA_KEY
  reseal    seals with the first key of DATA_KEY whatever an older one sealed, while the product runs

DATA_KEY is "new,old" while a key is changed; without it, it is the key of DATA_DIR. Connects as the owner of the database:
MIGRATION_DATABASE_URL, or DATABASE_URL where that is not set. Exit code 0: everything is sealed with
the first key. 1: something is not. 2: wrong usage, or the database cannot be reached.`;

/** Returns the data encryption key: `DATA_KEY`, or the data folder's. @throws {StartRefused} if there is none */
export function operatorDataKey(dataDir: string): DataKey {
  const text = process.env['DATA_KEY']?.trim() || readSecrets(dataDir)?.dataKey;
  if (text === undefined) throw new StartRefused('DATA_KEY is not set.');
  const key = readDataKey(text);
  if (!key) throw new StartRefused('DATA_KEY is not one or more keys of 32 bytes in base64, separated by commas.');
  return key;
}
