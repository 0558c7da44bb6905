import { afterAll, beforeAll, expect, test } from 'vitest';
import { killDuringSettlement } from './kill-during-settlement.ts';
import { type OpenProduct, openProduct } from './open-product.ts';

let product: OpenProduct;
beforeAll(async () => {
  product = await openProduct({ env: { ODDS_POLL_SECONDS: '1' } });
});
afterAll(() => product?.stop());

test('a worker that is killed while settling pays every bet exactly once', async () => {
  const { kills, audit } = await killDuringSettlement(product);
  expect(kills.map(({ settled, of }) => settled > 0 && settled < of).slice(0, 3)).toEqual([true, true, true]);
  const { bets, notOnce, wrong, wrongWallets, sumCents, ledger } = audit;
  expect({ bets, notOnce, wrong, wrongWallets, sumCents, findings: ledger.findings }).toEqual({
    bets: 200,
    notOnce: [],
    wrong: [],
    wrongWallets: [],
    sumCents: 0,
    findings: [],
  });
});
