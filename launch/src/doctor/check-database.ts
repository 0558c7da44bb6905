import { pendingMigrations } from '@touchline/migrations/run';
import { connect } from '@touchline/store/connect';
import { connectClient, findWritableServer } from '@touchline/store/database-client';
import { forReading, hostsIn } from '@touchline/store/database-url';
import { countSealed } from '@touchline/store/keys';
import type { DataKey } from '@touchline/store/sealed';
import { createReads, type ReadOutcome } from '@touchline/store/standby-reads';
import pg from 'pg';
import { hasRightsOf, type Login } from '../prepare-database.ts';
import { checked, type Finding, fine, problem } from './finding.ts';

/** A login that the product uses, and the variable that names it. */
type DatabaseLogin = {
  readonly login: Exclude<Login, 'audit'>;
  readonly variable: string;
  readonly url: string;
};

export type DatabaseToCheck = {
  readonly owner: { readonly variable: string; readonly url: string };
  readonly logins: readonly DatabaseLogin[];
  /** Logins through a pooler. */
  readonly pooled: readonly { readonly variable: string; readonly url: string }[];
  /** Logins at a standby. */
  readonly standbys: readonly { readonly variable: string; readonly url: string }[];
  /** `undefined`: what is sealed is not checked. */
  readonly dataKey: DataKey | undefined;
};

const supportedVersions = { from: 14, to: 18 };
const mostSecondsApart = 2;
const grantAdvice = 'See "Database roles" in docs/operations.md; npm run migrate sets the rights of the roles.';

/** Checks the server through its owner, then each login of the product. */
export async function checkDatabase(asked: DatabaseToCheck): Promise<readonly Finding[]> {
  const { owner, logins, pooled, standbys, dataKey } = asked;
  const advice = `Check ${owner.variable}: host, port, password, and whether the server accepts connections from here.`;
  const server = await checked('database', advice, () => checkServer(owner.url, dataKey));
  const rights = await Promise.all(
    logins.map(({ login, variable, url }) =>
      checked(`${login} login`, `Check ${variable}. ${grantAdvice}`, async () => [
        (await hasRightsOf(login, url))
          ? fine(`${login} login`, `${variable} has the rights of touchline_${login}.`)
          : problem(`${login} login`, `${variable} lacks the rights of touchline_${login}.`, grantAdvice),
      ]),
    ),
  );
  const poolers = await Promise.all(
    pooled.map(({ variable, url }) => checked('pooler', `Check ${variable}.`, () => checkPooler(variable, url))),
  );
  const copies = await Promise.all(
    standbys.map(({ variable, url }) =>
      checked('standby', `Check ${variable}.`, () => checkStandby({ variable, url, primaryUrl: owner.url })),
    ),
  );
  return [...server, ...rights.flat(), ...poolers.flat(), ...copies.flat()];
}

async function checkServer(url: string, dataKey: DataKey | undefined): Promise<readonly Finding[]> {
  const client = await connectClient(url, { lock_timeout: 5_000, statement_timeout: 15_000 });
  try {
    const asked = Date.now();
    const { rows } = await client.query<{ version: string; now: number }>(
      "select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 as now",
    );
    const [{ version, now } = { version: '0', now: 0 }] = rows;
    const apart = Math.abs(now - (asked + Date.now()) / 2_000);
    await client.query("select pg_logical_emit_message(true, 'touchline', 'doctor')");
    const major = Number.parseInt(version, 10);
    const pending = await pendingMigrations(await findWritableServer(url));
    return [
      major >= supportedVersions.from && major <= supportedVersions.to
        ? fine('database', `PostgreSQL ${version} at ${hostsIn(url)} accepts writes.`)
        : problem('database', `PostgreSQL ${version} is not supported.`, 'Use PostgreSQL 14 to 18.'),
      apart <= mostSecondsApart
        ? fine('clock', `This machine and the database agree to ${apart.toFixed(1)} seconds.`)
        : problem(
            'clock',
            `This machine and the database are ${apart.toFixed(1)} seconds apart.`,
            'Run a time service (chrony, systemd-timesyncd) on both. Prices would count as stale.',
          ),
      pending.length === 0
        ? fine('migrations', 'The schema is the one of this version.')
        : problem(
            'migrations',
            `${pending.length} migrations are missing, first ${pending[0]}.`,
            'Run: npm run migrate',
          ),
      ...(pending.length === 0 && dataKey ? [await checkSealed(url, dataKey)] : []),
    ];
  } finally {
    await client.end();
  }
}

/** A pooler refuses settings of a session, so the role must have them. */
async function checkPooler(variable: string, url: string): Promise<readonly Finding[]> {
  const client = await connectClient(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from pg_settings where setting = '0'
       and name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    return rows.length === 0
      ? [fine('pooler', `${variable} has the timeouts of its role.`)]
      : [
          problem(
            'pooler',
            `${variable} has no ${rows.map(({ name }) => name).join(', ')}.`,
            'Set them on the role: decisions/0058-a-database-that-falls-silent.md has the statements.',
          ),
        ];
  } finally {
    await client.end();
  }
}

async function checkStandby(asked: {
  readonly variable: string;
  readonly url: string;
  readonly primaryUrl: string;
}): Promise<readonly Finding[]> {
  const { variable } = asked;
  const [primary, standby] = [connect(asked.primaryUrl, { max: 1 }), connect(forReading(asked.url), { max: 1 })];
  let outcome: ReadOutcome | undefined;
  try {
    const onRead = (read: ReadOutcome) => (outcome = read);
    await createReads(primary, standby, { waitMs: 3_000, onRead }).server();
  } finally {
    await Promise.all([primary.close(), standby.close()]);
  }
  if (outcome === 'standby') return [fine('standby', `${variable} has everything that the primary has committed.`)];
  return outcome === 'behind'
    ? [problem('standby', `${variable} is more than 3 seconds behind.`, 'See StandbyUnused in docs/operations.md.')]
    : [
        problem(
          'standby',
          `${variable} cannot be used.`,
          'It must be a physical standby of the primary that accepts this login and was not promoted.',
        ),
      ];
}

async function checkSealed(url: string, dataKey: DataKey): Promise<Finding> {
  const pool = new pg.Pool({ connectionString: await findWritableServer(url), max: 1 });
  try {
    const others = (await countSealed(pool, dataKey)).reduce((sum, { underOlder }) => sum + underOlder, 0);
    return others === 0
      ? fine('data key', 'Everything sealed in the database is sealed with the first key of DATA_KEY.')
      : problem(
          'data key',
          `${others} texts in the database are sealed with another key.`,
          'Name that key behind the new one (DATA_KEY=new,old), then run: npm run keys -- reseal',
        );
  } finally {
    await pool.end();
  }
}
