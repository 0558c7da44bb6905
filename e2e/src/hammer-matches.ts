import { setTimeout as pause } from 'node:timers/promises';
import type { PlaceBetRequest } from '@touchline/core/contract';
import { matchesOf } from './bettor.ts';
import type { OpenProduct } from './open-product.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';

export type Carousel = {
  readonly offer: () => readonly PlaceBetRequest['matches'][number][];
  /** Ends and starts matches until it is stopped, then ends all of them. Resolves with their number. */
  readonly turn: (signal: AbortSignal) => Promise<number>;
};

const atOnce = 6;
const everyMs = 1_500;

/** Matches that end all the time while new ones take their place, so that bets are settled while others are placed. */
export async function openCarousel({ url, sandbox }: OpenProduct): Promise<Carousel> {
  const running: Fixture[] = [];
  let count = 0;
  let offered: PlaceBetRequest['matches'] = [];
  const begin = async () => {
    count += 1;
    running.push(await sandbox.create([`Hammers ${count}`, `Anvils ${count}`]));
  };
  const look = async () => {
    const ours = new Set(running.map(({ homeTeam }) => homeTeam));
    const rows = (await matchesOf(url)).filter(({ match }) => ours.has(match.homeTeam));
    offered = rows.flatMap(({ id, match, odds: { homeWin, draw } }) => [
      ...(homeWin === '-' ? [] : [{ matchId: id, betOutcome: `${match.homeTeam} Win`, odds: homeWin }]),
      ...(draw === '-' ? [] : [{ matchId: id, betOutcome: 'Draw', odds: draw }]),
    ]);
  };
  for (let at = 0; at < atOnce; at += 1) await begin();
  await until('matches to bet on', async () => {
    await look();
    return offered.length >= atOnce ? true : undefined;
  });
  const end = async (fixture: Fixture | undefined) => {
    if (fixture) await sandbox.finish(fixture, count % 3, count % 2);
  };
  return {
    offer: () => offered,
    turn: async (signal) => {
      while (!signal.aborted) {
        await end(running.shift());
        await begin();
        await pause(everyMs);
        await look();
      }
      for (const fixture of running.splice(0)) await end(fixture);
      return count;
    },
  };
}
