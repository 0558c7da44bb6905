import { randomUUID } from 'node:crypto';
import type { BetId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { isBuilder, outcomeFromLabel } from '@touchline/core/markets';
import { cents } from '@touchline/core/money';
import { builderPrice } from '@touchline/core/pricing';
import { exportLedger, verifyMoney } from '@touchline/store/ledger';
import { readMatches } from '@touchline/store/matches';
import {
  cashingOut,
  createMatch,
  createPlayer,
  createTestDatabase,
  depositWithBonus,
  finishAndSettle,
  homeWins,
  playSomeLedger,
  type TestMatch,
  tamper,
  verifyAlone,
} from '@touchline/store/testing';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestSigner } from './testing/test-signer.ts';

/**
 * The owner of the database drops its constraints and changes one value of a true ledger into one that no writer stores. Neither the
 * product's verification nor an export and the stand-alone verifier may end without a report, which would hide every other change.
 */
const tables = [
  ...['ledger_events', 'ledger_entries', 'wallets', 'bets', 'bet_legs', 'match_results', 'transactions', 'bonuses'],
  ...['liability_seals', 'log_batches', 'log_checkpoints'],
];
const [text, whole] = [
  ['null', `''`],
  ['null', '-1', '9223372036854775807'],
];
const strangeValues: Readonly<Record<string, readonly string[]>> = {
  text,
  uuid: ['null'],
  jsonb: ['null', `'null'`, `'{}'`, `'[null]'`, `'"x"'`, '1e300::text::jsonb'],
  bytea: text,
  bigint: whole,
  integer: ['null', '-1', '2147483647'],
  smallint: ['null', '-1'],
  numeric: ['null', `'NaN'`],
  'timestamp with time zone': ['null', `'infinity'`, `'-infinity'`, `'0044-03-15 BC'`],
};
const strangeMembers = ['null', '"x"', '{}', '[]', '-1', '1e300'];
/** Columns with objects, whose members are changed one by one. */
const objects = [
  ['ledger_events', 'payload'],
  ['bet_legs', 'priced_from'],
  ['bets', 'system'],
] as const;
/** Not in an export: what the product derives from the ledger. `from_number` of a batch is only read with an export. */
const notExported =
  /^(bet_legs\.status|bonuses\.max_stake|log_batches\.from_number|\w+\.(staked|lost|promised)_to_date) /;

const database = await createTestDatabase();
const signer = createTestSigner(database);
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
const writer = createWalletWriter(database);
await playSomeLedger(database, signer.sealAndSign);
await placeAllKinds(writer);
await signer.sealAndSign();
await writer.close();
await dropConstraints();
for (const table of tables) await owner.query(`create table true_${table} as table ${table}`);
afterAll(async () => {
  await owner.end();
  await signer.close();
  await database.close();
});

/** A deposit with its bonus; a single that is cashed out in part, a system and a builder; and results that settle them. */
async function placeAllKinds(writer: WalletWriter): Promise<void> {
  const player = await createPlayer(database.db, writer);
  await depositWithBonus(database.db, writer, player, 50);
  const matches: TestMatch[] = [];
  for (const [home, away] of ['AB', 'CD', 'EF'].map((names) => [...names])) {
    matches.push(await createMatch(database.db, home ?? '', away ?? ''));
  }
  const [one, two] = matches as [TestMatch, TestMatch];
  const single = homeWins(player, [one], 600);
  const system = homeWins(player, matches, 400);
  const [match] = await readMatches(database.db, [two.id]);
  const label = 'Builder: Draw + Under 2.5';
  const outcome = match && outcomeFromLabel(match, label);
  const price = outcome && isBuilder(outcome) && builderPrice(match, instant(match.kickoffAt - 1), outcome);
  const pick = { matchId: two.id, label, oddsSeen: price ? price.odds : expect.fail('no price') };
  const builder = { ...single, betId: randomUUID() as BetId };
  for (const command of [
    single,
    cashingOut(single, { stake: cents(200) }),
    { ...system, request: { ...system.request, system: { sizes: [2, 3], bankers: [] } } },
    { ...builder, request: { stake: cents(300), oddsPolicy: 'any', picks: [pick] } } as const,
  ]) {
    expect(await writer.submit(command)).toMatchObject({ ok: true });
  }
  await finishAndSettle(database, one.id, 2, 0);
  await finishAndSettle(database, two.id, 1, 1);
}

