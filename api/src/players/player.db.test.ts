import type { PlayerSheet, PlayerView, RefusalView } from '@touchline/core/contract';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, openBettor, quote, requestAs, testPassword } from '../testing/test-app.ts';

const api = await buildTestApp();
const bettor = await openBettor(api, 'player@touchline.test', 100);
for (const [name, role] of [
  ['boss', 'admin'],
  ['other', 'admin'],
  ['aud', 'auditor'],
] as const) {
  await openAccount(api, `${name}@example.com`, role);
}
const [boss, other, auditor] = [
  await logIn(api.app, 'boss@example.com'),
  await logIn(api.app, 'other@example.com'),
  await logIn(api.app, 'aud@example.com'),
];
afterAll(() => api.close());

const call = requestAs.bind(undefined, api.app);
const sheet = async (as = boss) => (await call(as, 'GET', `/players/${bettor.user.id}`)).json<PlayerSheet>();
const why = { reason: 'Another person uses the account.' };

test('one call returns a player’s profile, restrictions, balances, recent activity and admin actions', async () => {
  const [red] = await quote(api.database, [{ name: 'Red', home: '2.1' }]);
  const { token, user } = bettor;
  const matches = [{ matchId: red, betOutcome: 'Red United Win', odds: 2.1 }];
  expect((await call(token, 'POST', '/bet', { stake: 30, matches })).statusCode).toBe(201);
  const paypal = { amount: 20, withdrawalMethod: 'paypal', paypalEmail: 'ada@example.com', password: testPassword };
  const { transactionId } = (await call(token, 'POST', '/payment/withdraw', paypal)).json<{ transactionId: string }>();
  await call(token, 'PUT', '/limits', { kind: 'stake', period: 'day', amount: 40 });
  await call(token, 'POST', '/limits/exclusion', { kind: 'time-out', days: 1 });
  await call(boss, 'POST', `/players/${user.id}/exclusion`, { cause: 'request', days: null, ...why });
  await call(boss, 'POST', `/payment/withdraw/cancel/${transactionId}`, { reason: 'The name differs.' });

  const found = await sheet();
  expect(found).toMatchObject({
    user: {
      id: user.id,
      name: 'Ada Bell',
      email: 'player@touchline.test',
      role: 'bettor',
      isVerified: true,
      openSessions: 1,
    },
    exclusion: { cause: 'request', reason: why.reason, until: null, by: 'Ada Bell' },
    own: { kind: 'time-out' },
    limits: [{ kind: 'stake', period: 'day', amount: 40, used: 30, next: null }],
    wallet: { balance: 70, held: 0, bonus: 0, staked: 30 },
    bonus: null,
    flags: expect.arrayContaining([{ flag: 'first-withdrawal', count: 1, open: 0 }]),
    lifetime: { deposited: 100, refunded: 0, withdrawn: 0, net: 100 },
    bets: [{ status: 'pending', stake: 30 }],
    actions: [
      { action: 'withdrawal-rejected', subject: `withdrawal:${transactionId}`, reason: 'The name differs.' },
      { action: 'player-excluded', subject: `user:${user.id}`, reason: why.reason },
    ],
  });
  expect(found.transactions.map(({ type, status }) => [type, status])).toEqual([
    ['withdrawal', 'canceled'],
    ['deposit', 'completed'],
  ]);
  expect(found.wallet.version).toBeGreaterThan(0);
  expect(await sheet(auditor)).toEqual(found);
});

test('finds players by part of their name or email; the access log has every search and view, also by admins', async () => {
  const found = (await call(other, 'GET', '/players?search=player%40')).json<PlayerView[]>();
  expect(found.map(({ email }) => email)).toEqual(['player@touchline.test']);
  await sheet(other);
  await call(other, 'GET', `/players/${bettor.user.id}/exclusion`);
  const { rows } = await api.database.pool.query(
    `select a.role, a.action, a.wallet_id = $1 as theirs from access_log a join users u on u.id = a.user_id
     where u.email = 'other@example.com' order by a.id`,
    [bettor.user.walletId],
  );
  expect(rows).toEqual([
    { role: 'admin', action: 'players', theirs: null },
    { role: 'admin', action: 'player', theirs: true },
    { role: 'admin', action: 'player', theirs: true },
  ]);
});

test('an admin signs a player out everywhere, with an audit entry; not themselves, not an unknown player, not without a reason', async () => {
  const url = `/players/${bettor.user.id}/sign-out`;
  for (const reason of ['', '   ', 'x']) expect((await call(boss, 'POST', url, { reason })).statusCode).toBe(400);
  expect((await call(bettor.token, 'GET', '/auth/me')).statusCode).toBe(200);
  expect((await call(boss, 'POST', url, why)).json()).toEqual({ ended: 1 });
  expect((await call(bettor.token, 'GET', '/auth/me')).statusCode).toBe(401);
  const { user, actions } = await sheet();
  expect([user.openSessions, actions[0]]).toMatchObject([
    0,
    { action: 'player-signed-out', ...why, before: { openSessions: 1 }, after: { openSessions: 0 } },
  ]);
  const [self] = (await call(boss, 'GET', '/players?search=boss')).json<PlayerView[]>();
  const own = await call(boss, 'POST', `/players/${self?.userId}/sign-out`, why);
  expect([own.statusCode, own.json<RefusalView>().code]).toEqual([403, 'own-account']);
  for (const [method, path] of [
    ['POST', '/sign-out'],
    ['GET', ''],
  ] as const) {
    const unknown = await call(
      boss,
      method,
      `/players/${crypto.randomUUID()}${path}`,
      method === 'POST' ? why : undefined,
    );
    expect([unknown.statusCode, unknown.json<RefusalView>().code]).toEqual([404, 'player-unknown']);
  }
});
