import type { MatchId } from '@touchline/core/ids';
import { hours, instant, minutes } from '@touchline/core/instant';
import { describe, expect, test } from 'vitest';
import type { ListedMatch } from '../provider/read-match-list.ts';
import { type DecidedAlias, identify, normalName, type OwnMatch } from './match-identity.ts';

const kickoffAt = instant(Date.parse('2026-11-21T15:00:00Z'));
const own = (homeTeam: string, awayTeam: string, at = kickoffAt): OwnMatch => ({
  id: `${homeTeam} ${awayTeam}` as MatchId,
  homeTeam,
  awayTeam,
  kickoffAt: at,
});
const listed = (homeNames: readonly string[], awayNames: readonly string[], at = kickoffAt): ListedMatch => ({
  sourceMatch: '1',
  kickoffAt: at,
  homeNames,
  awayNames,
  status: 'scheduled',
  score: null,
  halfTime: null,
  laterScores: [],
});
const confirmed = (name: string, team: string): DecidedAlias => ({ name, team, status: 'confirmed' });
const bayern = own('Bayern Munich', 'Union Berlin');
const foreign = listed(['FC Bayern München', 'Bayern'], ['1. FC Union Berlin', 'Union Berlin']);

test.each([
  ['Brighton & Hove Albion FC', 'Brighton and Hove Albion'],
  ['Club Atlético Madrid', 'Club Atletico Madrid'],
  ['FC Barcelona', 'Barcelona'],
  ['AFC Bournemouth', 'Bournemouth'],
  ['Paris Saint-Germain FC', 'Paris Saint Germain'],
  ['FK Bodø/Glimt', 'FK Bodo Glimt'],
])('%s is the same name as %s', (one, other) => {
  expect(normalName(one)).toBe(normalName(other));
});

test.each([
  ['Paris FC', 'Paris Saint-Germain FC'],
  ['Manchester City FC', 'Manchester United FC'],
  ['Inter Milan', 'AC Milan'],
])('%s is not the same name as %s', (one, other) => {
  expect(normalName(one)).not.toBe(normalName(other));
});

describe('a match is known', () => {
  test('by either name of each team', () => {
    const match = own('Manchester City', 'Wolves');
    const provided = listed(['Manchester City FC', 'Man City'], ['Wolverhampton Wanderers FC', 'Wolves']);
    expect(identify(provided, [own('Arsenal', 'Chelsea'), match], [])).toEqual({ kind: 'known', match });
  });

  test('up to 48 hours from our kick-off, and not after', () => {
    const match = own('Arsenal', 'Chelsea');
    const moved = (ms: number) =>
      identify(listed(['Arsenal FC'], ['Chelsea FC'], instant(kickoffAt + ms)), [match], []).kind;
    expect([moved(hours(48)), moved(hours(48) + 1)]).toEqual(['known', 'unknown']);
  });

  test('not with home and away swapped', () => {
    expect(identify(listed(['Chelsea FC'], ['Arsenal FC']), [own('Arsenal', 'Chelsea')], []).kind).not.toBe('known');
  });

  test('by names that a person confirmed, which win over an equal name', () => {
    expect(identify(foreign, [bayern], [confirmed('FC Bayern München', 'Bayern Munich')])).toEqual({
      kind: 'known',
      match: bayern,
    });
    const elsewhere = [confirmed('Arsenal FC', 'Arsenal de Sarandí')];
    expect(identify(listed(['Arsenal FC'], ['Chelsea FC']), [own('Arsenal', 'Chelsea')], elsewhere).kind).not.toBe(
      'known',
    );
  });
});

describe('a suggestion', () => {
  test('names the team whose name differs, in the most similar match with the same kick-off', () => {
    expect(identify(foreign, [own('Werder Bremen', 'FC Augsburg'), bayern], [])).toEqual({
      kind: 'doubtful',
      suggestions: [{ name: 'FC Bayern München', team: 'Bayern Munich', match: bayern }],
    });
  });

  test('is not made for a match at another time, or one that is nothing alike', () => {
    const later = { ...bayern, kickoffAt: instant(kickoffAt + minutes(16)) };
    expect(identify(foreign, [later], []).kind).toBe('unknown');
    expect(identify(listed(['Xyz'], ['Qqq']), [bayern], []).kind).toBe('unknown');
  });

  test('is not repeated once a person rejected it', () => {
    const rejected: DecidedAlias = { name: 'FC Bayern München', team: 'Bayern Munich', status: 'rejected' };
    expect(identify(foreign, [bayern], [rejected]).kind).toBe('unknown');
  });
});
