import { defaultLimits } from '@touchline/core/betting';
import type { BetView, ConfigView, PlaceBetAnswer, RefusalView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, openBettor, quote, requestAs } from '../testing/test-app.ts';

const limits = { ...defaultLimits, maxTotalOdds: 20, maxLiability: cents(40_000) };
const api = await buildTestApp({ inPlay: 'open', delays: { usual: 8, ofLeague: { soccer_epl: 12 } }, limits });
const ids = await quote(api.database, [
  { name: 'Started', kickoffAt: instant(Date.now() - minutes(10)) },
  { name: 'Later', home: '9.5' },
]);
const [started, later] = ids as [MatchId, MatchId];
afterAll(() => api.close());

const place = (token: string, payload: object) => requestAs(api.app, token, 'POST', '/bet', payload);
const onStarted = () => ({ matchId: started, betOutcome: 'Started United Win', odds: 2.1 });
const onLater = () => ({ matchId: later, betOutcome: 'Later United Win', odds: 9.5 });

test('a bet with a match in play is answered as held, and stays so in the history until it is judged', async () => {
  const { token } = await openBettor(api, 'ada@example.com', 100);
  const answer = await place(token, { stake: 10, matches: [onStarted(), onLater()] });
  expect(answer.statusCode).toBe(201);
  const { bet, wallet } = answer.json<PlaceBetAnswer>();
  const until = new Date(Date.parse(bet.createdAt) + 12_000).toISOString();
  expect([bet.status, bet.acceptance]).toEqual(['pending', { state: 'pending', until }]);
  expect(wallet).toMatchObject({ balance: 90, staked: 10 });
  const history = await requestAs(api.app, token, 'GET', '/bet/history?show=open');
  expect(history.json<BetView[]>()).toEqual([bet]);
});

test('a bet before kick-off has no acceptance in its answer', async () => {
  const { token } = await openBettor(api, 'bea@example.com', 100);
  const { bet } = (await place(token, { stake: 10, matches: [onLater()] })).json<PlaceBetAnswer>();
  expect('acceptance' in bet).toBe(false);
});

test('a refusal has its code, what would be accepted, and what happened to the money', async () => {
  const { token } = await openBettor(api, 'cy@example.com', 4_000);
  const asked = async (stake: number, matches: readonly object[]) => {
    const answer = await place(token, { stake, matches });
    return [answer.statusCode, answer.json<RefusalView>()] as const;
  };
  expect(await asked(1_300, [onStarted()])).toEqual([
    422,
    {
      code: 'stake-above-maximum',
      error: 'The largest stake on a match in play is $1,250.00. Nothing was staked.',
      details: { maximum: 1_250 },
    },
  ]);
  const [status, full] = await asked(100, [onStarted()]);
  expect([status, full.code]).toEqual([409, 'legs-refused']);
  expect(full.details?.['legs']).toEqual([
    {
      matchId: started,
      betOutcome: 'Started United Win',
      code: 'liability-reached',
      // $100 of liability in play, less $11 of the bet that is held: $89 at 1.10 to win.
      error: 'At most $80.90 more can be staked on Started United Win now.',
      maxStake: 80.9,
    },
  ]);
});

test('the settings contain the limits and the longest delay', async () => {
  const config = (await api.app.inject({ method: 'GET', url: '/config' })).json<ConfigView>();
  expect([config.inPlayDelaySeconds, config.limits]).toEqual([
    12,
    { minStake: 0.1, maxStake: 5_000, maxLegs: 20, maxPayout: 100_000, maxTotalOdds: 20, inPlayDivisor: 4 },
  ]);
});
