import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type {
  LedgerEventsPage,
  PlayerView,
  RefusalView,
  TrialBalanceView,
  VerificationsView,
  VerificationView,
  WalletTimeline,
} from '@touchline/core/contract';
import { createTestSigner } from '@touchline/signer/testing';
import { verifyAlone } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, creditDollars, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const keys = generateKeyPairSync('ed25519');
const publicPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const api = await buildTestApp({ ledgerPublicKey: publicPem });
const ada = await openBettor(api, 'ada@example.com', 100);
const bea = await openBettor(api, 'bea@example.com', 40);
await creditDollars(api, ada.user, 12.5);
await openAccount(api, 'audit@example.com', 'auditor');
const auditor = await logIn(api.app, 'audit@example.com');
const signer = createTestSigner(api.database, keys);
await signer.sealAndSign();
await signer.close();
afterAll(() => api.close());

const get = (url: string, token = auditor) => requestAs(api.app, token, 'GET', url);
const read = async <Answer>(url: string, token?: string): Promise<Answer> => {
  const answer = await get(url, token);
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, '']);
  return answer.json<Answer>();
};
const accesses = async () =>
  (
    await read<{ looks: { action: string; walletId: string | null; request: string; email: string }[] }>(
      '/ledger/access-log',
    )
  ).looks;

describe('events', () => {
  test('an auditor sees those of every player, the newest first, and can narrow them down', async () => {
    const all = await read<LedgerEventsPage>('/ledger/events');
    expect(all.events.map(({ walletId, amount }) => [walletId, amount])).toEqual([
      [ada.user.walletId, 12.5],
      [bea.user.walletId, 40],
      [ada.user.walletId, 100],
    ]);
    const [newest, middle] = all.events;
    expect((await read<LedgerEventsPage>('/ledger/events?limit=1')).next).toBe(newest?.seq);
    const amounts = async (query: string) =>
      (await read<LedgerEventsPage>(`/ledger/events?${query}`)).events.map(({ amount }) => amount);
    expect(await amounts(`before=${newest?.seq}&limit=1`)).toEqual([40]);
    expect(await amounts(`after=${middle?.seq}`)).toEqual([12.5]);
    expect(await amounts('minAmount=12.5&maxAmount=40')).toEqual([12.5, 40]);
    expect(await amounts('minAmount=12.501&maxAmount=39.999')).toEqual([]);
    expect(await amounts('minAmount=-1e300&maxAmount=1e300')).toEqual([12.5, 40, 100]);
    expect(await amounts(`wallet=${ada.user.walletId.toUpperCase()}`)).toEqual([12.5, 100]);
    expect(await amounts(`from=${newest?.recordedAt}&to=9999-12-31T23:59:59.9999999Z`)).toEqual([12.5]);
    expect(await amounts('from=0000-01-01T00:00:00%2B23:00&time=effective')).toEqual([12.5, 40, 100]);
    expect(await amounts('type=StakeTaken')).toEqual([]);
  });

  test('a player gets their own wallet, whichever is requested', async () => {
    for (const wallet of ['', `?wallet=${bea.user.walletId}`, '?wallet=nonsense']) {
      const { events } = await read<LedgerEventsPage>(`/ledger/events${wallet}`, ada.token);
      expect(events.map(({ amount }) => amount)).toEqual([12.5, 100]);
    }
  });

  test.each(['wallet=nonsense', 'from=yesterday', 'cause=%00', 'limit=0', 'before=x', 'time=never'])(
    'the question %s is refused with a sentence',
    async (query) => {
      const answer = await get(`/ledger/events?${query}`);
      expect([answer.statusCode, answer.json<RefusalView>().code]).toEqual([400, 'request-invalid']);
    },
  );
});

