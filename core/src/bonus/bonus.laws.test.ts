import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, Decimal, sum } from '../money/index.ts';
import { dayOfBonus } from '../testing/sample-bonus.ts';
import { betId, transactionId, walletId } from '../testing/sample-ids.ts';
import {
  applyLegs,
  emptyWallet,
  legs,
  replay,
  type Settlement,
  takeStake,
  type Wallet,
  type WalletEvent,
} from '../wallet/index.ts';
import { type Bonus, isActive, stakeBonus } from './bonus.ts';
import { expireBonus, forfeitBonus, forfeitByWithdrawal } from './end-bonus.ts';
import { grantBonus } from './grant-bonus.ts';
import { standardTerms } from './offer.ts';
import { shareSettlement } from './share-settlement.ts';

type Step =
  | { readonly do: 'deposit'; readonly amount: number }
  | { readonly do: 'bet'; readonly part: number; readonly odds: string }
  | { readonly do: 'settle'; readonly which: number; readonly how: 'won' | 'lost' | 'void'; readonly factor: number }
  | { readonly do: 'withdraw'; readonly part: number; readonly forfeit: boolean }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'reverse' };

const part = fc.integer({ min: 1, max: 100 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deposit'), amount: fc.integer({ min: 1_000, max: 12_345 }) }) },
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('bet'), part, odds: fc.constantFrom('1.49', '1.5', '2.5', '7') }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('settle'),
      which: fc.nat(20),
      how: fc.constantFrom('won', 'won', 'won', 'lost', 'void'),
      factor: fc.integer({ min: 1, max: 400 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), part, forfeit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'reverse' }) },
);

/** A maximum that some stakes are above, and that lets the wagering be met within the steps. */
const terms = { ...standardTerms, maxStake: cents(20_000) };

type Bet = { readonly stake: number; readonly bonusStake: number; readonly odds: string };
/** What the rules yield, and beside it the simplest totals that it must agree with. */
type Scenario = {
  readonly events: WalletEvent[];
  wallet: Wallet;
  bonus: Bonus | undefined;
  bets: Bet[];
  day: number;
  hasReversed: boolean;
  /** Own money: deposits and returns, less stakes and withdrawals. */
  own: number;
  /** Bonus money that was converted to cash. */
  converted: number;
  counted: number;
};

const walletOf = walletId('w1');
const scenarioNow = (scenario: Scenario) => dayOfBonus(scenario.day);

test('no sequence of deposits, stakes, settlements and withdrawals loses a cent or converts an unwagered bonus', () => {
  const seen = { converted: 0, mixed: 0, lost: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 80 }), (steps) => {
      const scenario: Scenario = {
        events: [],
        wallet: emptyWallet,
        bonus: undefined,
        bets: [],
        day: 0,
        hasReversed: false,
        own: 0,
        converted: 0,
        counted: 0,
      };
      play(scenario, { do: 'deposit', amount: 10_000 });
      check(scenario);
      for (const one of steps) {
        play(scenario, one);
        check(scenario);
      }
      if (scenario.bonus?.status === 'converted') seen.converted += 1;
      if (scenario.events.some((event) => event.type === 'StakeTaken' && event.fromBonus)) seen.mixed += 1;
      if (scenario.events.some((event) => 'forfeited' in event)) seen.lost += 1;
    }),
    { numRuns: 500, seed: 20_261_120 },
  );
  // The runs must go where the rules are: some twenty convert a bonus, hundreds do the rest.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});

function book(scenario: Scenario, ...events: readonly WalletEvent[]): void {
  for (const event of events) {
    const moved = legs(event);
    expect(sum(moved.map((leg) => leg.amount))).toBe(0);
    scenario.wallet = applyLegs(scenario.wallet, moved);
    scenario.events.push(event);
    const { cash, held, bonus, staked } = scenario.wallet;
    expect(Math.min(held, bonus, staked)).toBeGreaterThanOrEqual(0);
    if (!scenario.hasReversed) expect(cash).toBeGreaterThanOrEqual(0);
  }
}

function check({ events, wallet, bonus, bets, own, converted, counted }: Scenario): void {
  expect(replay(events)).toEqual(wallet);
  expect(wallet.cash).toBe(own + converted);
  const granted = bonus ? bonus.granted : 0;
  if (bonus?.status !== 'active') expect(wallet.bonus).toBe(0);
  expect(bonus?.onBets ?? 0).toBe(bets.reduce((total, bet) => total + bet.bonusStake, 0));
  const wagered = events.reduce((total, event) => total + ('wagered' in event ? (event.wagered ?? 0) : 0), 0);
  expect(bonus?.wagered ?? 0).toBe(wagered);
  expect(wagered).toBe(Math.min(counted, granted * 5));
  if (bonus?.status !== 'converted') expect(converted).toBe(0);
  else expect(counted).toBeGreaterThanOrEqual(granted * 5);
}

