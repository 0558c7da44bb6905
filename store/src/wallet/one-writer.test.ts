import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

// Only the wallet writer moves money. Database grants cannot distinguish modules of a process, so this test does.
const root = join(import.meta.dirname, '../../..');
const workspaces = [
  'core',
  'store',
  'payments',
  'migrations',
  'api',
  'worker',
  'web',
  'sandbox',
  'launch',
  'e2e',
  'bench',
];

/** Who may write to the tables of money, and why. */
const mayWrite: readonly (readonly [path: RegExp, why: string])[] = [
  [/^store\/src\/(wallet|bets|bonus)\//, 'the writer itself, with the bets and bonuses of its groups'],
  [
    /^store\/src\/ledger\/rebuild\.ts$/,
    "the owner's repair of the projection, which has no other source than the events",
  ],
  [
    /^migrations\/src\/2026-11-20-31-became-cash\.ts$/,
    'fills columns of a bonus that are new there with what the ledger says, and moves nothing',
  ],
  [
    /^migrations\/src\/2026-11-22-71-play-to-date\.ts$/,
    'fills columns that are new there and outside of the hashed form with sums of what the ledger says',
  ],
  [
    /^migrations\/src\/2026-11-28-91-play-until\.ts$/,
    'forgets sums of the ledger that are read again where they matter',
  ],
  [/\.test\.tsx?$|^[a-z0-9]+\/src\/testing\//, 'tests, which tamper on purpose'],
  [/^bench\//, 'measurements against a database of their own'],
];
/** An account is opened together with its wallet, which is empty. */
const emptyWallet = 'insert into wallets (wallet_id) values';
const accountCreation = 'store/src/accounts/users.ts';

const tables = '(wallets|ledger_events|ledger_entries|bets|bet_legs|bonuses)';
const writes = [
  `\\b(?:insert\\s+into|merge\\s+into|update(?:\\s+only)?|delete\\s+from(?:\\s+only)?|truncate(?:\\s+table)?(?:\\s+only)?|copy)\\s+(?:public\\.)?"?${tables}\\b(?!\\.)[^;\`]{0,40}`,
  `\\b(?:insertInto|mergeInto|replaceInto|updateTable|deleteFrom)\\(\\s*\\[?\\s*['"\`](?:public\\.)?${tables}\\b`,
];

/** The writes to tables of money in a source, each as it begins. */
const writesIn = (source: string): readonly string[] =>
  writes.flatMap((write) => [...source.matchAll(new RegExp(write, 'gi'))].map(([text]) => text.replace(/\s+/g, ' ')));

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs|js|sql)$/.test(file) && !/(^|[\\/])(node_modules|dist)[\\/]/.test(file))
    .map((file) => join(folder, file));
}

const files = workspaces
  .flatMap((name) => sources(join(root, name)))
  .map((path) => ({ path: relative(root, path).replaceAll('\\', '/'), source: readFileSync(path, 'utf8') }));

test('only the wallet writer writes to wallets, ledger or bets', () => {
  const strays = files
    .filter(({ path }) => !mayWrite.some(([allowed]) => allowed.test(path)))
    .flatMap(({ path, source }) => writesIn(source).map((write) => ({ path, write })))
    .filter(({ path, write }) => path !== accountCreation || !write.startsWith(emptyWallet));
  expect(strays).toEqual([]);
});

test('the search finds the wallet writer and account creation, so its patterns work', () => {
  const found = files.filter(({ source }) => writesIn(source).length > 0).map(({ path }) => path);
  for (const path of [
    'store/src/wallet/group-writes.ts',
    'store/src/bets/bet-writes.ts',
    'store/src/bonus/bonus-rows.ts',
    'store/src/ledger/rebuild.ts',
    accountCreation,
  ]) {
    expect(found).toContain(path);
  }
  for (const workspace of workspaces) expect(files.some(({ path }) => path.startsWith(`${workspace}/`))).toBe(true);
});

test.each([
  'update wallets set cash = cash + 1',
  'UPDATE\n  only "wallets" SET cash = 0',
  'with moved as (insert into ledger_events (seq) values (1)) select 1',
  'insert into public.ledger_entries select 1',
  'delete from bets where id = $1',
  'truncate table ledger_events',
  'merge into wallets using x on true',
  'copy bets from stdin',
  "db.updateTable('wallets').set({ cash })",
  "trx\n    .insertInto(\n 'ledger_events')",
  'db.deleteFrom("bets")',
])('finds %s', (write) => {
  expect(writesIn(write).length).toBe(1);
});

test.each([
  'select cash from wallets for update',
  'create index on ledger_events (type)',
  'update ledger_verifications set state = 1',
  "db.selectFrom('wallets')",
  'insert into wallets_archive values (1)',
])('ignores %s', (reading) => {
  expect(writesIn(reading)).toEqual([]);
});
