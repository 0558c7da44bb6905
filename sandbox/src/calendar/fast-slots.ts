import { shuffled } from '../chance/chance.ts';
import { LEAGUES, type League } from '../football/leagues.ts';
import type { Plan } from '../football/match.ts';
import { type CalendarPace, LONGEST_MINUTES, SHORTEST_MINUTES, simulatedPlan } from './simulated-plan.ts';

/** Slots that are assigned together, independently of other blocks. */
const BLOCK = 400;
/** The most overlapping matches; so many slots at both ends of a block use leagues without a common club. */
const EDGE = 8;
const HEAD_LEAGUES = ['soccer_germany_bundesliga', 'soccer_france_ligue_one', 'soccer_italy_serie_a'];
const TAIL_LEAGUES = ['soccer_epl', 'soccer_spain_la_liga', 'soccer_uefa_nations_league'];

export type Calendar = CalendarPace & { readonly name: string; readonly epoch: number };

/**
 * The demo rhythm: a match kicks off every 105 s. Slower matches kick off less often (no club can play twice at once), faster ones
 * more often (some match is always live).
 */
function slotMs(minuteMs: number): number {
  const slowest = Math.ceil((LONGEST_MINUTES * minuteMs) / (EDGE - 1) / 1000) * 1000;
  const quickest = Math.max(1000, Math.floor((SHORTEST_MINUTES * minuteMs * 0.9) / 1000) * 1000);
  return Math.min(quickest, Math.max(105_000, slowest));
}

/** Matches on fast slots; `regular` are the league matches that overlap, whose clubs are busy. */
export function fastSlots(calendar: Calendar, regular: (from: number, to: number) => readonly Plan[]) {
  const everyMs = slotMs(calendar.minuteMs);
  // The epoch is in the middle of a block, so that the first visitor sees all leagues.
  const origin = calendar.epoch - (BLOCK / 2) * everyMs;
  const blocks = new Map<number, readonly Plan[]>();
  const block = (number: number): readonly Plan[] => {
    const known = blocks.get(number);
    if (known) return known;
    const made = drawBlock(calendar, number, origin + number * BLOCK * everyMs, regular);
    blocks.set(number, made);
    return made;
  };
  return {
    everyMs,
    between(from: number, to: number): Plan[] {
      const first = Math.floor((from - origin) / everyMs / BLOCK);
      const last = Math.floor((to - origin) / everyMs / BLOCK);
      for (const number of blocks.keys()) if (number < first - 1) blocks.delete(number);
      const found: Plan[] = [];
      for (let number = first; number <= last; number += 1) {
        found.push(...block(number).filter((plan) => plan.kickoffAt >= from && plan.kickoffAt <= to));
      }
      return found;
    },
  };
}

function drawBlock(
  calendar: Calendar,
  number: number,
  blockAt: number,
  regular: (from: number, to: number) => readonly Plan[],
): Plan[] {
  const longestMs = LONGEST_MINUTES * calendar.minuteMs;
  const everyMs = slotMs(calendar.minuteMs);
  const rounds = regular(blockAt - longestMs, blockAt + BLOCK * everyMs + longestMs);
  const hats = new Map<string, string[]>();
  const drawn: Plan[] = [];
  for (let slot = 0; slot < BLOCK; slot += 1) {
    const kickoffAt = blockAt + slot * everyMs;
    const around = [...rounds, ...drawn.slice(-EDGE)].filter(
      (plan) => Math.abs(plan.kickoffAt - kickoffAt) <= longestMs,
    );
    const busy = new Set(around.flatMap((plan) => [plan.homeTeam, plan.awayTeam]));
    for (const league of leaguesFor(slot, `${calendar.name}|${number}`)) {
      const pair = drawPair(league, busy, hats, `${calendar.name}|${number}|${slot}`);
      if (!pair) continue;
      const key = `${calendar.name}|slot|${number * BLOCK + slot}`;
      drawn.push(simulatedPlan(league, { key, homeTeam: pair[0], awayTeam: pair[1], kickoffAt }, calendar));
      break;
    }
  }
  return drawn;
}

// All eight leagues in turn, each round in a new order; if no club of a league is free, the next league plays.
function leaguesFor(slot: number, key: string): readonly League[] {
  const only = slot < EDGE ? HEAD_LEAGUES : slot >= BLOCK - EDGE ? TAIL_LEAGUES : null;
  const order = shuffled(LEAGUES, `${key}|${Math.floor(slot / LEAGUES.length)}`);
  const turned = [...order.slice(slot % order.length), ...order.slice(0, slot % order.length)];
  return only ? turned.filter((league) => only.includes(league.key)) : turned;
}

function drawPair(
  league: League,
  busy: ReadonlySet<string>,
  hats: Map<string, string[]>,
  key: string,
): [string, string] | null {
  let hat = hats.get(league.key) ?? [];
  if (hat.filter((club) => !busy.has(club)).length < 2) {
    hat = [...hat, ...shuffled(league.clubs, `${key}|${league.key}`).filter((club) => !hat.includes(club))];
  }
  const [home, away] = hat.filter((club) => !busy.has(club));
  hats.set(
    league.key,
    hat.filter((club) => club !== home && club !== away),
  );
  return home && away ? [home, away] : null;
}
