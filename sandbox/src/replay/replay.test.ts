import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { ProgrammeOptions } from '../programme.ts';
import { START, startSandbox } from '../testing/start.ts';
import { startOfDay } from './replay-calendar.ts';

const TEXT = `Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,B365H,B365D,B365A,B365>2.5,B365<2.5
E0,09/05/2025,20:00,Early,Bird,1,0,0,0,1.5,4,6,1.9,1.9
E0,10/05/2025,15:00,Alpha,Beta,3,1,1,1,1.82,3.4,4.5,2,1.8
E0,11/05/2025,16:30,Gamma,Delta,0,0,0,0,2.4,3.3,3,1.7,2.1
`;
const programme = {
  kind: 'replay',
  files: [{ name: 'E0.csv', text: TEXT }],
  from: startOfDay('2025-05-10'),
  speed: 3600,
  leadMs: 60_000,
} as const;

const replaying = (stateFolder: string | null = null) => startReplay(programme, stateFolder);

async function startReplay(season: ProgrammeOptions, stateFolder: string | null = null) {
  const world = await startSandbox({ programme: season, stateFolder });
  onTestFinished(() => world.sandbox.close());
  return world;
}

test('serves matches from the first day on in real time, at the real prices until kick-off', async () => {
  const { odds, clock } = await replaying();
  const listed = await odds('/soccer_epl/odds?regions=eu&markets=h2h,totals');
  expect(
    listed.value.map((event: { home_team: string; commence_time: string }) => [event.home_team, event.commence_time]),
  ).toEqual([
    // 15 hours after midnight in the UK are 15 s at 3600 times the speed, after a minute of lead.
    ['Alpha', '2026-11-20T14:01:15Z'],
    ['Gamma', '2026-11-20T14:01:41Z'],
  ]);
  const [book] = listed.value[0].bookmakers;
  const prices = book.markets.flatMap((market: { outcomes: { name: string; price: number }[] }) =>
    market.outcomes.map(({ name, price }) => [name, price]),
  );
  expect(book.key).toBe('bet365');
  expect(Object.fromEntries(prices)).toEqual({ Alpha: 1.82, Draw: 3.4, Beta: 4.5, Over: 2, Under: 1.8 });
  clock.at = START + 74_999;
  expect((await odds('/soccer_epl/odds?regions=eu')).value[0].bookmakers).toHaveLength(1);
  clock.at = START + 75_000;
  expect((await odds('/soccer_epl/odds?regions=eu')).value[0].bookmakers).toEqual([]);
});

test('reaches the real half-time and final scores, 105 minutes after kick-off', async () => {
  const { odds, clock } = await replaying();
  const scoreOf = async () => {
    const { value } = await odds('/soccer_epl/scores?daysFrom=1');
    const alpha = value.find((event: { home_team: string }) => event.home_team === 'Alpha');
    const goals = Object.fromEntries(
      (alpha.scores ?? []).map((each: { name: string; score: string }) => [each.name, each.score]),
    );
    return [alpha.completed, goals['Alpha'] ?? null, goals['Beta'] ?? null];
  };
  clock.at = START + 75_000;
  expect(await scoreOf()).toEqual([false, '0', '0']);
  clock.at = START + 75_000 + 48 * (60_000 / 3600);
  expect(await scoreOf()).toEqual([false, '1', '1']);
  clock.at = START + 75_000 + 105 * (60_000 / 3600) + 1;
  expect(await scoreOf()).toEqual([true, '3', '1']);
});

test('a restart continues the same replay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = await replaying(folder);
  const before = (await first.odds('/soccer_epl/events')).value;
  await first.sandbox.close();
  const second = await startSandbox({ programme, stateFolder: folder });
  onTestFinished(() => second.sandbox.close());
  second.clock.at = START + 30_000;
  expect((await second.odds('/soccer_epl/events')).value).toEqual(before);
});

test('serves stored responses unchanged, per sport', async () => {
  const stored = [
    {
      id: 'a'.repeat(32),
      sport_key: 'soccer_epl',
      sport_title: 'EPL',
      commence_time: '2023-08-18T18:45:00Z',
      home_team: 'Alpha',
      away_team: 'Beta',
      bookmakers: [{ odd: 'shape' }],
    },
    {
      id: 'b'.repeat(32),
      sport_key: 'basketball_nba',
      sport_title: 'NBA',
      commence_time: '2023-08-18T18:45:00Z',
      home_team: 'One',
      away_team: 'Two',
      completed: true,
      scores: null,
    },
  ];
  const world = await startSandbox({
    programme: { kind: 'stored', files: [{ name: 'stored.json', text: JSON.stringify(stored) }] },
  });
  onTestFinished(() => world.sandbox.close());
  expect((await world.odds('/soccer_epl/odds?regions=eu')).value).toEqual([stored[0]]);
  expect((await world.odds('/basketball_nba/odds?regions=eu')).value).toEqual([]);
  expect((await world.odds('/basketball_nba/scores')).value).toEqual([stored[1]]);
  expect((await world.odds('/soccer_italy_serie_a/odds?regions=eu')).value).toEqual([]);
  expect((await world.odds('')).value).toHaveLength(9);
});

test('begins on the first day of the files by default', async () => {
  const { odds } = await startReplay({ ...programme, from: null });
  expect(
    (await odds('/soccer_epl/events')).value.map((event: { home_team: string; commence_time: string }) => [
      event.home_team,
      event.commence_time,
    ])[0],
  ).toEqual(['Early', '2026-11-20T14:01:20Z']);
});

test.each([
  [{ ...programme, files: [{ name: 'wrong.csv', text: 'a,b\n1,2\n' }] }, 'no match could be read from wrong.csv'],
  [{ ...programme, from: startOfDay('2026-01-01') }, 'the files have no match on or after the first day'],
])('refuses a replay without matches', async (nothing, sentence) => {
  await expect(createSandbox({ programme: nothing })).rejects.toThrow(sentence);
});
