import { expect, test } from 'vitest';
import { roundRobin } from './rounds.ts';

test('over a season every club hosts every other once, and plays once per round', () => {
  const clubs = ['A', 'B', 'C', 'D', 'E', 'F'];
  const rounds = Array.from({ length: 10 }, (_, round) => roundRobin(clubs, round));
  for (const round of rounds) expect(round.flat().sort()).toEqual(clubs);
  const meetings = rounds.flat().map(([home, away]) => `${home}-${away}`);
  const wanted = clubs.flatMap((home) => clubs.filter((away) => away !== home).map((away) => `${home}-${away}`));
  expect(meetings.sort()).toEqual(wanted.sort());
});
