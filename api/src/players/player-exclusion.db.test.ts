import type { AddressInfo } from 'node:net';
import type { ExcludePlayerRequest, LimitsView, PlayerExclusionView, RefusalView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openSocket } from '../testing/live-client.ts';
import {
  buildTestApp,
  buildTestNode,
  logIn,
  openAccount,
  openBettor,
  quote,
  requestAs,
  testPassword,
} from '../testing/test-app.ts';
import { askDeposit, openCheckout } from '../testing/test-checkout.ts';
import { until } from '../testing/until.ts';

const checkout = await openCheckout();
const api = await buildTestApp(checkout.env);
const node = await buildTestNode(api.database, checkout.env);
const [red] = (await quote(api.database, [{ name: 'Red', home: '2.1' }])) as [MatchId];
for (const name of ['boss', 'other']) await openAccount(api, `${name}@example.com`, 'admin');
const [boss, other] = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'other@example.com')];
afterAll(async () => {
  await node.close();
  await api.close();
  await checkout.close();
});

await node.app.listen({ port: 0, host: '127.0.0.1' });

const call = requestAs.bind(undefined, node.app);
const urgent: ExcludePlayerRequest = { cause: 'responsible-gambling', days: 30, reason: 'Chases losses every night.' };

let bettors = 0;
async function bettor() {
  bettors += 1;
  const { user, token } = await openBettor(api, `player-${bettors}@touchline.test`, 100);
  const path = `/players/${user.id}/exclusion`;
  const bet = () =>
    requestAs(api.app, token, 'POST', '/bet', {
      stake: 5,
      matches: [{ matchId: red, betOutcome: 'Red United Win', odds: 2.1 }],
    });
  const deposit = () => askDeposit(api.app, token, { amount: 20, paymentMethod: 'paypal' });
  const exclude = (wanted = urgent, as = boss) => call(as, 'POST', path, wanted);
  const lift = (as: string, reason = 'It was the wrong account.') => call(as, 'POST', `${path}/lift`, { reason });
  const seen = async () => (await call(boss, 'GET', path)).json<PlayerExclusionView>();
  return { user, token, path, bet, deposit, exclude, lift, seen };
}
const codeOf = (answer: { json: <Value>() => Value }) => answer.json<RefusalView>().code;

test('a player excluded by an admin can neither bet nor deposit and sees why; open bets and withdrawals continue', async () => {
  const { token, bet, deposit, exclude, seen } = await bettor();
  expect((await bet()).statusCode).toBe(201);
  expect(await seen()).toMatchObject({ exclusion: null, own: null });
  const done = await exclude();
  expect([done.statusCode, done.json()]).toMatchObject([
    200,
    { exclusion: { cause: 'responsible-gambling', reason: 'Chases losses every night.', by: 'Ada Bell' }, own: null },
  ]);
  for (const refused of [await bet(), await deposit()]) {
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'excluded']);
    const { error, details } = refused.json<RefusalView>();
    expect(error).toContain('We have excluded you from betting and depositing until');
    expect(error).not.toContain('losses');
    expect(details).toMatchObject({ kind: 'operator' });
  }
  expect((await call(token, 'GET', '/limits')).json<LimitsView>().exclusion?.kind).toBe('operator');
  const paypal = { amount: 10, withdrawalMethod: 'paypal', paypalEmail: 'ada@example.com', password: testPassword };
  expect((await call(token, 'POST', '/payment/withdraw', paypal)).statusCode).toBe(201);
  expect((await call(token, 'GET', '/bet/history')).json()).toMatchObject([{ status: 'pending' }]);
});

test('open screens fetch the exclusion at once, whether the player or an admin sets it or another admin lifts it', async () => {
  const { token, exclude, lift } = await bettor();
  const { port } = node.app.server.address() as AddressInfo;
  const line = await openSocket(`http://127.0.0.1:${port}`, { token });
  onTestFinished(line.close);
  let hints = 0;
  // Nodes that have just met ask for this too, within a longer time.
  line.socket.on('missed', ({ withinMs }) => {
    if (withinMs === 0) hints += 1;
  });
  const heard = (count: number) => until(() => hints === count);
  await exclude();
  await heard(1);
  await lift(other);
  await heard(2);
  await call(token, 'POST', '/limits/exclusion', { kind: 'time-out', days: 1 });
  await heard(3);
});

test('only another admin lifts it, and both are in the audit log with what was before and after', async () => {
  const { user, bet, exclude, lift } = await bettor();
  expect(codeOf(await lift(other))).toBe('exclusion-none');
  await exclude({ ...urgent, cause: 'fraud', days: null });
  const mine = await lift(boss);
  expect([mine.statusCode, codeOf(mine)]).toEqual([403, 'exclusion-same-admin']);
  expect((await bet()).statusCode).toBe(409);
  expect((await lift(other)).json()).toMatchObject({ exclusion: null });
  expect((await bet()).statusCode).toBe(201);
  const { rows } = await api.database.pool.query(
    'select action, reason, before, after from audit_log where subject = $1 order by id',
    [`user:${user.id}`],
  );
  const excluded = { excluded: true, cause: 'fraud', until: null };
  expect(rows).toEqual([
    { action: 'player-excluded', reason: urgent.reason, before: { excluded: false }, after: excluded },
    {
      action: 'player-exclusion-lifted',
      reason: 'It was the wrong account.',
      before: excluded,
      after: { excluded: false },
    },
  ]);
});

test('a new exclusion never shortens an older one; operator and bettor cannot end each other’s exclusions', async () => {
  const { token, bet, exclude, lift, seen } = await bettor();
  await exclude();
  expect(codeOf(await exclude({ ...urgent, days: 10 }, other))).toBe('exclusion-not-longer');
  const own = await call(token, 'POST', '/limits/exclusion', { kind: 'time-out', days: 1 });
  expect([own.statusCode, own.json<LimitsView>().exclusion?.kind]).toEqual([200, 'operator']);
  expect(await seen()).toMatchObject({ exclusion: { cause: 'responsible-gambling' }, own: { kind: 'time-out' } });
  expect((await lift(other)).json()).toMatchObject({ exclusion: null, own: { kind: 'time-out' } });
  const still = await bet();
  expect([still.statusCode, still.json<RefusalView>().error]).toMatchObject([
    409,
    expect.stringContaining('You are taking a time-out'),
  ]);
});

test('refuses an exclusion without a reason, with an invalid length, or of an unknown player', async () => {
  const { exclude } = await bettor();
  for (const wrong of [{ reason: ' ' }, { days: 0 }])
    expect((await exclude({ ...urgent, ...wrong })).statusCode).toBe(400);
  const unknown = await call(boss, 'POST', `/players/${crypto.randomUUID()}/exclusion`, urgent);
  expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'player-unknown']);
  const { rows } = await api.database.pool.query(`select id from users where email = 'boss@example.com'`);
  expect(codeOf(await call(boss, 'POST', `/players/${rows[0]?.id}/exclusion`, urgent))).toBe('own-account');
});
