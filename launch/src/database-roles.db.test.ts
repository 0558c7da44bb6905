import { randomBytes } from 'node:crypto';
import { grantDifferences, grants } from '@touchline/migrations/grants';
import { connect, type Store } from '@touchline/store/connect';
import { createTestDatabase, playSomeLedger, type TestDatabase } from '@touchline/store/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogin, type Login } from './prepare-database.ts';

const logins = ['api', 'worker', 'signer', 'audit'] as const;

let database: TestDatabase;
/** Sessions of the real logins. */
const sessions = {} as Record<Login, pg.Client>;
let owner: Store;
/** A session of the owner, for transactions. */
let ownerSession: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await playSomeLedger(database);
  owner = connect(database.ownerUrl, { max: 2 });
  ownerSession = new pg.Client({ connectionString: database.ownerUrl });
  await ownerSession.connect();
  for (const login of logins) {
    const url = await createLogin(database.ownerUrl, login, randomBytes(12).toString('hex'));
    sessions[login] = new pg.Client({ connectionString: url });
    await sessions[login].connect();
  }
});
afterAll(async () => {
  for (const session of [ownerSession, ...Object.values(sessions)]) await session.end();
  await owner.close();
  await database.close();
});

/** Runs statements in a transaction that is rolled back. Returns the refusal, or undefined if all of them are allowed. */
async function refusalOf(client: pg.ClientBase, ...statements: readonly string[]): Promise<string | undefined> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    // What is checked at the commit.
    await client.query('set constraints all immediate');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('rollback; reset all');
  }
}

/** A well-formed next event of a wallet, with any hash. */
const event = (type: string, actor: string, { key = 'forged', payload = '{}', amount = '900000' } = {}) => `
  insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at,
    recorded_at, prev_hash, hash)
  select nextval('ledger_seq'), wallet_id, version + 1, '${type}', ${amount}, ${payload.startsWith('{') ? `'${payload}'` : payload}, ${key.startsWith("'") ? key : `'${key}'`},
    head_hash, '${actor}', 'test', now(), now(), head_hash, sha256(head_hash)
  from (select * from wallets order by wallet_id limit 1) w`;

/** A bet of $10 at 2.00 of the same wallet; all of it, or $1 of it, is cashed out. */
const openBet = `
  insert into bets (id, wallet_id, user_id, stake, bonus_stake, total_odds, potential_payout, odds_policy, status, placed_at)
  select '00000000-0000-7000-8000-0000000000b1', wallet_id, gen_random_uuid(), 1000, 0, 2, 2000, 'none', 'pending', now()
  from wallets order by wallet_id limit 1`;
const changeBet = (change: string) => `update bets set ${change} where id = '00000000-0000-7000-8000-0000000000b1'`;
const cashBet = (paid: number) => changeBet(`cashed_stake = 100, cashed_paid = ${paid}`);
const cashedOut = (paid: number) =>
  event('CashedOut', 'user:1', {
    payload: '{"betId":"00000000-0000-7000-8000-0000000000b1","stake":100}',
    amount: String(paid),
  });

/** Which login may write an event, and for which actors. */
const writers: Readonly<Record<string, Partial<Record<Login, readonly string[]>>>> = {
  StakeTaken: { api: ['user:1'] },
  WithdrawalRequested: { api: ['user:1'] },
  WithdrawalPaid: { api: ['admin:1'] },
  WithdrawalReleased: { api: ['admin:1', 'user:1'] },
  BetAccepted: { worker: ['system:acceptance'] },
  BetRejected: { worker: ['system:acceptance'] },
  WinningsPaid: { worker: ['system:results', 'admin:1'] },
  StakeLost: { worker: ['system:results', 'admin:1'] },
  StakeRefunded: { worker: ['system:results', 'admin:1'] },
  SettlementRolledBack: { worker: ['system:results', 'admin:1'] },
  BonusConverted: { worker: ['system:results', 'admin:1'] },
  DepositReversed: { api: ['system:payments'], worker: ['system:payments'] },
  BonusTakenBack: { api: ['system:payments'], worker: ['system:payments'] },
  BonusForfeited: { api: ['user:1', 'system:payments'], worker: ['system:bonus', 'system:payments'] },
  AdjustmentMade: {},
  InventedEvent: {},
};
const actors = [
  'user:1',
  'admin:1',
  'system:payments',
  'system:results',
  'system:acceptance',
  'system:bonus',
  'postgres',
];