describe('players and their wallets', () => {
  test('an auditor finds a player and reads the timeline; the player reads the same', async () => {
    const [found] = await read<PlayerView[]>('/ledger/wallets?search=ADA%40');
    expect(found).toMatchObject({ walletId: ada.user.walletId, email: 'ada@example.com', balances: { cash: 112.5 } });
    const timeline = await read<WalletTimeline>(`/ledger/wallets/${ada.user.walletId}`);
    expect(timeline).toMatchObject({
      player: found,
      at: { cash: 112.5 },
      next: null,
      seal: { version: 2 },
    });
    expect(timeline.steps.map(({ version, cashChange }) => [version, cashChange])).toEqual([
      [2, 12.5],
      [1, 100],
    ]);
    expect(await read(`/ledger/wallets/${ada.user.walletId}`, ada.token)).toEqual(timeline);
    const first = await read<WalletTimeline>(
      `/ledger/wallets/${ada.user.walletId}?at=${timeline.steps[1]?.recordedAt}&limit=1`,
    );
    expect([first.at.cash, first.next]).toEqual([100, 2]);
  });

  test('to a player, another player’s wallet looks like one that does not exist', async () => {
    const unknown = { code: 'wallet-unknown', error: 'Wallet not found.' };
    const other = bea.user.walletId;
    for (const [url, token] of [
      [`/ledger/wallets/${other}`, ada.token],
      [`/ledger/proof/${other}`, ada.token],
      [`/ledger/wallets/${crypto.randomUUID()}`, auditor],
      [`/ledger/proof/${crypto.randomUUID()}`, auditor],
    ] as const) {
      const answer = await get(url, token);
      expect([answer.statusCode, answer.json()]).toEqual([404, unknown]);
    }
  });
});

test('the trial balance sums to zero, now and before there was anything', async () => {
  const now = await read<TrialBalanceView>('/ledger/trial-balance');
  expect([now.sum, now.accounts.find(({ account }) => account === 'player:cash')]).toEqual([
    0,
    { account: 'player:cash', balance: 152.5, entries: 3 },
  ]);
  const before = await read<TrialBalanceView>('/ledger/trial-balance?at=2020-01-01T00:00:00Z&time=effective');
  expect([before.at, before.time, before.sum, before.accounts.every(({ balance }) => balance === 0)]).toEqual([
    '2020-01-01T00:00:00.000000Z',
    'effective',
    0,
    true,
  ]);
});

