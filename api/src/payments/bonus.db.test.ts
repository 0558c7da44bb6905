import type { BonusView, PlaceBetAnswer, RefusalView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { depositWithBonus } from '@touchline/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, openBettor, quote, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const [red] = (await quote(api.database, [{ name: 'Red', home: '2.1' }])) as [MatchId];
afterAll(() => api.close());

const offer = { percent: 100, maximum: 100, wagering: 5, minTotalOdds: 1.5, days: 30, maxStake: 50, opposing: 'net' };
const ask = (token: string) => requestAs(api.app, token, 'GET', '/bonus');
const place = (token: string, stake: number) =>
  requestAs(api.app, token, 'POST', '/bet', {
    stake,
    matches: [{ matchId: red, betOutcome: 'Red United Win', odds: 2.1 }],
  });

describe('the bonus of a bettor', () => {
  test('before the first deposit there is the offer alone', async () => {
    const { token } = await openBettor(api, 'new@example.com');
    expect((await ask(token)).json()).toEqual({ offer, bonus: null });
  });

  test('shows how far it has come, and what of it is on open bets', async () => {
    const { user, token } = await openBettor(api, 'ada@example.com');
    const id = await depositWithBonus(api.database.db, api.writer, { userId: user.id, walletId: user.walletId }, 40);
    const placed = await place(token, 50);
    expect(placed.json<PlaceBetAnswer>().wallet).toMatchObject({ balance: 0, bonus: 30, staked: 50 });
    const { bonus } = (await ask(token)).json<BonusView>();
    expect(bonus).toEqual({
      id,
      status: 'active',
      granted: 40,
      wagered: 0,
      toWager: 200,
      onBets: 10,
      grantedAt: bonus?.grantedAt,
      expiresAt: bonus?.expiresAt,
      endedAt: null,
    });
    expect(Date.parse(bonus?.expiresAt ?? '') - Date.parse(bonus?.grantedAt ?? '')).toBe(30 * 24 * 3_600_000);
  });

  test('refuses a stake above balance and bonus, with both amounts in text and data', async () => {
    const { user, token } = await openBettor(api, 'bea@example.com');
    await depositWithBonus(api.database.db, api.writer, { userId: user.id, walletId: user.walletId }, 40);
    const refused = await place(token, 80.5);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<RefusalView>()).toEqual({
      code: 'balance-too-low',
      error: 'Your balance of $40.00 and your bonus of $40.00 are $0.50 short of this stake. Nothing was staked.',
      details: { balance: 40, bonus: 40, missing: 0.5 },
    });
  });

  test('is for bettors only', async () => {
    await openAccount(api, 'admin@example.com', 'admin');
    const admin = await logIn(api.app, 'admin@example.com');
    expect([(await ask(admin)).statusCode, (await ask('no token')).statusCode]).toEqual([403, 401]);
  });
});
