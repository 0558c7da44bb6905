import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../testing/start.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

const token = { 'x-auth-token': 'sandbox-football-token' };
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const matchesOf = (code: string, headers: Record<string, string> = token) => {
  const { at } = world.clock;
  const range = `dateFrom=${day(at - 86_400_000)}&dateTo=${day(at + 2 * 86_400_000)}`;
  return world.call('GET', `/v4/competitions/${code}/matches?${range}`, undefined, headers);
};
type Wire = {
  readonly utcDate: string;
  readonly status: string;
  readonly score: {
    readonly fullTime: { readonly home: number | null };
    readonly halfTime: { readonly home: number | null };
  };
};

test('lists a match from its announcement to its end, with the half-time score from half-time on', async () => {
  const first = (await matchesOf('PL')).value.matches as readonly Wire[];
  const next = first.find(({ status }) => status === 'TIMED');
  if (!next) throw new Error('no match ahead');
  expect(next.score.fullTime).toEqual({ home: null, away: null });
  const seen = async (minute: number) => {
    // A minute of a match takes five seconds.
    world.clock.at = Date.parse(next.utcDate) + minute * 5_000;
    const { matches } = (await matchesOf('PL')).value as { matches: readonly (Wire & { readonly id: number })[] };
    return matches.find(({ id }) => id === (next as unknown as { id: number }).id);
  };
  expect(await seen(20)).toMatchObject({ status: 'IN_PLAY', score: { halfTime: { home: null, away: null } } });
  const end = await seen(130);
  expect(end).toMatchObject({ status: 'FINISHED', score: { duration: 'REGULAR' } });
  expect(end?.score.halfTime.home).toBeTypeOf('number');
  expect(end?.score.fullTime.home).toBeGreaterThanOrEqual(end?.score.halfTime.home ?? 99);
});

test('accepts ten calls a minute, and reports in headers how many are left', async () => {
  const answers = [];
  for (let call = 1; call <= 11; call += 1) answers.push(await matchesOf('PL'));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  expect(answers[0]?.headers.get('x-requests-available-minute')).toBe('9');
  expect(Number(answers[0]?.headers.get('x-requestcounter-reset'))).toBeGreaterThan(0);
  expect(answers[10]?.value.message).toMatch(/^You reached your request limit\. Wait \d+ seconds\.$/);
});

test.each([
  ['no token', 'PL', {}, 403],
  ['another token', 'PL', { 'x-auth-token': 'wrong' }, 400],
  ['an unknown competition', 'XX', token, 404],
])('refuses %s', async (_what, code, headers, status) => {
  expect((await matchesOf(code, headers as Record<string, string>)).status).toBe(status);
});
