import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutes } from '../instant.ts';
import type { Verdict } from '../markets/index.ts';
import { cents, Decimal, noMoney, payout, sum } from '../money/index.ts';
import { afterNow, sampleMatch, sampleNow, sampleWinner } from '../testing/sample-match.ts';
import type { Bet } from './bet.ts';
import { type CashOutQuote, cashOutValue, offerCashOut } from './cash-out.ts';
import { gradeBet, legFactor } from './grade-bet.ts';

const settings = { numRuns: 2_000, seed: 20_261_123 };
const price = fc.integer({ min: 101, max: 3_000 }).map((hundredths) => new Decimal(hundredths).div(100));
const verdicts = ['won', 'half-won', 'void', 'half-lost', 'lost'] as const;

/** Probabilities of the verdicts, in millionths that add up to one million. */
const chances = fc
  .array(fc.integer({ min: 0, max: 1_000 }), { minLength: 5, maxLength: 5 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((one, other) => one + other);
    const parts = weights.slice(1).map((weight) => Math.floor((weight / total) * 1e6));
    return [1e6 - parts.reduce((one, other) => one + other), ...parts];
  });
const stated = (millionths: readonly number[]) => ({
  chances: Object.fromEntries(
    verdicts.flatMap((verdict, at) =>
      verdict === 'lost' || !millionths[at] ? [] : [[verdict, (millionths[at] / 1e6).toFixed(6)]],
    ),
  ),
});
const leg = fc.record({ odds: price, millionths: chances });
const legs = fc.array(leg, { minLength: 1, maxLength: 6 });
const quoteOf = (all: readonly { readonly millionths: readonly number[] }[], margin = '0.05'): CashOutQuote => ({
  margin,
  legs: all.map(({ millionths }) => stated(millionths)),
});