describe('ledger events', () => {
  test.each(Object.entries(writers))(
    '%s is written by its processes and for its actors only',
    async (type, allowed) => {
      for (const login of ['api', 'worker'] as const) {
        for (const actor of actors) {
          const refusal = await refusalOf(sessions[login], event(type, actor));
          expect([login, actor, refusal]).toEqual([
            login,
            actor,
            allowed[login]?.includes(actor)
              ? undefined
              : `touchline_${login} may not write ${type} events of the actor ${actor}`,
          ]);
        }
      }
    },
  );

  test.each(['signer', 'audit'] as const)('the %s writes none', async (login) => {
    const insert = event('StakeTaken', 'user:1').replace("nextval('ledger_seq')", '1000000');
    expect(await refusalOf(sessions[login], insert)).toBe('permission denied for table ledger_events');
  });

  test('an adjustment is written by the owner only', async () => {
    expect(await refusalOf(ownerSession, event('AdjustmentMade', 'admin:1'))).toBeUndefined();
  });

  const adjustment = event('AdjustmentMade', 'admin:1');
  const refused = 'touchline_api may not write AdjustmentMade events of the actor admin:1';
  test.each<readonly [trick: string, statements: readonly string[], refusal: RegExp | string]>([
    [
      'among allowed rows of one statement',
      [
        `with more (type, actor, n) as (values ('StakeTaken', 'user:1', 1), ('AdjustmentMade', 'admin:1', 2))
         ${event('AdjustmentMade', 'admin:1')
           .replace('version + 1', 'version + n')
           .replace(`'AdjustmentMade'`, 'more.type')
           .replace(`'forged'`, `'forged' || n`)
           .replace(`'admin:1'`, 'more.actor')}, more`,
      ],
      refused,
    ],
    ['as another role', ['set role touchline_worker', adjustment], /permission denied to set role/],
    ['as the owner', ['set session authorization postgres', adjustment], /permission denied to set session/],
    ['with triggers off', ['set session_replication_role = replica', adjustment], /permission denied to set parameter/],
    ['with its trigger disabled', ['alter table ledger_events disable trigger all', adjustment], /must be owner/],
    [
      'with a table of the same name in front',
      [
        `create temp table event_writers as select 'AdjustmentMade' as event_type, 'touchline_api'::name as role, '{admin:}'::text[] as actors`,
        'set search_path = pg_temp, public',
        adjustment,
      ],
      refused,
    ],
    [
      'by a function that runs as its owner',
      [
        `create function pg_temp.adjust() returns void language sql security definer as $$ ${adjustment} $$`,
        'select pg_temp.adjust()',
      ],
      refused,
    ],
    [
      'by a function in the schema',
      ['create function adjust() returns void language sql as $$ $$'],
      /permission denied for schema/,
    ],
    [
      'by a function beside the queue',
      ['create function bullmq.adjust() returns void language sql as $$ $$'],
      /permission denied for schema/,
    ],
    [
      'with a new line in the table of writers',
      [`insert into event_writers values ('AdjustmentMade', 'touchline_api', '{admin:}')`],
      /permission denied for table event_writers/,
    ],
    [
      'by becoming a member of another role',
      ['grant touchline_worker to touchline_api'],
      /permission denied to grant role/,
    ],
  ])('an adjustment is refused %s', async (_trick, statements, refusal) => {
    expect(await refusalOf(sessions.api, ...statements)).toMatch(refusal);
  });

  test('an adjustment is refused when it is copied', async () => {
    const { rows } = await owner.pool.query<{ row: string }>(
      `select concat_ws(E'\\t', nextval('ledger_seq'), wallet_id, version + 1, 'AdjustmentMade', 900000, '{}', 'forged',
         bytes, 'admin:1', 'test', now(), now(), bytes, bytes) as row
       from wallets, concat(E'\\\\', head_hash) as bytes limit 1`,
    );
    const columns =
      'seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at, recorded_at, prev_hash, hash';
    const copied = copyInto(sessions.api, `ledger_events (${columns})`, `${rows[0]?.row}\n`);
    await expect(copied).rejects.toThrow(refused);
  });

  test('an adjustment is refused even where triggers are off for the session', async () => {
    const off = 'set local session_replication_role = replica';
    expect(await refusalOf(ownerSession, off, 'set local role touchline_api', adjustment)).toBe(refused);
  });

  const refusals = {
    deposit: 'DepositCredited needs a completed deposit of the same wallet, payment and amount',
    bonus: 'BonusGranted needs a bonus of the same wallet and amount',
    cashOut: 'CashedOut needs a bet of the same wallet that was cashed out and could have paid it',
  };
  const newest = '(select id from transactions order by created_at desc limit 1)';
  test.each<
    readonly [what: string, login: Login, statements: readonly string[], lacks: keyof typeof refusals | undefined]
  >([
    ['refuses a deposit without a transaction', 'api', [event('DepositCredited', 'system:payments')], 'deposit'],
    ['refuses a deposit without a transaction', 'worker', [event('DepositCredited', 'system:payments')], 'deposit'],
    [
      'refuses a second credit of a completed deposit',
      'api',
      [
        event('DepositCredited', 'system:payments', {
          payload: `jsonb_build_object('transactionId', (select id from transactions t where t.wallet_id = w.wallet_id limit 1))`,
          amount: '(select amount from transactions t where t.wallet_id = w.wallet_id limit 1)',
        }),
      ],
      'deposit',
    ],
    [
      'refuses a deposit whose transaction is not completed',
      'api',
      [
        `insert into transactions (id, wallet_id, version, type, amount, status, method, provider, provider_payment_id, flags, metadata, created_at, updated_at)
         select gen_random_uuid(), wallet_id, 1, 'deposit', 900000, 'pending', 'ideal', 'mollie', 'tr_forged', '{}', '{}', now() + interval '1 hour', now()
         from wallets order by wallet_id limit 1`,
        event('DepositCredited', 'system:payments', {
          key: 'deposit:tr_forged:paid',
          payload: `jsonb_build_object('transactionId', ${newest})`,
        }),
      ],
      'deposit',
    ],
    [
      'accepts a deposit with its completed transaction',
      'api',
      [
        `insert into transactions (id, wallet_id, version, type, amount, status, method, provider, provider_payment_id, flags, metadata, created_at, updated_at)
         select gen_random_uuid(), wallet_id, 1, 'deposit', 900000, 'completed', 'ideal', 'mollie', 'tr_1', '{}', '{}', now() + interval '1 hour', now()
         from wallets order by wallet_id limit 1`,
        event('DepositCredited', 'system:payments', {
          key: 'deposit:tr_1:paid',
          payload: `jsonb_build_object('transactionId', ${newest})`,
        }),
      ],
      undefined,
    ],
    ['refuses a bonus without a grant', 'api', [event('BonusGranted', 'system:payments')], 'bonus'],
    ['refuses a bonus without a grant', 'worker', [event('BonusGranted', 'system:payments')], 'bonus'],
    ['refuses a cash-out without a bet', 'api', [event('CashedOut', 'user:1')], 'cashOut'],
    ['refuses a cash-out of a bet that stays open', 'api', [openBet, cashedOut(100)], 'cashOut'],
    ['refuses a cash-out that pays more than the bet could', 'api', [openBet, cashBet(201), cashedOut(201)], 'cashOut'],
    ['accepts a cash-out with its bet', 'api', [openBet, cashBet(200), cashedOut(200)], undefined],
  ])('%s, by the %s', async (_what, login, statements, lacks) => {
    const refusal = await refusalOf(sessions[login], ...statements);
    expect(refusal).toBe(lacks === undefined ? undefined : refusals[lacks]);
  });
});

