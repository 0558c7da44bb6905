import {
  type Book,
  LEAGUES,
  type League,
  type Plan,
  quotes,
  roundRobin,
  secondHalfAt,
  seeMatch,
  simulatedPlan,
  type ThreeWay,
} from '@touchline/sandbox/simulator';

/** One simulated match as a statistician sees it afterwards. */
export type Played = {
  readonly home: number;
  readonly away: number;
  readonly firstHalfGoals: number;
  readonly goals: readonly Moment[];
  readonly reds: readonly Moment[];
  readonly firstStoppage: number;
  readonly secondStoppage: number;
  /** Prices two days before kick-off, as result files list them, and the average home price just before kick-off. */
  readonly opening: readonly Book[];
  readonly closingHome: number;
};

/** When something fell: the minute on the scoreboard (stoppage counts as the 45th and 90th), and whether in stoppage time. */
export type Moment = { readonly minute: number; readonly half: 1 | 2; readonly stoppage: 'no' | 'yes' };

const KICKOFF = Date.UTC(2026, 10, 21, 15);
const DAY_MS = 86_400_000;
/** A minute of these matches is a real one. */
const PACE = { minuteMs: 60_000, rareEvents: 0 };

export function leagueNamed(key: string): League {
  const league = LEAGUES.find((each) => each.key === key);
  if (!league) throw new Error(`The sandbox has no league ${key}.`);
  return league;
}

/** The plans of so many seasons: everybody against everybody, home and away, `cap` matches a season at most. */
export function seasonsOf(league: League, seasons: number, cap = Number.POSITIVE_INFINITY): Plan[] {
  return Array.from({ length: seasons }, (_, season) => {
    const rounds = Array.from({ length: 2 * (league.clubs.length - 1) }, (_each, round) =>
      roundRobin(league.clubs, round),
    );
    return rounds
      .flat()
      .slice(0, cap)
      .map(([homeTeam, awayTeam]) => {
        const key = `fit|${league.key}|${season}|${homeTeam}|${awayTeam}`;
        return simulatedPlan(league, { key, homeTeam, awayTeam, kickoffAt: KICKOFF }, PACE);
      });
  }).flat();
}

export function played(plan: Plan): Played {
  const moment = (happening: { readonly minute: number }) => momentOf(plan, happening.minute);
  const goals = plan.goals.map(moment);
  const home = plan.goals.filter(({ side }) => side === 'home').length;
  return {
    home,
    away: plan.goals.length - home,
    firstHalfGoals: goals.filter(({ half }) => half === 1).length,
    goals,
    reds: plan.reds.map(moment),
    firstStoppage: plan.timing.firstStoppage,
    secondStoppage: plan.timing.secondStoppage,
    opening: booksAt(plan, KICKOFF - 2 * DAY_MS),
    closingHome: averagePrices(booksAt(plan, KICKOFF - 60_000))?.home ?? Number.NaN,
  };
}

export const booksAt = (plan: Plan, now: number): Book[] =>
  quotes(plan, undefined, seeMatch(plan, undefined, now), now);

/** What bookmakers ask on average; an exchange is not among them. */
export function averagePrices(books: readonly Book[]): ThreeWay | null {
  const prices = books.flatMap((book) => (book.h2h && !book.lay ? [book.h2h] : []));
  if (prices.length === 0) return null;
  const mean = (side: keyof ThreeWay) => prices.reduce((sum, price) => sum + price[side], 0) / prices.length;
  return { home: mean('home'), draw: mean('draw'), away: mean('away') };
}

function momentOf(plan: Plan, minute: number): Moment {
  const restart = secondHalfAt(plan.timing);
  if (minute < restart)
    return { minute: Math.min(45, Math.floor(minute) + 1), half: 1, stoppage: minute >= 45 ? 'yes' : 'no' };
  const second = minute - restart;
  return { minute: Math.min(90, 46 + Math.floor(second)), half: 2, stoppage: second >= 45 ? 'yes' : 'no' };
}
