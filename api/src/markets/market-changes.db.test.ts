import type { AddressInfo } from 'node:net';
import { adminRoom, type MarketChange, type OperatedMatchDetail, type ResultAnswer } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { readMatches, saveDoubts } from '@touchline/store/matches';
import { voidMatch } from '@touchline/store/settlement';
import { afterAll, expect, test } from 'vitest';
import { type LiveClient, openSocket } from '../testing/live-client.ts';
import { buildTestApp, buildTestNode, logIn, openAccount, openBettor, quote, requestAs } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const lines: LiveClient[] = [];
const env = { fourEyes: cents(10_000) };
const here = await buildTestApp(env);
const there = await buildTestNode(here.database, env);
for (const { app } of [here, there]) await app.listen({ port: 0, host: '127.0.0.1' });
const names = ['Red', 'Blue', 'Green', 'Gray'].map((name) => ({ name }));
/** Only says whether the nodes hear each other. */
const [red, blue, green, gray] = (await quote(here.database, names)) as [MatchId, MatchId, MatchId, MatchId];
for (const name of ['boss', 'other']) await openAccount(here, `${name}@example.com`, 'admin');
const [boss, other] = [await logIn(here.app, 'boss@example.com'), await logIn(here.app, 'other@example.com')];
afterAll(async () => {
  for (const line of lines) line.close();
  await there.close();
  await here.close();
});

const reason = 'the referee said so';
const post = (path: string, token = boss, payload: object = { reason }) =>
  requestAs(here.app, token, 'POST', `/markets/${path}`, Object.keys(payload).length > 0 ? payload : undefined);
const asSeenThere = async () =>
  (await requestAs(there.app, boss, 'GET', `/markets/${red}`)).json<OperatedMatchDetail>();

/** A line to the other node, and what it hears of matches once it has asked for the room. */
async function listen(token?: string) {
  const { port } = there.app.server.address() as AddressInfo;
  const line = await openSocket(`http://127.0.0.1:${port}`, token === undefined ? {} : { token });
  lines.push(line);
  const heard: MarketChange[] = [];
  line.socket.on('market', (change) => heard.push(change));
  const { ok } = await line.subscribe(adminRoom);
  return { heard, ok };
}

test('admins on another node receive each change of a match once, after it is readable; no other user receives it', async () => {
  const ada = await openBettor(here, 'ada@example.com', 500);
  await openAccount(here, 'audit@example.com', 'auditor');
  const admin = await listen(boss);
  const outside = await Promise.all([undefined, ada.token, await logIn(here.app, 'audit@example.com')].map(listen));
  expect([admin.ok, outside.map(({ ok }) => ok)]).toEqual([true, [false, false, false]]);
  // Nodes that have just started may not hear each other yet.
  await until(async () => {
    await post(`${gray}/open`);
    return admin.heard.length > 0;
  });
  const heard = () => admin.heard.filter(({ matchId }) => matchId !== gray);
  const expected: MarketChange[] = [];
  const published = async (matchId: MatchId | null, done: { readonly statusCode: number }, status = 200) => {
    expect(done.statusCode).toBe(status);
    expected.push({ matchId });
    await until(() => heard().length >= expected.length);
  };

  await published(red, await post(`${red}/suspend`));
  expect((await asSeenThere()).markets).toMatchObject([{ state: 'suspended' }]);
  await published(red, await post(`${red}/open`));
  await published(null, await post('close-betting'));
  await published(null, await post('open-betting'));
  expect((await post('open-betting')).statusCode).toBe(409);

  const doubt = { matchId: red, kind: 'result-late', subject: 'e1', facts: { score: '2-1' } } as const;
  await here.database.db.transaction().execute((trx) => saveDoubts(trx, [doubt], instant(Date.now())));
  const { reviews } = await asSeenThere();
  await published(red, await post(`reviews/${reviews[0]?.id}/resolve`, boss, { resolution: 'noted', reason }));

  for (const [matchId, betOutcome] of [
    [red, 'Red United Win'],
    [blue, 'Blue United Win'],
  ]) {
    const payload = { stake: 100, matches: [{ matchId, betOutcome, odds: 2.1 }] };
    expect((await requestAs(here.app, ada.token, 'POST', '/bet', payload)).statusCode).toBe(201);
  }
  await here.database.pool.query(`update matches set kickoff_at = date_trunc('second', now()) - interval '2 hours'`);
  const result = { kind: 'score', home: 1, away: 0 };
  expect((await post(`${red}/dry-run`, boss, { result })).json()).toMatchObject({ needsSecondAdmin: true });
  const propose = async (matchId: MatchId) => {
    const proposed = await post(`${matchId}/result`, boss, { result, reason });
    await published(matchId, proposed, 202);
    return proposed.json<ResultAnswer>().match.proposal?.id;
  };
  const first = await propose(red);
  expect((await post(`proposals/${first}/confirm`, boss, {})).statusCode).toBe(403);
  await published(red, await post(`proposals/${first}/reject`, other));
  await published(red, await post(`proposals/${await propose(red)}/confirm`, other, {}));
  expect(await asSeenThere()).toMatchObject({ status: 'finished', resultVersion: 1 });
  const late = await propose(blue);
  const [unplayed] = await readMatches(here.database.db, [blue]);
  if (!unplayed) throw new Error('there is no match');
  await here.database.db.transaction().execute((trx) => voidMatch(trx, unplayed, instant(Date.now())));
  await published(null, await post(`proposals/${late}/confirm`, other, {}), 409);
  await published(green, await post(`${green}/result`, boss, { result, reason }));

  expect(heard()).toEqual(expected);
  expect(outside.map(({ heard }) => heard)).toEqual([[], [], []]);
});