describe('tables', () => {
  test('every table and sequence has a line in migrations/src/grants.ts, and exactly these rights', async () => {
    const { rows } = await owner.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
         and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relname !~ '^kysely_|_id_seq$|_number_seq$'`,
    );
    const names = rows.map(({ name }) => name);
    const listed = Object.keys(grants).filter((name) => !name.endsWith('_id_seq'));
    expect(names.sort()).toEqual(listed.sort());
    expect(await grantDifferences(owner.db as never)).toEqual([]);
  });

  test.each<readonly [login: Login, what: string, statement: string]>([
    ['api', 'changes the stake of a bet', 'update bets set stake = 1'],
    ['api', 'raises the odds of a leg', 'update bet_legs set odds = 100'],
    ['api', 'changes an event', 'update ledger_events set amount = 1'],
    ['api', 'deletes an event', 'delete from ledger_events'],
    ['api', 'changes an entry', 'update ledger_entries set amount = 1'],
    ['api', 'deletes a wallet', 'delete from wallets'],
    ['api', 'gives a wallet another id', 'update wallets set wallet_id = gen_random_uuid()'],
    ['api', 'deletes a transaction', 'delete from transactions'],
    ['api', 'pays a withdrawal to another account', `update transactions set payout_sealed = 'mine'`],
    ['api', 'makes an admin', `update users set role = 'admin'`],
    ['api', 'signs a checkpoint', `insert into log_checkpoints (size, note) values (1, 'x')`],
    ['api', 'writes the log', 'update log_tiles set hashes = hashes'],
    ['api', 'ends a stop of signing', 'update signing_stops set ended_at = now()'],
    ['api', 'passes a verification', 'update ledger_verifications set finished_at = now()'],
    ['api', 'empties the audit log', 'truncate audit_log'],
    ['api', 'deletes accesses', 'delete from access_log'],
    ['api', 'deletes accesses by the function', 'select forget_access_log(now(), 1)'],
    ['worker', 'places a bet', 'insert into bets default values'],
    ['worker', 'changes the stake of a bet', 'update bets set stake = 1'],
    ['worker', 'opens an account', 'insert into users default values'],
    ['worker', 'changes a password', `update users set password_hash = 'known'`],
    ['worker', 'opens a session', 'insert into sessions default values'],
    ['worker', 'reads passkeys', 'select from passkeys'],
    ['worker', 'approves a withdrawal alone', 'insert into solo_decisions default values'],
    ['worker', 'changes an event', 'update ledger_events set amount = 1'],
    ['worker', 'writes the log', 'update log_tiles set hashes = hashes'],
    ['worker', 'reads what staff searched for', 'select request from access_log'],
    ['worker', 'erases text of the logs', `select erase_from_logs(gen_random_uuid(), gen_random_uuid(), '', '')`],
    ['signer', 'changes a wallet', 'update wallets set cash = 1'],
    ['signer', 'reads accounts', 'select from users'],
    ['signer', 'reads transactions', 'select from transactions'],
    ['signer', 'unsigns a checkpoint', 'delete from log_checkpoints'],
    ['audit', 'changes a wallet', 'update wallets set cash = 1'],
    ['audit', 'writes the audit log', 'insert into audit_log default values'],
    ['audit', 'reads password hashes', 'select password_hash from users'],
    ['audit', 'reads second factors', 'select totp_sealed from users'],
    ['audit', 'reads sealed identities', 'select identity_sealed from closed_accounts'],
    ['audit', 'reads sessions', 'select from sessions'],
    ['audit', 'takes a number of the ledger', `select nextval('ledger_seq')`],
  ])('attack: the %s %s', async (login, _what, statement) => {
    expect(await refusalOf(sessions[login], statement)).toMatch(/^permission denied for (table|sequence|function) /);
  });

  test.each([
    `status = 'won', payout = 2000, settled_at = now()`,
    `status = 'void', payout = 1000, settled_at = now()`,
    'version = 7',
    `status = 'cashed-out', cashed_stake = 1000, cashed_paid = 10, payout = 2000, settled_at = now()`,
  ])('attack: the api changes a bet other than by cashing it out: %s', async (change) => {
    expect(await refusalOf(sessions.api, openBet, changeBet(change))).toBe(
      'touchline_api may change a bet only by cashing it out',
    );
  });

  test.each(logins)('the %s creates nothing in the schema', async (login) => {
    expect(await refusalOf(sessions[login], 'create table mine ()')).toBe('permission denied for schema public');
  });

  test('functions that run as the owner are for one role each, and no caller can replace what they use', async () => {
    const { rows } = await owner.pool.query<{ name: string; roles: string; path: string }>(
      `select p.proname as name, array_to_string(p.proconfig, ' ') as path, (
         select string_agg(case a.grantee when 0 then 'public' else a.grantee::regrole::text end, ' ')
         from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as roles
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`,
    );
    const path = 'search_path=public, pg_temp';
    expect(rows).toEqual([
      { name: 'erase_from_logs', roles: 'touchline_api', path },
      { name: 'forget_access_log', roles: 'touchline_worker', path },
      { name: 'forget_price_changes', roles: 'touchline_worker', path },
    ]);
  });

  test('every trigger function has a fixed search path', async () => {
    const { rows } = await owner.pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace
         and prorettype = 'trigger'::regtype and proconfig is null`,
    );
    expect(rows).toEqual([]);
  });
});

/** Runs `COPY … FROM STDIN`, which pg itself does not support. */
const copyInto = (client: pg.Client, into: string, text: string) =>
  new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: { query: (statement: string) => void }) => connection.query(`copy ${into} from stdin`),
      handleCopyInResponse: (connection: { sendCopyFromChunk: (chunk: Buffer) => void; endCopyFrom: () => void }) => {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleError: reject,
      handleCommandComplete: () => {},
      handleReadyForQuery: resolve,
    } as never);
  });