describe('exports', () => {
  const verify = async (name: string, content: string) =>
    (await verifyAlone({ [name]: content, 'operator.pem': publicPem }, name, '--key', 'operator.pem')).code;

  test('the public key is public', async () => {
    const answer = await api.app.inject({ method: 'GET', url: '/ledger/public-key' });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'application/x-pem-file',
      publicPem,
    ]);
  });

  test.each([
    ['export.ndjson', () => '/ledger/export', () => auditor],
    ['export.csv', () => '/ledger/export?format=csv', () => auditor],
    ['proof.json', () => `/ledger/proof/${ada.user.walletId}`, () => ada.token],
  ])('the stand-alone verifier passes %s as it was downloaded', async (name, url, token) => {
    const answer = await get(url(), token());
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="touchline-[\w-]+\.(ndjson|csv|json)"$/),
    ]);
    expect(await verify(name, answer.body)).toBe(0);
    expect(await verify(name, answer.body.replace('12.5', '').replaceAll('1250', '1251'))).toBe(1);
  });

  test('allows two exports at once and refuses a third until one disconnects', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${auditor}` };
    const begin = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/ledger/export`, { headers, ...(signal && { signal }) });
    const owner = new Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    // The lock blocks every read of events, so a running export cannot continue.
    await owner.query('begin; lock table ledger_events in access exclusive mode');
    const leaving = new AbortController();
    const left = expect(begin(leaving.signal)).rejects.toThrow();
    const staying = begin();
    await until(async () => {
      const { rows } = await owner.query(
        // In other databases of the server the table has the same number.
        `select 1 from pg_locks where relation = 'ledger_events'::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length === 2;
    });
    const third = await begin();
    expect([third.status, await third.json()]).toEqual([
      429,
      { code: 'too-many-exports', error: 'Too many exports are running. Please try again when one has finished.' },
    ]);
    leaving.abort();
    await left;
    await owner.query('commit');
    await owner.end();
    expect(await (await staying).text()).toContain('"end"');
    await until(async () => (await Promise.all([begin(), begin()])).every(({ status }) => status === 200));
  });
});

describe('verifications', () => {
  const ask = () => requestAs(api.app, auditor, 'POST', '/ledger/verifications');

  test('a request queues one job for the worker; another returns the waiting run', async () => {
    const first = await ask();
    const second = await ask();
    const run = first.json<VerificationView>();
    expect([first.statusCode, second.statusCode, second.json()]).toEqual([202, 202, run]);
    expect(run.state).toBe('waiting');
    // The job of a waiting run may have been lost: it is left again under the same id, which the queue takes once.
    expect(api.verifications).toEqual([run.id, run.id]);
    expect(await read(`/ledger/verifications/${run.id}`)).toEqual(run);
    const list = await read<VerificationsView>('/ledger/verifications');
    expect(list.runs).toEqual([run]);
    expect(list.checkpoint).toMatchObject({ cosignedBy: [], root: expect.stringMatching(/^[\w+/]{43}=$/) });
    const unknown = await get(`/ledger/verifications/${crypto.randomUUID()}`);
    expect([unknown.statusCode, unknown.json<RefusalView>().code]).toEqual([404, 'verification-unknown']);
  });
});

describe('records an auditor’s access to a player before it answers', () => {
  test.each([
    ['events', () => '/ledger/events', () => null],
    ['events', () => `/ledger/events?wallet=${ada.user.walletId}`, () => ada.user.walletId],
    ['players', () => '/ledger/wallets?search=zoe', () => null],
    ['wallet', () => `/ledger/wallets/${bea.user.walletId}?limit=1`, () => bea.user.walletId],
    ['proof', () => `/ledger/proof/${bea.user.walletId}`, () => bea.user.walletId],
    ['export', () => '/ledger/export?format=csv', () => null],
  ])('%s', async (action, url, walletId) => {
    await get(url());
    expect((await accesses())[0]).toMatchObject({
      action,
      walletId: walletId(),
      request: `GET ${url()}`,
      email: 'audit@example.com',
    });
  });

  test('does not log a player viewing their own wallet', async () => {
    const before = (await accesses()).length;
    await read('/ledger/events', ada.token);
    await read(`/ledger/wallets/${ada.user.walletId}`, ada.token);
    await read(`/ledger/proof/${ada.user.walletId}`, ada.token);
    expect((await accesses()).length).toBe(before);
  });
});

/** What an auditor may change: nothing of anyone else's. */
const mayChange = [
  '/ledger/verifications',
  '/ledger/filters',
  '/ledger/filters/{id}',
  '/cases',
  '/cases/{id}/entries',
  '/reconciliations',
  '/reconciliations/bank',
];

test('refuses an auditor every changing call except verifications and filters of their own', async () => {
  const { paths = {} } = api.app.swagger();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([verb, call]) => {
      const isOpen = typeof call === 'object' && call !== null && !('security' in call);
      // Everyone manages their own account.
      const isOwn = path.startsWith('/auth/');
      return verb === 'get' || isOpen || isOwn ? [] : [{ method: verb.toUpperCase(), path }];
    }),
  );
  const others = calls.filter(({ path }) => !mayChange.includes(path));
  expect(others.length).toBeGreaterThan(0);
  expect(calls.length).toBe(others.length + mayChange.length);
  for (const { method, path } of others) {
    const answer = await requestAs(api.app, auditor, method as 'POST', path.replace(/\{\w+\}/g, crypto.randomUUID()));
    expect([method, path, answer.statusCode, answer.json<RefusalView>().code]).toEqual([
      method,
      path,
      403,
      'not-allowed',
    ]);
  }
});
