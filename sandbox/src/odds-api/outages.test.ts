import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../testing/start.ts';
import { hugeBody } from './broken-answers.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

const KEY = 'apiKey=sandbox-odds-key';
const raw = (path: string, init: RequestInit = {}) => fetch(`${world.sandbox.url}/v4/sports${path}${KEY}`, init);
const breakFeed = (body: object) => world.call('POST', '/desk/api/outage', body);

test('a truncated response has status 200 and a JSON content type, but cannot be parsed', async () => {
  await breakFeed({ kind: 'truncated' });
  const answer = await raw('/soccer_epl/odds?regions=eu&');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const text = await answer.text();
  expect(text.length).toBeGreaterThan(100);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('wrong types are valid JSON without a single documented entry', async () => {
  const { value: right } = await world.odds('/soccer_epl/odds?regions=eu');
  await breakFeed({ kind: 'wrong-types' });
  const { status, value } = await world.odds('/soccer_epl/odds?regions=eu');
  expect([status, value.length]).toEqual([200, right.length]);
  for (const [index, entry] of value.entries()) expect(entry).not.toEqual(right[index]);
});

test('a huge response is 50 MB of valid JSON', () => {
  const pieces = [...hugeBody()];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  expect(length).toBeGreaterThanOrEqual(50 * 1024 * 1024);
  expect(length).toBeLessThan(51 * 1024 * 1024);
  const [first = '', second = ''] = pieces;
  const events = JSON.parse(`${first}${second}${pieces.at(-1)}`);
  expect(events[0]).toMatchObject({ sport_key: 'soccer_epl', bookmakers: [] });
  expect(new Set(pieces.slice(1, -1))).toEqual(new Set([second]));
});

test('stops sending the huge response when the caller disconnects', async () => {
  await breakFeed({ kind: 'huge' });
  const stop = new AbortController();
  const answer = await raw('/soccer_epl/odds?regions=eu&', { signal: stop.signal });
  const start = await answer.body?.getReader().read();
  expect(start?.value?.length).toBeGreaterThan(0);
  stop.abort();
  expect((await world.call('GET', '/desk/api/outage')).value.outage).toBe('huge');
});

test('a stalled response announces its full length and sends half', async () => {
  await breakFeed({ kind: 'stalls-midway' });
  const answer = await raw('/soccer_epl/events?');
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  const promised = Number(answer.headers.get('content-length'));
  expect(first?.value?.length).toBeGreaterThan(0);
  expect(first?.value?.length).toBeLessThan(promised);
  await reader?.cancel();
});

test('an outage can affect scores only', async () => {
  await breakFeed({ kind: 'http-500', only: 'scores', seconds: 60 });
  expect((await world.odds('/soccer_epl/scores')).status).toBe(500);
  expect((await world.odds('/soccer_epl/odds?regions=eu')).status).toBe(200);
  expect((await world.call('GET', '/desk/api/outage')).value).toMatchObject({
    outage: 'http-500',
    only: 'scores',
    seconds: 60,
  });
});

test('credits are used up: paid calls are refused, free ones continue, and the 1st of the month resets them', async () => {
  await world.call('POST', '/desk/api/credits', { remaining: 3 });
  expect((await world.odds('/soccer_epl/odds?regions=eu&markets=h2h,totals')).headers.get('x-requests-remaining')).toBe(
    '1',
  );
  const refused = await world.odds('/soccer_epl/odds?regions=eu&markets=h2h,totals');
  expect([refused.status, refused.value.error_code]).toEqual([401, 'OUT_OF_USAGE_CREDITS']);
  expect(refused.headers.get('x-requests-remaining')).toBe('1');
  expect((await world.odds('/soccer_epl/events')).status).toBe(200);
  world.clock.at = Date.UTC(2026, 11, 1);
  const fresh = await world.odds('/soccer_epl/odds?regions=eu');
  expect([fresh.status, fresh.headers.get('x-requests-remaining')]).toEqual([200, '4999999']);
});

test.each([
  ['outage', { kind: 'earthquake' }, /^kind is one of none, /],
  ['outage', { kind: 'http-500', seconds: -1 }, /^seconds /],
  ['outage', { kind: 'http-500', only: 'weather' }, /^only is one of /],
  ['credits', { remaining: 'many' }, /^remaining /],
])('refuses %s with %j with a message', async (call, body, sentence) => {
  const answer = await world.call('POST', `/desk/api/${call}`, body);
  expect([answer.status, answer.value.message]).toEqual([422, expect.stringMatching(sentence)]);
});
