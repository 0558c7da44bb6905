import { ok } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { bea, deposited, staked, threeEvents, timeline, walletId, won } from '../../ledger/samples.ts';
import { answering, answers } from '../../testing/answering.ts';
import { fetchNews, openWallet } from './fetch-wallet.ts';

const path = `/ledger/wallets/${walletId}`;
const none = { events: [], next: null };

test('fetches the events after the balances', async () => {
  const asked = answering({ [path]: answers(timeline), '/ledger/events': answers(threeEvents) });
  expect(await openWallet(walletId)).toEqual(ok({ timeline, page: threeEvents }));
  expect(asked.map((call) => call.path)).toEqual([path, '/ledger/events']);
});
test('needs one call when there is nothing new', async () => {
  const asked = answering({ [path]: answers(timeline) });
  expect(await fetchNews(walletId, won)).toEqual(ok({ timeline, page: none }));
  expect(asked).toHaveLength(1);
});
test('fetches what is newer than the newest known event', async () => {
  const queries: string[] = [];
  answering({
    [path]: answers(timeline),
    '/ledger/events': (query) => {
      queries.push(query.toString());
      return answers({ events: [won], next: null });
    },
  });
  expect(await fetchNews(walletId, staked)).toEqual(ok({ timeline, page: { events: [won], next: null } }));
  expect(queries).toEqual([`wallet=${walletId}&limit=500&after=12`]);
});
test('opens the wallet again when there are too many new events', async () => {
  const busy = { ...timeline, player: { ...bea, version: 900 } };
  answering({
    [path]: answers(busy),
    '/ledger/events': (query) => answers(query.has('after') ? { events: [staked], next: 12 } : threeEvents),
  });
  expect(await fetchNews(walletId, deposited)).toEqual(ok({ timeline: busy, page: threeEvents }));
});
