import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { instant } from '@touchline/core/instant';
import { expect, onTestFinished, test } from 'vitest';
import { createFootballData, type ResultsProvider } from './football-data.ts';

const token = 'secret-token-of-ours';
const now = instant(Date.parse('2026-11-25T15:00:00Z'));

async function provider(answer: RequestListener): Promise<ResultsProvider> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return createFootballData({ url: `http://127.0.0.1:${port}`, token, now: () => now });
}

test('requests a competition’s matches of whole days, with the token in a header', async () => {
  const asked: [string | undefined, IncomingHttpHeaders['x-auth-token']][] = [];
  const api = await provider((request, response) => {
    asked.push([request.url, request.headers['x-auth-token']]);
    response.end('{"matches":[]}');
  });
  expect(await api.matches('soccer_epl', instant(Date.parse('2026-11-24T23:00:00Z')), now)).toEqual({
    ok: true,
    value: { matches: [] },
  });
  expect(asked).toEqual([['/v4/competitions/PL/matches?dateFrom=2026-11-24&dateTo=2026-11-26', token]]);
  expect([api.covers('soccer_uefa_europa_league'), api.covers('soccer_uefa_nations_league')]).toEqual([true, false]);
});

test('waits until the provider’s counter is reset once no request is left', async () => {
  let left = 1;
  const api = await provider((_, response) =>
    response
      .writeHead(200, { 'x-requests-available-minute': String(left), 'x-requestcounter-reset': '21' })
      .end('{"matches":[]}'),
  );
  await api.matches('soccer_epl', now, now);
  expect(api.acceptsFrom()).toBe(0);
  left = 0;
  await api.matches('soccer_epl', now, now);
  expect(api.acceptsFrom()).toBe(now + 21_000);
});

test.each([
  [400, 'Your API token is invalid.', 'refused-us'],
  [401, '', 'refused-us'],
  [400, 'dateFrom is not a date.', 'wrong-question'],
  [403, 'restricted', 'no-such-league'],
  [404, '', 'no-such-league'],
  [429, 'You reached your request limit.', 'failing'],
  [503, '', 'failing'],
  [302, '', 'wrong-question'],
])('an answer of %i with “%s” is a problem of its kind', async (status, message, kind) => {
  const api = await provider((_, response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(JSON.stringify({ message })),
  );
  expect(await api.matches('soccer_epl', now, now)).toEqual({
    ok: false,
    refusal: { kind, message: String(status) },
  });
});

test('a response that breaks off is a failure worth a retry', async () => {
  const api = await provider((_, response) => void response.end('{"matches":['));
  expect(await api.matches('soccer_epl', now, now)).toEqual({
    ok: false,
    refusal: { kind: 'failing', message: 'the response is not complete JSON' },
  });
});