function play(scenario: Scenario, one: Step): void {
  const { wallet, bonus } = scenario;
  const now = scenarioNow(scenario);
  switch (one.do) {
    case 'deposit': {
      const amount = cents(one.amount);
      const id = transactionId('t1');
      scenario.own += amount;
      book(scenario, { type: 'DepositCredited', amount, transactionId: id, provider: 'p', providerPaymentId: 'tr' });
      const granted = bonus ? undefined : grantBonus(terms, { id, walletId: walletOf, amount }, now);
      if (granted) book(scenario, granted.event);
      scenario.bonus = granted?.bonus ?? bonus;
      return;
    }
    case 'bet': {
      const usable = isActive(bonus, now) ? bonus : undefined;
      const all = Math.max(wallet.cash, 0) + (usable ? wallet.bonus : 0);
      const stake = cents(Math.ceil((all * one.part) / 100));
      const taken = takeStake(wallet, { id: betId('b'), stake, terms: 'x' }, usable);
      expect(taken.ok).toBe(stake > 0 && wallet.cash >= 0);
      if (!taken.ok) return;
      const { fromBonus = cents(0) } = taken.value;
      // Own money first: bonus money is only touched when no own money is left.
      if (fromBonus > 0) expect(stake - fromBonus).toBe(wallet.cash);
      scenario.own -= stake - fromBonus;
      scenario.bets.push({ stake, bonusStake: fromBonus, odds: one.odds });
      if (usable && fromBonus > 0) scenario.bonus = stakeBonus(usable, fromBonus);
      book(scenario, taken.value);
      return;
    }
    case 'settle':
      settle(scenario, one);
      return;
    case 'withdraw': {
      const amount = cents(Math.floor((Math.max(wallet.cash, 0) * one.part) / 100));
      const lost = forfeitByWithdrawal({ bonus, wallet, now }, { forfeitBonus: one.forfeit });
      if (!lost.ok || amount === 0) return;
      scenario.own -= amount;
      book(scenario, { type: 'WithdrawalRequested', amount, transactionId: transactionId('t2') });
      if (!lost.value) return;
      book(scenario, lost.value.event);
      scenario.bonus = lost.value.bonus;
      return;
    }
    case 'wait': {
      scenario.day += one.days;
      const ended = expireBonus({ bonus, wallet, now: scenarioNow(scenario) });
      // Every other time the expiry has not run yet: the rules must hold all the same.
      if (!ended.ok || one.days % 2 === 0) return;
      book(scenario, ended.value.event);
      scenario.bonus = ended.value.bonus;
      return;
    }
    case 'reverse': {
      if (scenario.hasReversed) return;
      scenario.hasReversed = true;
      scenario.own -= 10_000;
      const { id: transactionIdOf } = bonus ?? { id: transactionId('t1') };
      const of = { transactionId: transactionIdOf, provider: 'p', providerPaymentId: 'tr', reversalId: 'chb' };
      book(scenario, { type: 'DepositReversed', amount: cents(10_000), ...of });
      if (bonus?.status !== 'active') return;
      const lost = forfeitBonus(bonus, wallet, 'deposit-reversed', now);
      book(scenario, lost.event);
      scenario.bonus = lost.bonus;
    }
  }
}

function settle(scenario: Scenario, { which, how, factor }: Extract<Step, { do: 'settle' }>): void {
  const bet = scenario.bets[which % Math.max(scenario.bets.length, 1)];
  if (!bet) return;
  const now = scenarioNow(scenario);
  const { bonus, wallet } = scenario;
  const stake = cents(bet.stake);
  const paid = cents(how === 'void' ? stake : Math.max(1, Math.floor((stake * factor) / 100)));
  const of = { betId: betId('b'), settlement: 1, legs: [] };
  const event: Settlement =
    how === 'won'
      ? { type: 'WinningsPaid', ...of, stake, amount: paid }
      : { type: how === 'lost' ? 'StakeLost' : 'StakeRefunded', ...of, amount: stake };
  const mixed = { stake, bonusStake: cents(bet.bonusStake), totalOdds: new Decimal(bet.odds), legs: [] };
  const shared = shareSettlement(event, mixed, { bonus, wallet, now });

  const ran = isActive(bonus, now);
  const bonusPart = how === 'lost' ? 0 : Math.floor((paid * bet.bonusStake) / stake);
  if (how !== 'lost') scenario.own += paid - bonusPart;
  if (bonus?.status === 'converted') scenario.converted += bonusPart;
  if (ran && how !== 'void' && Number(bet.odds) >= 1.5) scenario.counted += Math.min(stake, terms.maxStake ?? stake);
  scenario.bets = scenario.bets.filter((other) => other !== bet);
  book(scenario, shared.event);
  const before = scenario.wallet.bonus;
  book(scenario, ...shared.also.map((also) => also.event));
  if (shared.also.length > 0) scenario.converted += before;
  scenario.bonus = shared.bonus ?? bonus;
}
