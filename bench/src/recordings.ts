import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Recording } from '@touchline/e2e/play-recordings';

type Quote = Recording['quotes'][number];
type Goal = Recording['goals'][number];

/** Reads a recording of prices in play: an order book with its goals in `results_goals.csv` beside it, or an exchange's markets. */
export function readRecording(file: string): Recording {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const rows = lines.map((line) => line.split(','));
  const recording = header.includes('market_status') ? ofExchange(file, rows) : ofOrderBook(file, rows);
  if (recording.quotes.length === 0) throw new Error(`${file} has no winner and goals in play`);
  return recording;
}

const timeOf = (text = ''): number => Date.parse(`${text.replace(' ', 'T').replace(/(\.\d+)?Z?$/, '')}Z`);
const within = (chance: number): number => Math.min(0.995, Math.max(0.005, chance));

/** Minutes are of play, times of the day. */
function ofOrderBook(file: string, rows: readonly (readonly string[])[]): Recording {
  const [, date = '', home = '', away = ''] = /_(\d{4}-\d{2}-\d{2})_(.+)_vs\._(.+)\.csv/.exec(basename(file)) ?? [];
  const squeezed = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isOf = (team: string, market: string) =>
    market.endsWith(' WIN') && squeezed(team).includes(squeezed(market.slice(0, -4)));
  const first = timeOf(rows[0]?.[0]) - Number(rows[0]?.[2]) * 60_000;
  const secondOf = (text: string | undefined) => Math.round((timeOf(text) - first) / 1_000);
  const quotes: Quote[] = [];
  const latest = { home: Number.NaN, away: Number.NaN };
  for (const [time, market = '', , , bid = '', ask = ''] of rows) {
    const chance = within((Number(bid) + (Number(ask) || 1)) / 2);
    if (isOf(home, market)) latest.home = chance;
    if (isOf(away, market)) latest.away = chance;
    if (market !== 'OVER 2.5' || Number.isNaN(latest.home + latest.away)) continue;
    const draw = Math.max(0.005, 1 - latest.home - latest.away);
    quotes.push({
      second: secondOf(time),
      chances: { winner: [latest.home, draw, latest.away], point: 2.5, over: chance },
    });
  }
  const minutes = rows.map(([time, , minute]) => ({ minute: Number(minute), time }));
  const goals = readFileSync(join(dirname(file), 'results_goals.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .filter(([match = '', day]) => day === date && squeezed(home).includes(squeezed(match.split(' vs ')[0] ?? '')))
    .flatMap(([, , minute, , , score = '']) => {
      const known = minutes.find((each) => each.minute >= Number(minute));
      const [homeGoals = 0, awayGoals = 0] = score.split('-').map(Number);
      return known ? [{ second: secondOf(known.time), score: { home: homeGoals, away: awayGoals } }] : [];
    });
  const pauses = goals.flatMap(({ second }, at) => {
    const next = quotes.find((quote) => quote.second > second);
    // The book does not say when it stopped: until the first prices after a goal.
    return next && next.second < (goals[at + 1]?.second ?? Number.POSITIVE_INFINITY) ? [{ second }] : [];
  });
  return {
    name: `${home.replaceAll('_', ' ')} – ${away.replaceAll('_', ' ')}, ${date}`,
    quotes: [...quotes, ...pauses].toSorted((one, other) => one.second - other.second),
    goals,
  };
}

/** Suspensions are recorded; goals follow from the scores that can still be backed. */
function ofExchange(file: string, rows: readonly (readonly string[])[]): Recording {
  const [, day = '', teams = ''] = /(\d{8})_(.+)\.csv/.exec(basename(file)) ?? [];
  const snapshots = Map.groupBy(rows, ([time = '']) => time);
  const first = timeOf(rows[0]?.[0]);
  const seen = [...snapshots].map(([time, all]) => {
    const of = (market: string) => all.filter(([, , , type, status]) => type === market && status === 'OPEN');
    const middle = ([, , , , , , , back = '', lay = '']: readonly string[]): number =>
      Number(back) > 1 && Number(lay) > 1 ? (1 / Number(back) + 1 / Number(lay)) / 2 : Number.NaN;
    const winner = of('MATCH_ODDS').map(middle);
    const [home = Number.NaN, away = Number.NaN, draw = Number.NaN] = winner;
    const lines = [2.5, 3.5, 4.5, 5.5, 6.5].flatMap((point) => {
      const runners = of(`OVER_UNDER_${String(point).replace('.', '')}`);
      const over = runners.find(([, , , , , , name = '']) => name.startsWith('Over'));
      const chance = over ? middle(over) : Number.NaN;
      return Number.isNaN(chance) || chance > 0.97 ? [] : [{ point, over: within(chance) }];
    });
    const scores = of('CORRECT_SCORE').flatMap((row) => {
      const [, homeGoals, awayGoals] = /^(\d) - (\d)$/.exec(row[6] ?? '') ?? [];
      const lay = Number(row[8]);
      return homeGoals && awayGoals && lay > 1 && lay < 300
        ? [{ home: Number(homeGoals), away: Number(awayGoals) }]
        : [];
    });
    const sum = home + draw + away;
    const [line] = lines;
    const chances =
      Number.isNaN(sum) || !line
        ? undefined
        : { ...line, winner: [home / sum, draw / sum, away / sum].map(within) as [number, number, number] };
    return { second: Math.round((timeOf(time) - first) / 1_000), chances, scores };
  });
  // A score that can be backed later has not been passed before.
  let least = { home: Number.POSITIVE_INFINITY, away: Number.POSITIVE_INFINITY };
  const goals: Goal[] = [];
  for (const { second, scores } of seen.toReversed()) {
    if (scores.length === 0) continue;
    const now = {
      home: Math.min(least.home, ...scores.map(({ home }) => home)),
      away: Math.min(least.away, ...scores.map(({ away }) => away)),
    };
    if (Number.isFinite(least.home) && (now.home < least.home || now.away < least.away)) {
      goals.unshift({ second: seen.find((each) => each.second > second)?.second ?? second, score: least });
    }
    least = now;
  }
  const lastQuoted = seen.findLastIndex(({ chances }) => chances !== undefined);
  return {
    name: `${teams.replaceAll('_', ' ')}, ${day}`,
    quotes: seen.slice(0, lastQuoted + 1).map(({ second, chances }) => ({ second, ...(chances && { chances }) })),
    goals,
  };
}
