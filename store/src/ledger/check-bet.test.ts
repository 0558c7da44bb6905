import type { BetId, MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { builderOutcome } from '@touchline/core/markets';
import { cents, Decimal, noMoney } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { betTerms } from '../wallet/place-bet.ts';
import { type AuditedBet, checkBet } from './check-bet.ts';
import { collectFindings } from './findings.ts';

/** 0–0 with 40 %, 1–0 with 35 %, 1–1 with 25 %. */
const pricedFrom = {
  alone: ['2.4', '1.5'],
  chances: [[400_000_000], [350_000_000, 250_000_000]],
  margin: 50_000,
  score: { home: 0, away: 0 },
};
const outcome = builderOutcome([
  { market: 'h2h', pick: 'draw' },
  { market: 'btts', pick: 'no' },
]);

/** What a verification finds in an open bet on a draw without goals, placed under these house rules. */
function findingsOf(odds: string, rules: number, inputs: AuditedBet['legs'][number]['pricedFrom'] | undefined) {
  const id = '3f2b8c1d-9a47-4e06-b5d3-7c1e2f9a8b40' as BetId;
  const price = new Decimal(odds);
  const bet: AuditedBet = {
    ...{ id, walletId: 'w', stake: cents(1_000), bonusStake: noMoney, system: undefined },
    ...{ totalOdds: price, potentialPayout: cents(price.times(1_000).toNumber()), status: 'pending', payout: null },
    ...{ cashedOut: { stake: noMoney, paid: noMoney }, settlement: 0, takenAt: instant(0), awaitsAcceptance: false },
    legs: [{ matchId: 'm' as MatchId, outcome, odds: price, ...(inputs && { pricedFrom: inputs }) }],
  };
  const taken = {
    ...{ walletId: 'w', version: 1, seq: 1, key: `stake:${id}`, type: 'StakeTaken' },
    recordedAt: instant(0),
  };
  const known = { results: new Map(), now: instant(0) };
  const findings = collectFindings();
  checkBet(id, bet, [{ ...taken, amount: 1_000, payload: { terms: betTerms(id, bet), rules } }], known, findings);
  return findings.all().listed.map(({ sentence }) => sentence);
}
const invented = [expect.stringContaining('has odds that its recorded probabilities do not make')];

test('the odds of a builder are those that its recorded probabilities make', () => {
  // 0.95² ÷ 0.4, less than the draw alone.
  expect(findingsOf('2.4', 5, pricedFrom)).toEqual([]);
  const cheaper = { ...pricedFrom, alone: ['2.1', '1.5'] };
  expect(findingsOf('2.25', 5, cheaper)).toEqual([]);
  expect(findingsOf('2.26', 5, cheaper)).toEqual(invented);
  expect(findingsOf('4', 5, pricedFrom)).toEqual(invented);
});

test('probabilities that do not add up to one, or cannot be read, are found', () => {
  const halved = { ...pricedFrom, chances: [[400_000_000], [100_000_000]] };
  expect(findingsOf('2.4', 5, halved)).toEqual(invented);
  expect(findingsOf('2.4', 5, { ...pricedFrom, chances: [] })).toEqual(invented);
  expect(findingsOf('2.4', 5, { margin: 0 } as unknown as typeof pricedFrom)).toEqual(invented);
});

test('only bets from before it was recorded may lack it', () => {
  expect(findingsOf('2.4', 4, undefined)).toEqual([]);
  expect(findingsOf('2.4', 5, undefined)).toEqual(invented);
});
