import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { instant } from '@touchline/core/instant';
import { describe, expect, onTestFinished, test } from 'vitest';
import { problemOfError, withoutKey } from './feed-problem.ts';
import { createOddsApi, type OddsProvider } from './odds-api.ts';

const key = 'secret-key-of-ours';
const sampleNow = instant(Date.parse('2026-11-21T12:00:00Z'));

/** The provider, on this machine. */
async function provider(answer: RequestListener, timeoutMs = 10_000): Promise<OddsProvider> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return createOddsApi({
    url: `http://127.0.0.1:${port}`,
    key,
    regions: ['eu', 'uk'],
    now: () => sampleNow,
    timeoutMs,
  });
}

test('requests a league’s match winner and total goals in decimal odds, and returns the credits left', async () => {
  const asked: string[] = [];
  const api = await provider((request, response) => {
    asked.push(request.url ?? '');
    response
      .writeHead(200, { 'x-requests-remaining': '487', 'x-requests-used': '13', 'x-requests-last': '4' })
      .end('[]');
  });
  expect(await api.odds('soccer_epl')).toEqual({
    ok: true,
    value: { body: [], quota: { remaining: 487, used: 13, last: 4 } },
  });
  await api.events('soccer_epl');
  await api.scores('soccer_epl');
  await api.sports();
  expect(api.quota()).toEqual({ remaining: 487, used: 13, last: 4, receivedAt: sampleNow });
  expect(asked).toEqual([
    `/v4/sports/soccer_epl/odds?regions=eu%2Cuk&markets=h2h%2Ctotals&oddsFormat=decimal&dateFormat=iso&apiKey=${key}`,
    `/v4/sports/soccer_epl/events?dateFormat=iso&apiKey=${key}`,
    `/v4/sports/soccer_epl/scores?daysFrom=3&dateFormat=iso&apiKey=${key}`,
    `/v4/sports?apiKey=${key}`,
  ]);
});

test.each([
  [401, 'OUT_OF_USAGE_CREDITS', 'refused-us'],
  [401, 'DEACTIVATED_KEY', 'refused-us'],
  [403, 'MISSING_KEY', 'refused-us'],
  [401, 'HISTORICAL_UNAVAILABLE_ON_FREE_USAGE_PLAN', 'wrong-question'],
  [422, 'MISSING_REGION', 'wrong-question'],
  [400, 'EXCEEDED_FREQ_LIMIT', 'failing'],
  [404, 'UNKNOWN_SPORT', 'no-such-league'],
  [422, 'INVALID_MARKET', 'wrong-question'],
  [429, 'EXCEEDED_FREQ_LIMIT', 'failing'],
  [500, 'SERVER_ERROR', 'failing'],
  [503, 'SERVER_ERROR', 'failing'],
])('an answer of %i %s is a problem of its kind', async (status, code, kind) => {
  const body = JSON.stringify({ message: `key ${key}`, error_code: code, details_url: '' });
  const api = await provider((_, response) => response.writeHead(status).end(body));
  expect(await api.odds('soccer_epl')).toEqual({ ok: false, refusal: { kind, message: `${status} ${code}` } });
});

test('classifies an error page that is not JSON by its status', async () => {
  const api = await provider((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
  expect(await api.odds('soccer_epl')).toEqual({ ok: false, refusal: { kind: 'failing', message: '502' } });
});

test('attack: a redirect does not carry our key to another server', async () => {
  const received: string[] = [];
  const other = createServer((request, response) => {
    received.push(request.url ?? '');
    response.writeHead(200).end('[]');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const api = await provider((request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url}` }).end(),
  );
  expect(await api.odds('soccer_epl')).toEqual({ ok: false, refusal: { kind: 'wrong-question', message: '302' } });
  expect(received).toEqual([]);
});

type Reply = Parameters<RequestListener>[1];
const begun = (response: Reply): boolean => response.writeHead(200).write('[{"id":');

const broken: readonly (readonly [string, RequestListener, RegExp])[] = [
  ['half a response', (_, response) => void response.end('[{"id":'), /^the response is not complete JSON$/],
  ['a connection that breaks', (_, response) => void response.destroy(), /^unreachable: /],
  [
    'a response that breaks off',
    (_, response) => {
      begun(response);
      setImmediate(() => response.destroy());
    },
    /^the response broke off: /,
  ],
];

const silent: readonly (readonly [string, RequestListener, RegExp])[] = [
  ['silence', () => {}, /^no response within 0.2 s$/],
  ['a response that stalls', (_, response) => void begun(response), /^the response stalled within 0.2 s$/],
];

// Only a silent provider meets the short timeout, however busy the machine is.
test.each([...broken.map((row) => [...row, 60_000] as const), ...silent.map((row) => [...row, 200] as const)])(
  '%s is a failure worth a retry, with its own message that never contains the key',
  async (_, listener, message, timeoutMs) => {
    const api = await provider(listener, timeoutMs);
    const result = await api.odds('soccer_epl');
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'failing', message: expect.stringMatching(message) } });
    expect(JSON.stringify(result)).not.toContain(key);
  },
);

test('reads at most 8 MB of a 50 MB response', async () => {
  let sent = 0;
  const piece = Buffer.alloc(256 * 1024, ' ');
  const api = await provider((_, response) => {
    const more = (): unknown => {
      while (sent < 50 * 1024 * 1024 && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return response.once('drain', more);
      }
      return response.end();
    };
    more();
  });
  const result = await api.odds('soccer_epl');
  expect(result).toEqual({ ok: false, refusal: { kind: 'failing', message: 'the response is larger than 8 MB' } });
  expect(sent).toBeLessThan(20 * 1024 * 1024);
});

describe('the key', () => {
  const odd = 'a key/with+signs?';

  test('is never in the message about an unreachable provider', async () => {
    const result = await createOddsApi({ url: 'http://127.0.0.1:1', key, regions: ['eu'], now: () => sampleNow }).odds(
      'soccer_epl',
    );
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'failing' } });
    expect(JSON.stringify(result)).not.toContain(key);
  });

  test('is removed from an error and its cause, plain and URL-encoded', () => {
    const error = new Error(`failed: ${odd}`, { cause: new Error(`at /v4?apiKey=${encodeURIComponent(odd)}`) });
    const { message } = withoutKey(problemOfError(error, { hasBegun: false, timeoutMs: 1 }), odd);
    expect(message).toBe('unreachable: failed: [hidden] (at /v4?apiKey=[hidden])');
  });
});
