import { cents } from '@touchline/core/money';
import { afterAll, expect, test } from 'vitest';
import { readBookExposure } from '../bets/exposure-rows.ts';
import {
  cashingOut,
  createMatch,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  homeWins,
  type TestMatch,
} from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { readOperated } from './list-markets.ts';

const store = await createTestDatabase();
const writer = createWalletWriter(store);
afterAll(async () => {
  await writer.close();
  await store.close();
});

/** What admins see of the home win in a match, after comparing it with the book. */
async function exposureOn(match: TestMatch) {
  const exposure = (await readOperated(store.db, match.id))?.exposure ?? [];
  const client = await store.pool.connect();
  const { markets } = await readBookExposure(client).finally(() => client.release());
  const inBook = markets.filter(({ matchId }) => matchId === match.id);
  expect(
    exposure.map(({ staked, pays, owed }) => ({ staked, owed: { home: owed }, promised: { home: pays } })),
  ).toMatchObject(
    inBook.map(({ open: { staked, owed, promised } }) => ({
      staked,
      owed: { home: owed.home },
      promised: { home: promised.home },
    })),
  );
  return exposure.map(({ bets, staked, pays, liability }) => ({ bets, staked, pays, liability }));
}

test('a system counts with its lines that have the selection, before and after parts of it are decided or cashed out', async () => {
  const matches: TestMatch[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) matches.push(await createMatch(store.db, name, 'Away'));
  const [first, second, third] = matches as [TestMatch, TestMatch, TestMatch];
  const bet = homeWins(await createPlayer(store.db, writer, 1_000), matches, 24_700);
  const system = { sizes: [2, 3, 4, 5, 6, 7, 8], bankers: [] };
  expect(await writer.submit({ ...bet, request: { ...bet.request, system } })).toMatchObject({ ok: true });
  // Of 247 lines of $1, 127 have the selection. All lines pay 3^8 - 1 - 8 × 2 dollars, those without it 3^7 - 1 - 7 × 2.
  const goliath = { bets: 1, staked: 12_700, pays: 437_200, liability: 437_200 - 12_700 };
  expect(await exposureOn(second)).toEqual([goliath]);
  const double = homeWins(await createPlayer(store.db, writer, 1_000), [first, second], 1_000);
  expect(await writer.submit(double)).toMatchObject({ ok: true });
  const withDouble = { bets: 2, staked: 13_700, pays: 441_200, liability: 441_200 - 13_700 };
  expect(await exposureOn(second)).toEqual([withDouble]);

  await finishAndSettle(store, first.id, 0, 1);
  // The double is lost. 63 lines with the selection are left.
  const sevenLeft = { bets: 1, staked: 6_300, pays: 145_600, liability: 145_600 - 6_300 };
  expect(await exposureOn(second)).toEqual([sevenLeft]);
  expect(await exposureOn(third)).toEqual([sevenLeft]);
});

test('a bet of which a part was cashed out counts with the rest', async () => {
  const match = await createMatch(store.db, 'Ajax', 'Twente');
  const bet = homeWins(await createPlayer(store.db, writer, 100), [match], 1_000);
  expect(await writer.submit(bet)).toMatchObject({ ok: true });
  const cashedOut = await writer.submit(cashingOut(bet, { stake: cents(400) }));
  expect(cashedOut).toMatchObject({ ok: true });
  expect(await exposureOn(match)).toEqual([{ bets: 1, staked: 600, pays: 1_200, liability: 600 }]);
});
