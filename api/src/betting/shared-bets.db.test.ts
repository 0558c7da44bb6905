import type { PlaceBetAnswer, SharedBet } from '@touchline/core/contract';
import { createMatch, finishAndSettle } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, openBettor, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const match = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
afterAll(() => api.close());

const ask = requestAs.bind(undefined, api.app);

test('anyone who has the link sees the bet and its result, never its bettor, and its amounts only if the bettor wants', async () => {
  const { token, user } = await openBettor(api, 'ada@example.com', 100);
  const placed = await ask(token, 'POST', '/bet', {
    stake: 10,
    matches: [{ matchId: match.id, betOutcome: 'Alpha Town Win', odds: 2 }],
  });
  const { _id: id } = placed.json<PlaceBetAnswer>().bet;
  const shared = await ask(token, 'PUT', `/bet/${id}/share`, {});
  const { code } = shared.json<{ code: string }>();
  expect(shared.json()).toEqual({ code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{10}$/), showsStake: false });

  const seen = await ask(undefined, 'GET', `/shared/${code.toLowerCase()}`);
  expect(seen.json<SharedBet>()).toEqual({
    status: 'pending',
    createdAt: expect.any(String),
    settledAt: null,
    totalOdds: 2,
    matches: [expect.objectContaining({ betOutcome: 'Alpha Town Win', odds: 2, status: 'pending' })],
  });
  for (const secret of [id, user.id, user.walletId, 'ada@', 'Ada', '"stake"']) expect(seen.body).not.toContain(secret);

  const withAmounts = await ask(token, 'PUT', `/bet/${id}/share`, { showsStake: true });
  expect(withAmounts.json()).toEqual({ code, showsStake: true });
  expect((await ask(token, 'PUT', `/bet/${id}/share`, {})).json()).toEqual({ code, showsStake: true });
  await finishAndSettle(api.database, match.id, 1, 0);
  expect((await ask(undefined, 'GET', `/shared/${code}`)).json<SharedBet>()).toMatchObject({
    status: 'won',
    amounts: { stake: 10, potentialPayout: 20, payout: 20 },
    matches: [{ status: 'won', score: { home: 1, away: 0 } }],
  });

  expect((await ask(token, 'DELETE', `/bet/${id}/share`)).statusCode).toBe(200);
  const gone = await ask(undefined, 'GET', `/shared/${code}`);
  expect([gone.statusCode, gone.json()]).toEqual([
    404,
    { code: 'share-unknown', error: 'There is no bet under this link. Its bettor may have stopped sharing it.' },
  ]);
  expect((await ask(token, 'PUT', `/bet/${id}/share`, {})).json()).not.toMatchObject({ code });
});

test('a bettor shares only their own bets', async () => {
  const { token } = await openBettor(api, 'bea@example.com', 100);
  const other = await createMatch(api.database.db, 'Gamma Town', 'Delta United');
  const placed = await ask(token, 'POST', '/bet', {
    stake: 10,
    matches: [{ matchId: other.id, betOutcome: 'Draw', odds: 3.5 }],
  });
  const { _id: id } = placed.json<PlaceBetAnswer>().bet;
  const { token: stranger } = await openBettor(api, 'cal@example.com', 1);
  for (const method of ['PUT', 'DELETE'] as const) {
    const answer = await ask(stranger, method, `/bet/${id}/share`, method === 'PUT' ? {} : undefined);
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'bet-unknown', error: 'Bet not found.' }]);
  }
});
