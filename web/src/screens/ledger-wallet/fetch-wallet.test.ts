import { ok } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { bea, deposited, staked, threeEvents, timeline, walletId, won } from '../../ledger/samples.ts';
import { answering, answers } from '../../testing/answering.ts';
import { lookAgain, openWallet } from './fetch-wallet.ts';

const path = `/ledger/wallets/${walletId}`;
const none = { events: [], next: null };

test('the events are asked for after the balances, so that they are never behind them', async () => {
  const asked = answering({ [path]: answers(timeline), '/ledger/events': answers(threeEvents) });
  expect(await openWallet(walletId)).toEqual(ok({ timeline, page: threeEvents }));
  expect(asked.map((call) => call.path)).toEqual([path, '/ledger/events']);
});
test('nothing new costs one small call', async () => {
  const asked = answering({ [path]: answers(timeline) });
  expect(await lookAgain(walletId, won)).toEqual(ok({ timeline, page: none }));
  expect(asked).toHaveLength(1);
});
test('what is new is asked for from the newest that is known', async () => {
  const queries: string[] = [];
  answering({
    [path]: answers(timeline),
    '/ledger/events': (query) => {
      queries.push(query.toString());
      return answers({ events: [won], next: null });
    },
  });
  expect(await lookAgain(walletId, staked)).toEqual(ok({ timeline, page: { events: [won], next: null } }));
  expect(queries).toEqual([`wallet=${walletId}&limit=500&after=12`]);
});
test('when more happened than one call gives, the wallet is opened anew', async () => {
  const busy = { ...timeline, player: { ...bea, version: 900 } };
  answering({
    [path]: answers(busy),
    '/ledger/events': (query) => answers(query.has('after') ? { events: [staked], next: 12 } : threeEvents),
  });
  expect(await lookAgain(walletId, deposited)).toEqual(ok({ timeline: busy, page: threeEvents }));
});
