import { expect, onTestFinished, test } from 'vitest';
import { START, startSandbox } from '../testing/start.ts';
import { readTimeline } from './read-timeline.ts';

const match = (more: object = {}) => ({
  matchId: 1,
  div: 'E0',
  gameweek: 1,
  kickoffUtc: '2017-08-11T18:45:00Z',
  home: 'Arsenal',
  away: 'Leicester City',
  ht: [1, 0],
  ft: [1, 1],
  periodEndSec: { '1H': 2852.6, '2H': 3006.6 },
  events: [
    { type: 'goal', side: 'home', period: '1H', sec: 94.6, minute: 2 },
    { type: 'yellow', side: 'home', period: '1H', sec: 1000, minute: 17 },
    { type: 'second_yellow', side: 'home', period: '2H', sec: 300, minute: 50 },
    { type: 'own_goal', side: 'away', period: '2H', sec: 634.3, minute: 56 },
  ],
  ...more,
});
const text = (...matches: object[]) => matches.map((each) => JSON.stringify(each)).join('\n');

async function replaying(kickOffs: { kind: 'true' } | { kind: 'every'; everyMs: number }, files: string) {
  const world = await startSandbox({
    programme: {
      kind: 'timeline',
      files: [{ name: 'season.jsonl', text: files }],
      from: null,
      speed: 10,
      leadMs: 60_000,
      kickOffs,
    },
  });
  onTestFinished(() => world.sandbox.close());
  return world;
}

test('reads goals and red cards by second, own goals for the benefiting side, and no yellow cards', () => {
  expect(readTimeline(text(match()))).toEqual({
    bad: [],
    matches: [
      {
        key: 'E0|1',
        sportKey: 'soccer_epl',
        kickoffAt: Date.UTC(2017, 7, 11, 18, 45),
        homeTeam: 'Arsenal',
        awayTeam: 'Leicester City',
        halfSeconds: [2852.6, 3006.6],
        goals: [
          { side: 'home', half: 1, second: 94.6 },
          { side: 'away', half: 2, second: 634.3 },
        ],
        reds: [{ side: 'home', half: 2, second: 300 }],
      },
    ],
  });
});

test('reports unusable lines with their number and reason', () => {
  const lines = [
    'nonsense',
    JSON.stringify(match({ ft: [2, 1] })),
    JSON.stringify(match({ div: 'XX' })),
    JSON.stringify(match({ kickoffUtc: 'Friday' })),
    JSON.stringify(match()),
    JSON.stringify(match()),
  ];
  const { matches, bad } = readTimeline(lines.join('\n'));
  expect(matches).toHaveLength(1);
  expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'no JSON'],
    [2, 'its goals add up to 1-1, its result says 2-1'],
    [3, 'unknown division "XX"'],
    [4, expect.stringMatching(/^kickoffUtc: /)],
    [6, 'the same match as before'],
  ]);
});

test('plays goals at their real second divided by the speed, and halves at their real length', async () => {
  const { clock, call } = await replaying({ kind: 'true' }, text(match()));
  const see = async (at: number) => {
    clock.at = at;
    const { score, reds, phase } = (await call('GET', '/desk/api/matches')).value.matches[0];
    return [phase, score && `${score.home}-${score.away}`, `${reds.home}-${reds.away}`];
  };
  const kickoff = START + 60_000;
  // 15 minutes of half-time; all at ten times the speed.
  const restart = kickoff + 285_260 + 90_000;
  expect(await see(kickoff + 9_459)).toEqual(['live', '0-0', '0-0']);
  expect(await see(kickoff + 9_460)).toEqual(['live', '1-0', '0-0']);
  expect(await see(restart + 29_999)).toEqual(['live', '1-0', '0-0']);
  expect(await see(restart + 30_001)).toEqual(['live', '1-0', '1-0']);
  expect(await see(restart + 63_431)).toEqual(['live', '1-1', '1-0']);
  expect(await see(restart + 300_659)).toEqual(['live', '1-1', '1-0']);
  expect(await see(restart + 300_661)).toEqual(['finished', '1-1', '1-0']);
});

test('in-play prices react to events, and are newer than a goal after its pause', async () => {
  const { odds, clock } = await replaying({ kind: 'true' }, text(match()));
  const kickoff = START + 60_000;
  const homePrice = async (at: number) => {
    clock.at = at;
    const [event] = (await odds('/soccer_epl/odds?bookmakers=bet365')).value;
    const [market] = event.bookmakers[0].markets;
    return {
      price: market.outcomes.find((outcome: { name: string }) => outcome.name === 'Arsenal').price,
      seen: Date.parse(market.last_update),
    };
  };
  const before = await homePrice(kickoff + 9_000);
  const after = await homePrice(kickoff + 60_000);
  expect(after.price).toBeLessThan(before.price);
  expect(after.seen).toBeGreaterThan(kickoff + 9_460);
});

test('a kick-off interval replaces the real distance between matches', async () => {
  const later = match({ matchId: 2, kickoffUtc: '2018-05-13T14:00:00Z', home: 'Burnley', away: 'Bournemouth' });
  const { odds } = await replaying({ kind: 'every', everyMs: 5_000 }, text(later, match()));
  expect(
    (await odds('/soccer_epl/events')).value.map((event: { home_team: string; commence_time: string }) => [
      event.home_team,
      event.commence_time,
    ]),
  ).toEqual([
    ['Arsenal', '2026-11-20T14:01:00Z'],
    ['Burnley', '2026-11-20T14:01:05Z'],
  ]);
});
