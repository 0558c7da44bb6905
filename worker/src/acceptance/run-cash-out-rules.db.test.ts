import { type Instant, instant, seconds } from '@touchline/core/instant';
import { cents, Decimal } from '@touchline/core/money';
import { readBet, readCashOutRule, setCashOutLimit, setCashOutRule } from '@touchline/store/bets';
import { verifyMoney } from '@touchline/store/ledger';
import {
  cashingOut,
  changeWinner,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  homeWins,
  inPlayHomeWins,
  letDelayPass,
  type TestMatch,
} from '@touchline/store/testing';
import {
  type CashedBet,
  createWalletWriter,
  type PlaceBet,
  readWallet,
  type WalletWriter,
} from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { createCashOutRules } from './run-cash-out-rules.ts';

const database = await createTestDatabase();
const api = createWalletWriter(database);
const writer = createWalletWriter(database.worker);
afterAll(async () => {
  await api.close();
  await writer.close();
  await database.close();
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const rules = { inPlay: 'open', delays: { usual: 8, ofLeague: {} }, cashOutMargin: new Decimal('0.05') } as const;
/** A leading worker, and what it announces. */
function worker(now: () => Instant = () => instant(Date.now()), submitting: Pick<WalletWriter, 'submit'> = writer) {
  const announced: CashedBet[] = [];
  const run = createCashOutRules({
    ...rules,
    db: database.worker.db,
    writer: submitting,
    log: silent,
    now,
    announce: { settled: (bets) => announced.push(...bets) },
  });
  return { run, announced };
}

/** A bet of $10 at 2.00, worth $9.24 now, that is to be cashed out at a value in cents. */
async function betWith(target: number, match?: TestMatch) {
  const on = match ?? (await createMatch(database.db, 'Ajax', 'Utrecht'));
  const command = homeWins(await createPlayer(database.db, api, 100), [on], 1_000);
  expect(await api.submit(command)).toMatchObject({ ok: true });
  await setCashOutRule(database.db, { id: command.betId, userId: command.userId }, cents(target));
  return { match: on, command };
}
const stateOf = async ({ betId }: PlaceBet) => {
  const bet = await readBet(database.db, betId);
  return [bet?.status, bet?.payout, await readCashOutRule(database.db, betId)];
};

test('a bet is cashed out once it is worth its target, and pays what it is worth then', async () => {
  const { match, command } = await betWith(1_050);
  const { run, announced } = worker();
  await run();
  expect(await stateOf(command)).toMatchObject(['pending', null, { target: 1_050 }]);
  // At 1.20 a home win has become likely: the value jumps past the target.
  await changeWinner(database.db, match, { home: '1.2' });
  await run();
  const [status, payout, rule] = await stateOf(command);
  expect([status, rule]).toEqual(['cashed-out', undefined]);
  expect(payout).toBeGreaterThan(1_050);
  expect((await readWallet(database.db, command.walletId))?.wallet).toMatchObject({
    cash: 9_000 + Number(payout),
    staked: 0,
  });
  expect(announced.map(({ bet, event }) => [bet.id, event.amount])).toEqual([[command.betId, payout]]);
  const event = await database.db
    .selectFrom('ledger_events')
    .select(['actor', 'cause'])
    .where('type', '=', 'CashedOut')
    .where('wallet_id', '=', command.walletId)
    .executeTakeFirst();
  expect(event).toEqual({ actor: 'system:cash-out', cause: `bet:${command.betId}` });
  await run();
  expect(announced).toHaveLength(1);
});

test('another worker that begins later carries out what is due already', async () => {
  const { command } = await betWith(900);
  await worker().run();
  expect((await stateOf(command)).slice(0, 2)).toEqual(['cashed-out', 924]);
});

test('a bet that cannot be cashed out keeps no other one from it, and those that are done are announced', async () => {
  const [first, failing, last] = [await betWith(900), await betWith(900), await betWith(900)];
  const { run, announced } = worker(undefined, {
    submit: (command) =>
      'betId' in command && command.betId === failing.command.betId
        ? Promise.reject(new Error('no answer'))
        : writer.submit(command),
  });
  await expect(run()).rejects.toThrow('1 of 3 bets');
  expect(announced.map(({ bet }) => bet.id).toSorted()).toEqual([first.command.betId, last.command.betId].toSorted());
  await worker().run();
  expect((await stateOf(failing.command)).slice(0, 2)).toEqual(['cashed-out', 924]);
});

test('a suspended market, stale prices and a settled bet are left alone', async () => {
  const suspended = await betWith(900);
  await changeWinner(database.db, suspended.match, { state: 'suspended' });
  const lost = await betWith(900);
  await finishAndSettle(database, lost.match.id, 0, 1);
  await worker().run();
  expect((await stateOf(suspended.command)).slice(0, 2)).toEqual(['pending', null]);
  expect((await stateOf(lost.command)).slice(0, 2)).toEqual(['lost', 0]);
  await changeWinner(database.db, suspended.match, {});
  await worker().run();
  expect((await stateOf(suspended.command)).slice(0, 2)).toEqual(['cashed-out', 924]);
});

test('in play it waits the acceptance delay and for prices confirmed in it; a value that falls during it ends the wait', async () => {
  const match = await createMatchInPlay(database.db, 'PSV', 'Twente');
  const command = inPlayHomeWins(await createPlayer(database.db, api, 100), [match], 1_000);
  await api.submit(command);
  await letDelayPass(database, [command.betId]);
  const judged = await writer.submit({
    type: 'judge-bet',
    betId: command.betId,
    walletId: command.walletId,
    matchIds: [match.id],
    limits: command.rules.limits,
    actor: 'system:acceptance',
    cause: `bet:${command.betId}`,
  });
  expect(judged).toMatchObject({ ok: true });
  await setCashOutRule(database.db, { id: command.betId, userId: command.userId }, cents(900));
  // The clock of the worker goes from the past to now, which is the database's. From further back, prices would be from the future.
  const began = instant(Date.now() - seconds(9));
  let now = began;
  const { run } = worker(() => now);
  const statusAfter = async (at: Instant) => {
    now = at;
    await run();
    return (await stateOf(command))[0];
  };
  expect(await statusAfter(began)).toBe('pending');
  await changeWinner(database.db, match, { home: '4' });
  expect(await statusAfter(began)).toBe('pending');
  await changeWinner(database.db, match, {});
  // Worth it again: another delay begins.
  expect(await statusAfter(instant(began + 500))).toBe('pending');
  expect(await statusAfter(instant(began + seconds(8)))).toBe('pending');
  expect(await statusAfter(instant(Date.now()))).toBe('cashed-out');
});

test('a cash-out by hand, even of a part, ends the rule', async () => {
  const { match, command } = await betWith(1_050);
  expect(await api.submit(cashingOut(command, { stake: cents(100) }))).toMatchObject({ ok: true });
  await changeWinner(database.db, match, { home: '1.2' });
  await worker().run();
  expect(await stateOf(command)).toEqual(['pending', null, undefined]);
});

test.each([
  [
    'raised',
    (bet: PlaceBet) => setCashOutRule(database.db, { id: bet.betId, userId: bet.userId }, cents(1_050)),
    1_050,
  ],
  ['removed', (bet: PlaceBet) => setCashOutRule(database.db, { id: bet.betId, userId: bet.userId }, null), undefined],
  ['ended by a cash-out of a part', (bet: PlaceBet) => api.submit(cashingOut(bet, { stake: cents(10) })), undefined],
] as const)('a rule that is %s after the worker has read it pays nothing', async (_, change, target) => {
  const { command } = await betWith(900);
  const { run, announced } = worker(undefined, {
    submit: async (asked) => {
      if ('betId' in asked && asked.betId === command.betId) await change(command);
      return writer.submit(asked);
    },
  });
  await run();
  const [status, , rule] = await stateOf(command);
  expect([status, rule && typeof rule === 'object' && rule.target, announced]).toEqual(['pending', target, []]);
});

test('a settled bet takes no rule', async () => {
  const { command } = await betWith(1_050);
  await api.submit(cashingOut(command));
  expect(await setCashOutRule(database.db, { id: command.betId, userId: command.userId }, cents(900))).toBe(
    'bet-settled',
  );
  expect(await stateOf(command)).toEqual(['cashed-out', 924, undefined]);
});

test('by hand and automatically at the same moment, 200 times: one of them pays', async () => {
  for (let round = 0; round < 10; round += 1) {
    const match = await createMatch(database.db, `Race ${round}`, 'Opponent');
    const bets = [];
    for (let at = 0; at < 20; at += 1) bets.push((await betWith(900, match)).command);
    const { run, announced } = worker();
    const [byHand] = await Promise.all([Promise.all(bets.map((bet) => api.submit(cashingOut(bet)))), run()]);
    for (const [at, bet] of bets.entries()) {
      const times = Number(byHand[at]?.ok) + announced.filter((done) => done.bet.id === bet.betId).length;
      expect(times).toBe(1);
      expect((await readWallet(database.db, bet.walletId))?.wallet).toMatchObject({ cash: 9_924, staked: 0 });
    }
  }
});

test('waits while a limit allows only a part, and is carried out once the limit is gone', async () => {
  const { match, command } = await betWith(900);
  const limit = (maxPayment: number | null) =>
    database.db.transaction().execute((trx) =>
      setCashOutLimit(trx, {
        scope: match.id,
        maxPayment: maxPayment === null ? null : cents(maxPayment),
        maxMatchDay: null,
        actor: command.userId,
        reason: 'a large position',
      }),
    );
  await limit(500);
  const { run, announced } = worker();
  await run();
  expect([announced, (await stateOf(command))[0]]).toEqual([[], 'pending']);
  await limit(null);
  await run();
  expect(announced).toHaveLength(1);
  expect(await stateOf(command)).toEqual(['cashed-out', 924, undefined]);
});

test('finally, the whole ledger verifies', async () => {
  expect((await verifyMoney(database.pool)).findings).toEqual([]);
});
