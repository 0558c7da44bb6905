import { describe, expect, test } from 'vitest';
import { hours, minutes } from '../instant.ts';
import type { Match } from '../matches/index.ts';
import { cents, Decimal } from '../money/index.ts';
import { derby, knownMatches, pickOf, requestOf, sampleFacts } from '../testing/sample-bet.ts';
import { matchId } from '../testing/sample-ids.ts';
import { afterNow, beforeNow, sampleGoals, sampleMatch, sampleNow, sampleWinner } from '../testing/sample-match.ts';
import { acceptBet, type BettingFacts } from './accept-bet.ts';
import type { OddsPolicy } from './bet.ts';

const legRefused = (...legs: readonly unknown[]) => ({ ok: false, refusal: { code: 'legs-refused', legs } });
const homeWin = pickOf('Arsenal Win', '2.00');

describe('an accepted bet', () => {
  test('is at the prices of the server, with what was quoted and by whom', () => {
    const second = sampleMatch({ id: matchId('leeds-spurs'), homeTeam: 'Leeds', awayTeam: 'Spurs' });
    const request = requestOf([homeWin, pickOf('Over 2.5', '1.90', second.id)], { stake: cents(1005) });
    expect(acceptBet(request, sampleFacts({ match: knownMatches(derby, second) }))).toEqual({
      ok: true,
      value: {
        stake: 1005,
        oddsPolicy: 'none',
        totalOdds: new Decimal('3.8'),
        potentialPayout: 3819,
        legs: [
          {
            matchId: derby.id,
            outcome: { market: 'h2h', pick: 'home' },
            label: 'Arsenal Win',
            odds: new Decimal('2'),
            oddsSeen: new Decimal('2'),
            marketVersion: 3,
            bookmaker: 'pinnacle',
            quotedAt: beforeNow(minutes(1)),
            score: null,
          },
          {
            matchId: second.id,
            outcome: { market: 'totals', pick: 'over', point: 2.5 },
            label: 'Over 2.5',
            odds: new Decimal('1.9'),
            oddsSeen: new Decimal('1.9'),
            marketVersion: 7,
            bookmaker: 'pinnacle',
            quotedAt: beforeNow(minutes(1)),
            score: null,
          },
        ],
      },
    });
  });

  test.each<[OddsPolicy, string, 'taken' | 'refused']>([
    ['none', '2.00', 'taken'],
    ['none', '1.90', 'refused'],
    ['none', '2.10', 'refused'],
    ['better', '2.00', 'taken'],
    ['better', '1.90', 'taken'],
    ['better', '2.10', 'refused'],
    ['any', '2.00', 'taken'],
    ['any', '1.90', 'taken'],
    ['any', '2.10', 'taken'],
  ])('policy %s: seen at 2.00, the price seen being %s, a price of 2.00 is %s', (oddsPolicy, seen, outcome) => {
    const answer = acceptBet(requestOf([pickOf('Arsenal Win', seen)], { oddsPolicy }), sampleFacts());
    const [now, oddsSeen] = [new Decimal('2'), new Decimal(seen)];
    if (outcome === 'taken') {
      expect(answer).toEqual({ ok: true, value: expect.objectContaining({ totalOdds: now, potentialPayout: 2000 }) });
    } else {
      const { matchId: id, label } = homeWin;
      expect(answer).toEqual(legRefused({ code: 'odds-changed', matchId: id, label, seen: oddsSeen, now }));
    }
  });
});

