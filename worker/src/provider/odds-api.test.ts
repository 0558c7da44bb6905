import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOddsApi, type OddsApi } from './odds-api.ts';

const key = 'secret-key-of-ours';

/** The provider, on this machine. */
async function provider(answer: RequestListener, timeoutMs = 10_000): Promise<OddsApi> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return createOddsApi({ url: `http://127.0.0.1:${port}`, key, regions: ['eu', 'uk'], timeoutMs });
}

test('it asks for the match winner and the goals of a league in decimal odds, and tells the credits left', async () => {
  const asked: string[] = [];
  const api = await provider((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'x-requests-remaining': '487', 'x-requests-last': '4' }).end('[]');
  });
  expect(await api.odds('soccer_epl')).toEqual({
    ok: true,
    value: { body: [], quota: { remaining: 487, last: 4 } },
  });
  await api.events('soccer_epl');
  await api.scores('soccer_epl');
  expect(asked).toEqual([
    `/v4/sports/soccer_epl/odds?regions=eu%2Cuk&markets=h2h%2Ctotals&oddsFormat=decimal&dateFormat=iso&apiKey=${key}`,
    `/v4/sports/soccer_epl/events?dateFormat=iso&apiKey=${key}`,
    `/v4/sports/soccer_epl/scores?daysFrom=3&dateFormat=iso&apiKey=${key}`,
  ]);
});

test.each([
  [401, 'OUT_OF_USAGE_CREDITS', 'refused-us'],
  [404, 'UNKNOWN_SPORT', 'no-such-league'],
  [422, 'INVALID_MARKET', 'wrong-question'],
  [429, 'EXCEEDED_FREQ_LIMIT', 'failing'],
  [500, 'SERVER_ERROR', 'failing'],
  [503, 'SERVER_ERROR', 'failing'],
])('an answer of %i %s is a problem of its kind', async (status, code, kind) => {
  const body = JSON.stringify({ message: `key ${key}`, error_code: code, details_url: '' });
  const api = await provider((_, response) => response.writeHead(status).end(body));
  expect(await api.odds('soccer_epl')).toEqual({ ok: false, refusal: { kind, words: `${status} ${code}` } });
});

test('an error page that is no JSON is a problem all the same', async () => {
  const api = await provider((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
  expect(await api.odds('soccer_epl')).toEqual({ ok: false, refusal: { kind: 'failing', words: '502' } });
});

test.each([
  ['half an answer', (_: unknown, response: Parameters<RequestListener>[1]) => response.end('[{"id":')],
  ['a line that breaks', (_: unknown, response: Parameters<RequestListener>[1]) => response.destroy()],
  ['silence', () => {}],
])('%s is a failure worth another try, and its words never hold the key', async (_, answer) => {
  const api = await provider(answer, 200);
  const asked = await api.odds('soccer_epl');
  expect(asked).toMatchObject({ ok: false, refusal: { kind: 'failing' } });
  expect(JSON.stringify(asked)).not.toContain(key);
});

test('a provider that cannot be found is a failure, and its words never hold the key', async () => {
  const asked = await createOddsApi({ url: 'http://127.0.0.1:1', key, regions: ['eu'] }).odds('soccer_epl');
  expect(asked).toMatchObject({ ok: false, refusal: { kind: 'failing' } });
  expect(JSON.stringify(asked)).not.toContain(key);
});
