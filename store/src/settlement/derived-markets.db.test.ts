import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@touchline/core/betting';
import type { BetId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { derivedKeys, isBuilder, outcomeFromLabel, outcomeLabel } from '@touchline/core/markets';
import { cents, Decimal } from '@touchline/core/money';
import { builderPrice, derivedPrices } from '@touchline/core/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportLedger } from '../ledger/index.ts';
import { verifyMoney } from '../ledger/verify.ts';
import { readMatches } from '../matches/index.ts';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  finishMatch,
  type Player,
  settleEnded,
  type TestDatabase,
} from '../testing/index.ts';
import { createWalletWriter, type WalletWriter } from '../wallet/index.ts';

let store: TestDatabase;
let writer: WalletWriter;
let player: Player;
beforeAll(async () => {
  store = await createTestDatabase();
  writer = createWalletWriter(store);
  player = await createPlayer(store.db, writer, 5_000);
});
afterAll(async () => {
  await writer.close();
  await store.close();
});

const place = (matchId: Parameters<typeof finishMatch>[1], label: string, oddsSeen: Decimal) =>
  writer.submit({
    type: 'place-bet',
    betId: randomUUID() as BetId,
    walletId: player.walletId,
    userId: player.userId,
    request: { stake: cents(333), oddsPolicy: 'none', picks: [{ matchId, label, oddsSeen }] },
    rules: { limits: defaultLimits, inPlay: 'closed' },
    actor: `user:${player.userId}`,
    cause: 'request:test',
  });

/** A match with a bet on each of its derived selections. */
async function everySelection(homeTeam: string, awayTeam: string) {
  const { id } = await createMatch(store.db, homeTeam, awayTeam);
  const [match] = await readMatches(store.db, [id]);
  if (!match) throw new Error('no match');
  const before = instant(match.kickoffAt - 1);
  const offered = derivedPrices(match, before).map(({ outcome, odds }) => ({
    market: outcome.market as string,
    label: outcomeLabel(match, outcome),
    odds,
  }));
  expect(new Set(offered.map(({ market }) => market))).toEqual(new Set<string>(derivedKeys));
  for (const { label, odds } of offered) expect(await place(id, label, odds)).toMatchObject({ ok: true });
  for (const parts of combinations(homeTeam, awayTeam)) {
    const outcome = outcomeFromLabel(match, `Builder: ${parts.join(' + ')}`);
    const price = outcome && isBuilder(outcome) ? builderPrice(match, before, outcome) : undefined;
    if (!outcome || !price) throw new Error(`no price for ${parts.join(' + ')}`);
    const label = outcomeLabel(match, outcome);
    expect(await place(id, label, price.odds)).toMatchObject({ ok: true });
    offered.push({ market: outcome.market, label, odds: price.odds });
  }
  return { id, offered };
}

/** Bet builders with selections of every kind that can be part of one. */
const combinations = (homeTeam: string, awayTeam: string) => [
  ['Draw', 'Under 2.5'],
  [`${homeTeam} Win`, 'Both teams to score: Yes', 'Goals: Over 3.5'],
  [`Double chance: ${homeTeam} or draw`, `${awayTeam} goals: Over 0.5`, 'Total goals: Odd'],
  [`Asian handicap: ${homeTeam} −0.5`, 'Goals: Under 4.5'],
];

const settled = async (id: string) => {
  const { rows } = await store.pool.query<{ label: string; status: string; payout: number; verdict: string }>(
    `select l.label, b.status, b.payout::int as payout, l.status as verdict
     from bets b join bet_legs l on l.bet_id = b.id where l.match_id = $1`,
    [id],
  );
  return new Map(rows.map(({ label, ...row }) => [label, row]));
};

test('a bet on every derived selection is settled by the final score, halves and pushes to the cent', async () => {
  const { id, offered } = await everySelection('Ajax', 'Utrecht');
  await finishMatch(store.db, id, 2, 1);
  await settleEnded(store, id);
  const bets = await settled(id);
  expect(bets.size).toBe(offered.length);
  expect([...bets.values()].filter(({ status }) => status === 'pending')).toEqual([]);
  const oddsOf = (label: string) => offered.find((each) => each.label === label)?.odds ?? new Decimal(Number.NaN);
  const paid = (factor: Decimal) => new Decimal(333).times(factor).floor().toNumber();
  const half = (label: string) => oddsOf(label).plus(1).div(2);
  expect(bets.get('Goals: Over 2.75')).toEqual({
    status: 'won',
    verdict: 'half-won',
    payout: paid(half('Goals: Over 2.75')),
  });
  expect(bets.get('Goals: Under 3.25')).toMatchObject({ verdict: 'half-won' });
  expect(bets.get('Goals: Under 2.75')).toEqual({ status: 'won', verdict: 'half-lost', payout: 166 });
  expect(bets.get('Goals: Over 3')).toEqual({ status: 'void', verdict: 'void', payout: 333 });
  expect(bets.get('Asian handicap: Ajax −1')).toMatchObject({ verdict: 'void', payout: 333 });
  expect(bets.get('Correct score: 2-1')).toEqual({
    status: 'won',
    verdict: 'won',
    payout: paid(oddsOf('Correct score: 2-1')),
  });
  expect(bets.get('Correct score: 1-1')).toEqual({ status: 'lost', verdict: 'lost', payout: 0 });
  const builders = [...bets].filter(([label]) => label.startsWith('Builder: '));
  expect(builders.map(([, { verdict }]) => verdict).toSorted()).toEqual(['lost', 'lost', 'won', 'won']);
  for (const [label, { status, payout }] of builders) {
    expect(payout).toBe(status === 'won' ? paid(oddsOf(label)) : 0);
  }
  expect(
    [...bets].filter(([label, { status }]) => label.startsWith('Winning margin') && status === 'won'),
  ).toHaveLength(1);
});

test.each([
  [0, 0],
  [1, 1],
  [0, 5],
])('every verdict at %i-%i is the one that the stand-alone verifier makes of the result', async (home, away) => {
  const { id } = await everySelection(`Home ${home}`, `Away ${away}`);
  await finishMatch(store.db, id, home, away);
  await settleEnded(store, id);
  expect([...(await settled(id)).values()].filter(({ status }) => status === 'pending')).toEqual([]);
  expect(await verifyMoney(store.pool)).toMatchObject({ passed: true, findings: [] });
  const folder = mkdtempSync(join(tmpdir(), 'touchline-derived-'));
  const file = join(folder, 'export.ndjson');
  await writeFile(file, exportLedger(store.pool, { format: 'ndjson' }));
  const verifier = join(import.meta.dirname, '../../../auditor/verify-ledger.mjs');
  const run = spawnSync(process.execPath, [verifier, file, '--key', 'none', '--no-checkpoints'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([run.status, run.stdout]).toEqual([0, expect.not.stringContaining('verdict-wrong')]);
});

test('odds that are not those of the server are refused, and so is a selection while a quote behind it is suspended', async () => {
  const { id } = await createMatch(store.db, 'Feyenoord', 'Twente');
  const refusalOf = async () => await place(id, 'Both teams to score: Yes', new Decimal(99));
  expect(await refusalOf()).toMatchObject({ refusal: { legs: [{ code: 'odds-changed' }] } });
  await store.pool.query(
    `update matches set markets = jsonb_set(markets, '{totals,state}', '"suspended"') where id = $1`,
    [id],
  );
  expect(await refusalOf()).toMatchObject({ refusal: { legs: [{ code: 'market-suspended' }] } });
});