describe('a selection is refused', () => {
  const named = { matchId: derby.id, label: 'Arsenal Win' };
  const refusedWith = (match: Match, but: Partial<BettingFacts> = {}, label = 'Arsenal Win') =>
    acceptBet(
      requestOf([pickOf(label, '2.00')], { oddsPolicy: 'any' }),
      sampleFacts({ match: knownMatches(match), ...but }),
    );

  test('for an unknown match', () => {
    const stranger = { matchId: matchId('__proto__'), label: 'Draw' };
    expect(acceptBet(requestOf([pickOf('Draw', '3.50', stranger.matchId)]), sampleFacts())).toEqual(
      legRefused({ code: 'match-unknown', ...stranger }),
    );
  });

  test('when its label is no outcome of the match', () => {
    expect(refusedWith(derby, {}, 'Spurs Win')).toEqual(
      legRefused({ code: 'outcome-unknown', matchId: derby.id, label: 'Spurs Win' }),
    );
  });

  test.each([
    ['the market is suspended', { h2h: { ...sampleWinner, state: 'suspended' as const }, totals: sampleGoals }],
    ['the market is not offered', { h2h: null, totals: sampleGoals }],
  ])('when %s', (_why, markets) => {
    expect(refusedWith(sampleMatch({ markets }))).toEqual(legRefused({ code: 'market-suspended', ...named }));
  });

  test('when the goal line moved, with the current line', () => {
    const moved = sampleMatch({ markets: { h2h: null, totals: { ...sampleGoals, point: 3.5 } } });
    expect(refusedWith(moved, {}, 'Over 2.5')).toEqual(
      legRefused({ code: 'line-moved', matchId: derby.id, label: 'Over 2.5', point: 3.5 }),
    );
  });

  test('when the prices of its league are stale, even if any price would do', () => {
    const asked: string[] = [];
    const isFresh = (leagueKey: string) => asked.push(leagueKey) < 0;
    expect(refusedWith(derby, { isFresh })).toEqual(legRefused({ code: 'odds-stale', ...named }));
    expect(asked).toEqual(['soccer_epl']);
  });

  test('when its market was not confirmed for ten minutes, however fresh the league is', () => {
    const confirmed = (agoMs: number) =>
      sampleMatch({ markets: { h2h: { ...sampleWinner, confirmedAt: beforeNow(agoMs) }, totals: null } });
    expect(refusedWith(confirmed(minutes(10) + 1))).toEqual(legRefused({ code: 'odds-stale', ...named }));
    const inTime = sampleFacts({ match: knownMatches(confirmed(minutes(10))) });
    expect(acceptBet(requestOf([homeWin]), inTime).ok).toBe(true);
  });

  test.each([
    ['kicked off this very moment', { kickoffAt: sampleNow }, 'match-started'],
    ['is in its second hour', { kickoffAt: beforeNow(minutes(119)) }, 'match-started'],
    ['kicked off two hours ago', { kickoffAt: beforeNow(hours(2)) }, 'match-over'],
    ['is finished', { kickoffAt: beforeNow(hours(1)), status: 'finished' as const }, 'match-over'],
    ['is void before its kick-off', { status: 'void' as const }, 'match-over'],
  ])('while betting in play is closed, when the match %s', (_when, but, code) => {
    expect(refusedWith(sampleMatch(but))).toEqual(legRefused({ code, ...named }));
  });

  test.each([
    ['kicked off two hours ago', { kickoffAt: beforeNow(hours(2)) }],
    ['is finished', { kickoffAt: beforeNow(minutes(5)), status: 'finished' as const }],
    ['is void', { status: 'void' as const }],
  ])('while betting in play is open, when the match %s', (_when, but) => {
    expect(refusedWith(sampleMatch(but), { inPlay: 'open' })).toEqual(legRefused({ code: 'match-over', ...named }));
  });

  test('when the slip already has a selection of the match', () => {
    expect(acceptBet(requestOf([homeWin, homeWin, pickOf('Over 2.5', '1.90')]), sampleFacts())).toEqual(
      legRefused({ code: 'match-twice', ...named }, { code: 'match-twice', matchId: derby.id, label: 'Over 2.5' }),
    );
  });

  test('when the slip already has the match under another id of the provider, even with a slightly different kick-off', () => {
    const again = sampleMatch({ id: matchId('arsenal-chelsea-again'), kickoffAt: afterNow(hours(3)) });
    const later = sampleMatch({ id: matchId('arsenal-chelsea-cup'), kickoffAt: afterNow(hours(26)) });
    const facts = sampleFacts({ match: knownMatches(derby, again, later) });
    const twice = requestOf([homeWin, pickOf('Arsenal Win', '2.00', again.id)]);
    expect(acceptBet(twice, facts)).toEqual(
      legRefused({ code: 'match-twice', matchId: again.id, label: 'Arsenal Win' }),
    );
    expect(acceptBet(requestOf([homeWin, pickOf('Arsenal Win', '2.00', later.id)]), facts)).toMatchObject({ ok: true });
  });

  test('together with all other refused selections, in the order of the slip', () => {
    const stranger = matchId('unknown');
    const request = requestOf([pickOf('Draw', '9', stranger), pickOf('Draw', '3.60'), pickOf('Arsenal Win', '2.00')]);
    expect(acceptBet(request, sampleFacts())).toEqual(
      legRefused(
        { code: 'match-unknown', matchId: stranger, label: 'Draw' },
        { code: 'odds-changed', matchId: derby.id, label: 'Draw', seen: new Decimal('3.6'), now: new Decimal('3.5') },
        { code: 'match-twice', ...named },
      ),
    );
  });
});

describe('betting in play', () => {
  const score = { home: 1, away: 0 };

  test('is accepted while it is open, and the bet keeps the score', () => {
    const live = sampleMatch({ kickoffAt: beforeNow(minutes(30)), score });
    const answer = acceptBet(requestOf([homeWin]), sampleFacts({ match: knownMatches(live), inPlay: 'open' }));
    expect(answer.ok && answer.value.legs.map((leg) => leg.score)).toEqual([score]);
  });

  test('ends a millisecond before two hours after kick-off', () => {
    const almostOver = sampleMatch({ kickoffAt: beforeNow(hours(2) - 1) });
    expect(acceptBet(requestOf([homeWin]), sampleFacts({ match: knownMatches(almostOver), inPlay: 'open' })).ok).toBe(
      true,
    );
  });

  test('a match before kick-off has no score to keep', () => {
    const early = sampleMatch({ kickoffAt: afterNow(1), score });
    const answer = acceptBet(requestOf([homeWin]), sampleFacts({ match: knownMatches(early), inPlay: 'open' }));
    expect(answer.ok && answer.value.legs.map((leg) => leg.score)).toEqual([null]);
  });
});