/** A linear congruential generator: the same matches in every run. */
function sameDice(): () => number {
  let state = 20_261_123;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The mean of some numbers, and its standard error. */
function meanOf(numbers: readonly number[]) {
  const mean = numbers.reduce((total, one) => total + one, 0) / numbers.length;
  const variance = numbers.reduce((total, one) => total + (one - mean) ** 2, 0) / (numbers.length - 1);
  return { mean, error: Math.sqrt(variance / numbers.length) };
}

describe('the value of a cash-out', () => {
  test('is never more than the bet can still pay, and never negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), legs, (stake, all) => {
        const odds = all.map((one) => one.odds);
        const value = cashOutValue(cents(stake), { odds }, quoteOf(all));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(payout(cents(stake), odds));
      }),
      settings,
    );
  });

  test('of parts never adds up to more than the value of the whole', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, legs, (stakes, all) => {
        const odds = all.map((one) => one.odds);
        const quote = quoteOf(all);
        const whole = cashOutValue(sum(stakes.map(cents)), { odds }, quote);
        const paid = sum(stakes.map((stake) => cashOutValue(cents(stake), { odds }, quote)));
        expect(paid).toBeLessThanOrEqual(whole);
        // Each part is rounded down once.
        expect(paid).toBeGreaterThan(whole - stakes.length);
      }),
      settings,
    );
  });

  test('of a bet whose legs are all settled is what the bet pays', () => {
    const settledLeg = fc.record({
      odds: price,
      verdict: fc.constantFrom<Verdict>('won', 'half-won', 'half-lost', 'void'),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.array(settledLeg, { minLength: 1 }), (stake, all) => {
        const quote = { margin: '0.05', legs: all.map(({ verdict }) => ({ verdict })) };
        const graded = gradeBet(
          cents(stake),
          all.map(({ odds, verdict }) => ({ odds, status: verdict })),
        );
        expect(cashOutValue(cents(stake), { odds: all.map(({ odds }) => odds) }, quote)).toBe(graded.payout);
      }),
      settings,
    );
  });

  test('is what the bet returns on average, less the margin: over 20,000 matches, within four standard errors', () => {
    const random = sameDice();
    const stake = cents(100_000);
    const all = [
      { odds: new Decimal('2.1'), millionths: [430_000, 50_000, 100_000, 20_000, 400_000] },
      { odds: new Decimal('1.8'), millionths: [540_000, 0, 0, 0, 460_000] },
    ];
    const drawn = ({ millionths }: { readonly millionths: readonly number[] }): Verdict => {
      let left = random() * 1e6;
      for (const [at, share] of millionths.entries()) {
        left -= share;
        if (left < 0) return verdicts[at] ?? 'lost';
      }
      return 'lost';
    };
    const returns = Array.from({ length: 20_000 }, () =>
      all.reduce((paid, one) => paid * legFactor(drawn(one), one.odds).toNumber(), stake as number),
    );
    const { mean, error } = meanOf(returns);
    const odds = all.map((one) => one.odds);
    const fair = cashOutValue(stake, { odds }, quoteOf(all, '0'));
    expect(Math.abs(mean - fair)).toBeLessThan(4 * error);
    // Cashed out in thirds while the rest runs on, it is worth the same.
    const third = cents(Math.floor(stake / 3));
    const mixed = cashOutValue(third, { odds }, quoteOf(all, '0')) + mean * (1 - third / stake);
    expect(Math.abs(mixed - fair)).toBeLessThan(4 * error);
    expect(cashOutValue(stake, { odds }, quoteOf(all))).toBe(Math.floor(fair * 0.95 * 0.95));
  });

  test('in play is a martingale at fair prices: cashing out half at any moment costs the margin of that half and no more', () => {
    const random = sameDice();
    const [homeGoal, awayGoal] = [0.0165, 0.012];
    // The chances of 1, X and 2 by the minutes left and the lead, in a match with such chances of a goal in each minute.
    const lead = (at: number) => Math.max(-mostLead, Math.min(mostLead, at));
    const mostLead = 15;
    const chances = [
      Array.from({ length: 2 * mostLead + 1 }, (_, at) => [at > mostLead, at === mostLead, at < mostLead].map(Number)),
    ];
    for (let left = 1; left <= 90; left += 1) {
      const after = chances[left - 1] ?? [];
      const atLead = (at: number, result: number) => after[lead(at) + mostLead]?.[result] ?? 0;
      chances.push(
        after.map((_, index) =>
          [0, 1, 2].map((result) => {
            const now = index - mostLead;
            const noGoal = (1 - homeGoal - awayGoal) * atLead(now, result);
            return homeGoal * atLead(now + 1, result) + awayGoal * atLead(now - 1, result) + noGoal;
          }),
        ),
      );
    }
    const chancesAt = (minute: number, ahead: number) => chances[90 - minute]?.[lead(ahead) + mostLead] ?? [];
    const [first = 0] = chancesAt(0, 0);
    const [stake, half] = [cents(100_000), cents(50_000)];
    const match = sampleMatch({ kickoffAt: sampleNow });
    const leg = {
      ...{ matchId: match.id, outcome: { market: 'h2h', pick: 'home' }, label: 'Arsenal Win' },
      ...{ odds: new Decimal(1 / first), status: 'pending' },
    };
    const bet = {
      ...{ status: 'pending', stake, bonusStake: noMoney, cashedOut: { stake: noMoney, paid: noMoney } },
      legs: [leg],
    } as unknown as Bet;
    const valueAt = (minute: number, ahead: number) => {
      const now = afterNow(minutes(minute));
      const [home, draw, away] = chancesAt(minute, ahead).map((chance) => new Decimal(1 / chance));
      const winner = { ...sampleWinner, ...(home && draw && away && { home, draw, away }), quotedAt: now };
      const offer = offerCashOut(
        bet,
        {
          ...{ now, margin: new Decimal('0.05'), inPlay: 'open', closures: [], limits: [], paidInDay: [] },
          isStatusCertain: () => true,
          ...{ isFresh: () => true, confirmedAt: () => now },
          match: () => ({ ...match, markets: { ...match.markets, h2h: winner, totals: null } }),
        },
        half,
      );
      if (!offer.ok) throw new Error(offer.refusal.code);
      return offer.value.amount;
    };
    const played = Array.from({ length: 20_000 }, () => {
      let [ahead, cashedOut] = [0, undefined as number | undefined];
      for (let minute = 0; minute < 90; minute += 1) {
        // When it has risen or fallen by half, or at the hour: a moment that depends on what has happened.
        const [now = 0] = chancesAt(minute, ahead);
        if (minute > 0 && (now > 1.5 * first || now < 0.5 * first || minute === 60))
          cashedOut ??= valueAt(minute, ahead);
        const drawn = random();
        ahead += drawn < homeGoal ? 1 : drawn < homeGoal + awayGoal ? -1 : 0;
      }
      return { cashedOut: cashedOut ?? 0, rest: ahead > 0 ? (stake - half) / first : 0 };
    });
    const cashed = meanOf(played.map(({ cashedOut }) => cashedOut));
    const all = meanOf(played.map(({ cashedOut, rest }) => cashedOut + rest));
    const shown = ({ mean, error }: typeof all) => `$${(mean / 100).toFixed(2)} ± ${((1.96 * error) / 100).toFixed(2)}`;
    console.info(
      `Half of $1,000 cashed out: ${shown(cashed)}, fair $475.00; with the rest: ${shown(all)}, fair $975.00.`,
    );
    expect(Math.abs(cashed.mean - half * 0.95)).toBeLessThan(4 * cashed.error);
    expect(Math.abs(all.mean - half * 0.95 - (stake - half))).toBeLessThan(4 * all.error);
  });
});
