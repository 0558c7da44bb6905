import type { CashOutAnswer, PlaceBetAnswer, ProfileView } from '@touchline/core/contract';
import { createMatch } from '@touchline/store/testing';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp, buildTestNode, openBettor, requestAs, type TestApp } from '../testing/test-app.ts';

test('two tabs at once through two apis, 200 times: one of the requests is paid, and sent again it is the same', async () => {
  const api = await buildTestApp();
  onTestFinished(() => api.close());
  const other = await buildTestNode(api.database);
  onTestFinished(() => other.close());
  const match = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
  const { token } = await openBettor(api, 'tia@example.com', 1_000);
  const post = (node: Pick<TestApp, 'app'>, url: string, payload: object, key: string) =>
    requestAs(node.app, token, 'POST', url, payload, key);
  const rounds = 200;
  for (let round = 0; round < rounds; round += 1) {
    const matches = [{ matchId: match.id, betOutcome: 'Alpha Town Win', odds: 2 }];
    const placed = await post(api, '/bet', { stake: 1, matches }, `bet-${round}`);
    const path = `/bet/${placed.json<PlaceBetAnswer>().bet._id}/cash-out`;
    const answers = await Promise.all(
      [api, other].flatMap((node) =>
        ['tab-1', 'tab-2'].map(async (tab) => {
          const answer = await post(node, path, { amount: 0.92 }, `${tab}-${round}`);
          return answer.statusCode === 200 ? `${tab} paid ${answer.json<CashOutAnswer>().amount}` : answer.statusCode;
        }),
      ),
    );
    const [paid] = answers.filter((answer) => answer !== 409);
    expect(answers.filter((answer) => answer === paid)).toHaveLength(2);
    expect(answers.filter((answer) => answer === 409)).toHaveLength(2);
  }
  const profile = await requestAs(other.app, token, 'GET', '/auth/me');
  expect(profile.json<ProfileView>().balance).toBeCloseTo(1_000 - rounds * 0.08, 2);
});
