import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenProduct, openProduct } from './open-product.ts';
import { runStorm } from './storm/storm.ts';

let product: OpenProduct;
beforeAll(async () => {
  product = await openProduct({ env: { ODDS_POLL_SECONDS: '1' } });
});
afterAll(() => product?.stop());

describe('attack: api, worker and database are killed while people bet, deposit and withdraw', () => {
  // `npm run bench -- storm` does the same for ten minutes, in a random order.
  test('each restarts, and everything acknowledged is in the ledger exactly once', async () => {
    const kills = ['api', 'worker', 'postgres'] as const;
    const report = await runStorm(product, { bettors: 8, seed: 1, kills, say: () => {} });
    expect(report.notBack).toBeUndefined();
    expect(report.kills.map(({ target }) => target)).toEqual(kills);
    expect(new Set(report.deeds.acknowledged.map(({ kind }) => kind))).toContain('bet');
    expect(report.audit).toEqual({ lost: [], unknown: [], doubled: [], wrongDeposits: [], wrongBooks: [] });
    expect(report.deeds.unanswered).toEqual([]);
    expect(report.verifyExitCode).toBe(0);
  });
});