async function dropConstraints(): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
     where contype in ('c', 'f') and conrelid::regclass::text = any($1)
     union all
     select format('alter table %I alter column %I drop not null', table_name, column_name) from information_schema.columns c
     where table_schema = 'public' and table_name = any($1) and is_nullable = 'NO' and is_identity = 'NO'
       and not exists (
         select from information_schema.key_column_usage k join information_schema.table_constraints t using (constraint_name)
         where t.constraint_type = 'PRIMARY KEY' and k.table_name = c.table_name and k.column_name = c.column_name)`,
    [tables],
  );
  for (const { statement } of rows) await owner.query(statement);
}

type Change = { readonly table: string; readonly name: string; readonly statement: string };

async function changesOfColumns(): Promise<readonly Change[]> {
  const { rows } = await owner.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_identity = 'NO' and is_generated = 'NEVER' order by 1, 2`,
    [tables],
  );
  return rows.flatMap(({ table, column, type }) =>
    (strangeValues[type] ?? []).map((value) => ({
      table,
      name: `${table}.${column} = ${value}`,
      statement: `update ${table} set ${column} = ${value}
        where ctid = (select ctid from ${table} where ${column} is not null order by ctid desc limit 1)`,
    })),
  );
}

/** Each member of each kind of object is removed and replaced once. */
async function changesOfMembers(): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const [table, column] of objects) {
    const kind = table === 'ledger_events' ? 'type' : `''`;
    const { rows } = await owner.query<{ value: unknown; kind: string; id: string }>(
      `select ${column} as value, ${kind} as kind, ctid::text as id from true_${table} where ${column} is not null`,
    );
    const known = new Set<string>();
    const add = (value: unknown, kind: string, path: readonly string[]): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [member, inner] of Object.entries(value)) {
        const deeper = [...path, member];
        const name = `${table}.${column} ${kind} ${deeper.join('.').replaceAll(/\d+/g, '0')}`;
        if (known.has(name)) continue;
        known.add(name);
        const at = `{${deeper.join(',')}}`;
        const where = `where ctid = (select ctid from ${table} where ${kind === '' ? 'true' : `type = '${kind}'`}
          and ${column} #> '${at}' is not null limit 1)`;
        changes.push({ table, name, statement: `update ${table} set ${column} = ${column} #- '${at}' ${where}` });
        for (const strange of strangeMembers) {
          const set = `jsonb_set(${column}, '${at}', '${strange}')`;
          changes.push({
            table,
            name: `${name} = ${strange}`,
            statement: `update ${table} set ${column} = ${set} ${where}`,
          });
        }
        add(inner, kind, deeper);
      }
    };
    for (const { value, kind } of rows) add(value, kind, []);
  }
  return changes;
}

/** Whether the product's verification and the stand-alone verifier pass. Rejects if either ends without a report. */
async function verdicts(): Promise<{ readonly product: boolean; readonly alone: boolean; readonly text: string }> {
  const { passed, found } = await verifyMoney(database.pool, { publicKey: signer.publicKey });
  const content = exportLedger(database.pool, { format: 'ndjson' });
  const files = { 'export.ndjson': content, 'operator.pem': signer.publicPem };
  const { code, text } = await verifyAlone(files, 'export.ndjson', '--key', 'operator.pem');
  if (code !== 0 && code !== 1) throw new Error(text);
  return { product: passed, alone: code === 0, text: `${Object.keys(found)}\n${text}` };
}

/** Some 950 changes, each verified twice. */
const timeout = 1_800_000;

test('no value that cannot be read keeps a verification from its report', { timeout }, async () => {
  expect(await verdicts()).toMatchObject({ product: true, alone: true });
  const wrong: string[] = [];
  let noticed = 0;
  for (const { table, name, statement } of [...(await changesOfColumns()), ...(await changesOfMembers())]) {
    await tamper(database, statement).catch((error: unknown) => {
      // Primary keys stay.
      expect(String(error)).toMatch(/not-null|duplicate key/);
    });
    const { product, alone, text } = await verdicts().catch((error: unknown) => ({
      ...{ product: undefined, alone: undefined, text: String(error) },
    }));
    if (product === undefined || (product !== alone && !notExported.test(name))) wrong.push(`${name}: ${text}`);
    if (product === false) noticed += 1;
    await tamper(database, `delete from ${table}`, `insert into ${table} overriding system value table true_${table}`);
  }
  expect(wrong).toEqual([]);
  expect(noticed).toBeGreaterThan(400);
});
