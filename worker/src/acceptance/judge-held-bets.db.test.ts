import { defaultLimits } from '@touchline/core/betting';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import { readBet } from '@touchline/store/bets';
import {
  confirmPrices,
  createFaultyPool,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  inPlayHomeWins,
  letDelayPass,
  setScore,
} from '@touchline/store/testing';
import { createWalletWriter, type JudgedBet, readWallet, type WalletWriter } from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { judgeHeldBets } from './judge-held-bets.ts';

const database = await createTestDatabase();
const writers = [createWalletWriter(database.worker), createWalletWriter(database.worker)] as const;
const apiWriter = createWalletWriter(database);
afterAll(async () => {
  for (const writer of [...writers, apiWriter]) await writer.close();
  await database.close();
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** A worker that runs at `now`, and what it announces. */
const worker = (writer: WalletWriter, announced: JudgedBet[], now: () => Instant = () => instant(Date.now())) =>
  judgeHeldBets({
    db: database.worker.db,
    writer,
    log: silent,
    now,
    limits: defaultLimits,
    announce: { settled: (bets) => announced.push(...bets) },
  });

async function holdBets(count: number) {
  const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
  const bets = [];
  for (let at = 0; at < count; at += 1) {
    bets.push(inPlayHomeWins(await createPlayer(database.db, apiWriter, 100), [match], 1_000));
  }
  await Promise.all(bets.map((bet) => apiWriter.submit(bet)));
  return { match, bets };
}

test('judges bets when their delay is over, not before; two workers judge each once and announce it once', async () => {
  const before = instant(Date.now());
  const { bets } = await holdBets(12);
  const announced: JudgedBet[] = [];
  await worker(writers[0], announced, () => instant(before + seconds(7)));
  expect(announced).toEqual([]);
  await letDelayPass(
    database,
    bets.map((bet) => bet.betId),
  );
  await Promise.all(writers.map((writer) => worker(writer, announced)));
  await worker(writers[1], announced);
  expect(announced.map(({ bet }) => [bet.id, bet.acceptance?.state]).toSorted()).toEqual(
    bets.map(({ betId }) => [betId, 'accepted']).toSorted(),
  );
});

test('judges the bets on a match at its goal, and leaves the others', async () => {
  const [scored, other] = [await holdBets(2), await holdBets(1)];
  await setScore(database.db, scored.match, 1, 0);
  const announced: JudgedBet[] = [];
  await worker(writers[0], announced);
  expect(announced.map(({ bet }) => [bet.id, bet.acceptance?.state]).toSorted()).toEqual(
    scored.bets.map(({ betId }) => [betId, 'rejected']).toSorted(),
  );
  for (const { betId } of other.bets) {
    expect((await readBet(database.db, betId))?.acceptance?.state).toBe('pending');
  }
});

test('the next worker judges the rest after one dies half way', async () => {
  const { match, bets } = await holdBets(9);
  await setScore(database.db, match, 1, 0);
  await letDelayPass(
    database,
    bets.map((bet) => bet.betId),
  );
  await confirmPrices(database.db);
  const faulty = createFaultyPool(database.worker.pipelines);
  const announced: JudgedBet[] = [];
  for (const afterStatements of [2, 5, 8, 11]) {
    const dying = createWalletWriter({ pipelines: faulty.pool }, { maxGroup: 2, retries: 0 });
    faulty.plan({ afterStatements, when: afterStatements % 2 ? 'before sending' : 'after the answer' });
    await worker(dying, announced).catch(() => {});
    await dying.close();
  }
  await worker(writers[0], announced);
  for (const { betId, walletId } of bets) {
    expect(await readBet(database.db, betId)).toMatchObject({
      acceptance: { state: 'rejected', code: 'score-changed' },
    });
    expect((await readWallet(database.db, walletId))?.wallet).toMatchObject({ cash: 10_000, staked: 0 });
  }
});

test('judges a bet although many that are due longer wait for the prices of another match', async () => {
  const [unconfirmed, confirmed] = [
    await createMatchInPlay(database.db, 'Ajax', 'Twente'),
    await createMatchInPlay(database.db, 'Breda', 'Zwolle'),
  ];
  const player = await createPlayer(database.db, apiWriter, 1_000);
  const waiting = Array.from({ length: 501 }, () => inPlayHomeWins(player, [unconfirmed], 10));
  const last = inPlayHomeWins(player, [confirmed], 10);
  await Promise.all(waiting.map((bet) => apiWriter.submit(bet)));
  await apiWriter.submit(last);
  await letDelayPass(
    database,
    [...waiting, last].map((bet) => bet.betId),
  );
  await database.pool.query(
    "update matches set markets = jsonb_set(markets, '{h2h,quotedAt}', to_jsonb($2::float8)) where id = $1",
    [unconfirmed.id, Date.now() - 60_000],
  );
  const announced: JudgedBet[] = [];
  await worker(writers[0], announced);
  expect(announced.map(({ bet }) => [bet.id, bet.acceptance?.state])).toEqual([[last.betId, 'accepted']]);
});
