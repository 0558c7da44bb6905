import { expect, test } from 'vitest';
import type { LimitChange } from '../account/index.ts';
import { hours, instant, minutes, seconds } from '../instant.ts';
import { cents } from '../money/index.ts';
import { derby, knownMatches, pickOf, requestOf, sampleFacts } from '../testing/sample-bet.ts';
import { sampleBonus } from '../testing/sample-bonus.ts';
import { betId } from '../testing/sample-ids.ts';
import { sampleMatch, sampleNow } from '../testing/sample-match.ts';
import { emptyWallet } from '../wallet/index.ts';
import { type OwnRules, type PlacingFacts, placeBet } from './place-bet.ts';

const none = { day: cents(0), week: cents(0), month: cents(0) };
const unrestricted: OwnRules = { limits: [], exclusion: undefined, staked: none, lost: none };
const stakeLimit: LimitChange = {
  kind: 'stake',
  period: 'day',
  before: null,
  amount: cents(500),
  from: instant(sampleNow - hours(48)),
};
const id = betId('b1');
const request = requestOf([pickOf('Arsenal Win', '2.00')]);
const facts = (but: Partial<PlacingFacts> = {}): PlacingFacts => ({
  ...sampleFacts(),
  closures: [],
  wallet: { ...emptyWallet, cash: cents(1_000) },
  bonus: undefined,
  own: unrestricted,
  delays: { usual: 8, ofLeague: {} },
  terms: () => 'a digest',
  ...but,
});

test('takes the stake of an accepted bet from cash', () => {
  expect(placeBet(id, request, facts())).toMatchObject({
    ok: true,
    value: { accepted: { stake: 1_000 }, taken: { type: 'StakeTaken', betId: id, terms: 'a digest', amount: 1_000 } },
  });
});

test('a bet with a match in play awaits acceptance, and its stake says so', () => {
  const live = sampleMatch({ kickoffAt: instant(sampleNow - minutes(10)) });
  const placed = placeBet(id, request, facts({ inPlay: 'open', match: knownMatches(live) }));
  expect(placed).toMatchObject({ value: { taken: { awaits: true }, until: sampleNow + seconds(8) } });
  const before = placeBet(id, request, facts());
  expect(before.ok && [before.value.until, before.value.taken.awaits]).toEqual([undefined, undefined]);
});

test('takes what cash lacks from an active bonus only', () => {
  const wallet = { ...emptyWallet, cash: cents(400), bonus: cents(900) };
  const active = sampleBonus({ expiresAt: instant(sampleNow + hours(1)) });
  expect(placeBet(id, request, facts({ wallet, bonus: active }))).toMatchObject({
    ok: true,
    value: { taken: { fromBonus: 600 }, bonus: { onBets: 600, version: active.version + 1 } },
  });
  const over = sampleBonus({ expiresAt: sampleNow });
  expect(placeBet(id, request, facts({ wallet, bonus: over }))).toEqual({
    ok: false,
    refusal: { code: 'balance-too-low', balance: 400, missing: 600 },
  });
});

test('a bet paid in cash does not change the bonus', () => {
  const wallet = { ...emptyWallet, cash: cents(1_000), bonus: cents(900) };
  const bonus = sampleBonus({ expiresAt: instant(sampleNow + hours(1)) });
  const placed = placeBet(id, request, facts({ wallet, bonus }));
  expect(placed.ok && placed.value.bonus).toBeUndefined();
});

test('returns the first refusal of closed betting, exclusion, the bet, the balance, own limits', () => {
  const closure = { closes: 'betting', scope: 'all', closedAt: instant(sampleNow - hours(1)), openedAt: null } as const;
  const exclusion = { kind: 'time-out', since: sampleNow, until: null } as const;
  const codeOf = (but: Partial<PlacingFacts>, asked = request) => {
    const placed = placeBet(id, asked, facts(but));
    return placed.ok ? 'placed' : placed.refusal.code;
  };
  const own = { ...unrestricted, exclusion, limits: [stakeLimit] };
  const all = { closures: [closure], own, wallet: emptyWallet };
  const badBet = { ...request, picks: [] };
  expect([
    codeOf(all, requestOf([pickOf('Arsenal Win', '2.00')], { stake: cents(0) })),
    codeOf({ ...all, closures: [] }, badBet),
    codeOf({ ...all, closures: [], own: { ...own, exclusion: undefined } }, badBet),
    codeOf({ ...all, closures: [], own: { ...own, exclusion: undefined } }),
    codeOf({ own: { ...own, exclusion: undefined } }),
    codeOf({}),
  ]).toEqual(['betting-closed', 'excluded', 'slip-empty', 'balance-too-low', 'limit-reached', 'placed']);
});

test('names the league for which betting is closed', () => {
  const closure = {
    closes: 'betting' as const,
    scope: derby.leagueKey,
    closedAt: instant(sampleNow - hours(1)),
    openedAt: null,
  };
  const placed = placeBet(id, request, facts({ closures: [closure] }));
  expect(placed).toEqual({ ok: false, refusal: { code: 'betting-closed', league: derby.leagueKey } });
});

test('the stakes of open bets count as lost for a loss limit', () => {
  const loss: LimitChange = { ...stakeLimit, kind: 'loss', amount: cents(1_500) };
  const own = { ...unrestricted, limits: [loss] };
  const withOpen = (staked: number) =>
    facts({ own, wallet: { ...emptyWallet, cash: cents(1_000), staked: cents(staked) } });
  expect([placeBet(id, request, withOpen(500)).ok, placeBet(id, request, withOpen(501)).ok]).toEqual([true, false]);
});
