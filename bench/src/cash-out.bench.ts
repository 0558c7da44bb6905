// The cash-out values of bets on a recorded match in play, second by second, as a picture: -- cash-out orderbook_….csv.gz …
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { acceptanceDueAt, acceptCashOut, type Bet, type CashOutFacts, offerCashOut } from '@touchline/core/betting';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import { outcomeFromLabel, type Score } from '@touchline/core/markets';
import {
  feedState,
  isLagging,
  type LeagueFeed,
  type Match,
  noMarkets,
  type QuotedMarkets,
  quotedMarkets,
  suspendedBecause,
} from '@touchline/core/matches';
import { cents, Decimal, noMoney, odds } from '@touchline/core/money';
import { type Report, runBench } from './run-bench.ts';

/** The chances of 1, X, 2 and of more than 2.5 goals from a second on. */
type Quote = { readonly second: number; readonly winner: readonly number[]; readonly over: number };
type Goal = { readonly second: number; readonly score: Score };
type Recording = { readonly name: string; readonly quotes: readonly Quote[]; readonly goals: readonly Goal[] };

const kickoffAt = instant(Date.parse('2026-11-21T15:00:00Z'));
const at = (second: number): Instant => instant(kickoffAt + seconds(second));
const pollEverySeconds = 2;
/** How long after bookmakers the score is reported. */
const reportDelaySeconds = 20;
const margin = new Decimal('0.05');
const delays = { usual: 8, ofLeague: {} } as const;
const stake = cents(10_00);
/** The automatic cash-out: at this share of what the bet can pay. */
const targetShare = 0.75;
const colours = ['#1f77b4', '#7f7f7f', '#d62728', '#2ca02c', '#9467bd'];

await runBench('cash-out', async ({ args, print }): Promise<Report> => {
  if (args.length === 0) {
    throw new Error('Name recordings of matches in play: npm run bench -- cash-out orderbook_….csv.gz');
  }
  const folder = process.env['INIT_CWD'] ?? '.';
  const found = args.map((file) => {
    const replayed = replay(readRecording(resolve(folder, file)));
    const picture = resolve(folder, `${basename(file).replace(/\.csv(\.gz)?$/, '')}.svg`);
    writeFileSync(picture, draw(replayed));
    print(`drawn in ${picture}`);
    return replayed;
  });
  return {
    lines: found.flatMap(({ name, values, goals, to, from }) => [
      '',
      `${name}: ${to - from} s, ${goals.length} goals`,
      ...values.map(
        ({ label, price, open, none, paid, missed }) =>
          `  $10 on ${label} at ${price.toFixed(2)}: valued for ${open} s; not for ${[...none].map(([why, times]) => `${times} s (${why})`).join(', ')}; ` +
          (paid === undefined
            ? `never worth ${(targetShare * 100).toFixed(0)} % of what it can pay${missed > 0 ? ` for the whole delay (${missed} tries)` : ''}`
            : `cashed out automatically for $${(paid.amount / 100).toFixed(2)} in minute ${Math.floor(paid.second / 60)}, ${paid.waited} s after the target was reached`),
      ),
    ]),
    goals: [
      {
        what: 'seconds with a value at prices from before a known goal',
        value: found.reduce((sum, { values }) => sum + values.reduce((all, { old }) => all + old, 0), 0),
        goal: 0,
        better: 'lower',
        met: found.every(({ values }) => values.every(({ old }) => old === 0)),
      },
    ],
    figures: {
      matches: found.map(({ name, values }) => ({
        name,
        bets: values.map(({ label, open, none, paid }) => ({ label, open, none: Object.fromEntries(none), paid })),
      })),
    },
  };
});

type Valued = {
  readonly label: string;
  readonly price: Decimal;
  readonly bet: Bet;
  /** By second; `undefined` without a cash-out. */
  readonly amounts: (number | undefined)[];
  readonly none: Map<string, number>;
  open: number;
  /** Seconds with a value at a price that bookmakers quoted before a goal that is on the score board. */
  old: number;
  since: number | undefined;
  missed: number;
  paid: { readonly second: number; readonly amount: number; readonly waited: number } | undefined;
};
type Replayed = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly goals: readonly Goal[];
  readonly values: readonly Valued[];
};

/** Plays a recording second by second through the rules that value, cash out and suspend. */
function replay({ name, quotes, goals }: Recording): Replayed {
  let match: Match = {
    ...{ id: 'match' as MatchId, leagueKey: 'soccer_epl', homeTeam: 'Home', awayTeam: 'Away', kickoffAt },
    ...{ status: 'open', score: { home: 0, away: 0 }, markets: noMarkets as Match['markets'] },
  };
  const [from, to] = [quotes[0]?.second ?? 0, quotes.at(-1)?.second ?? 0];
  let feed: LeagueFeed | undefined;
  let values: readonly Valued[] = [];
  let at0 = 0;
  for (let second = from; second <= to; second += 1) {
    const now = at(second);
    for (const goal of goals) {
      if (goal.second + reportDelaySeconds !== second) continue;
      match = {
        ...match,
        score: goal.score,
        scoreChangedAt: now,
        markets: suspendedBecause('score-changed', match.markets),
      };
    }
    while ((quotes[at0 + 1]?.second ?? Number.POSITIVE_INFINITY) <= second) at0 += 1;
    const quote = quotes[at0];
    if (quote && (second - from) % pollEverySeconds === 0) {
      const occasion = { at: now, kickoffAt, score: match.score, scoreChangedAt: match.scoreChangedAt };
      match = { ...match, markets: quotedMarkets(match.markets, quotedAs(quote, now), occasion) };
      feed = { leagueKey: match.leagueKey, state: 'ok', confirmedAt: now, everyMs: seconds(pollEverySeconds) };
    }
    if (values.length === 0 && match.markets.h2h && match.markets.totals) values = betsOn(match);
    const facts: CashOutFacts = {
      ...{ now, margin, inPlay: 'open', match: () => match, closures: [], limits: [], paidInDay: [] },
      isFresh: () => feedState(feed, now) === 'ok',
      confirmedAt: () => feed?.confirmedAt ?? null,
    };
    for (const value of values) look(value, facts, second, match);
  }
  return { name, from, to, goals, values };
}

/** Values a bet, and does what its automatic cash-out does. */
function look(value: Valued, facts: CashOutFacts, second: number, match: Match): void {
  const offer = offerCashOut(value.bet, facts);
  value.amounts[second] = offer.ok ? offer.value.amount : undefined;
  if (offer.ok) {
    value.open += 1;
    if (match.scoreChangedAt && (match.markets.h2h?.quotedAt ?? facts.now) < match.scoreChangedAt) value.old += 1;
  } else value.none.set(offer.refusal.code, (value.none.get(offer.refusal.code) ?? 0) + 1);
  if (value.paid) return;
  const seen = cents(Math.round(value.bet.potentialPayout * targetShare));
  if (!offer.ok || offer.value.amount < seen) {
    if (value.since !== undefined) value.missed += 1;
    value.since = undefined;
    return;
  }
  value.since ??= second;
  const since = at(value.since);
  const until = acceptanceDueAt([match], delays, since) ?? since;
  const done = acceptCashOut(value.bet, { stake: undefined, seen, delay: { since, until } }, facts);
  if (done.ok) value.paid = { second, amount: done.value.amount, waited: second - value.since };
  else if (done.refusal.code !== 'cash-out-waits') value.since = undefined;
}

/** Ten dollars on each result and on each side of 2.5 goals, at the first prices. */
function betsOn({ markets, ...match }: Match): readonly Valued[] {
  const { h2h, totals } = markets;
  const on = [
    ['Home Win', h2h?.home],
    ['Draw', h2h?.draw],
    ['Away Win', h2h?.away],
    ['Over 2.5', totals?.over],
    ['Under 2.5', totals?.under],
  ] as const;
  return on.flatMap(([label, price]) => {
    const outcome = outcomeFromLabel(match, label);
    if (!price || !outcome) return [];
    const bet = {
      ...{
        id: label as BetId,
        walletId: 'wallet' as WalletId,
        userId: 'user' as UserId,
        version: 1,
        status: 'pending',
      },
      ...{ stake, bonusStake: noMoney, system: undefined, totalOdds: price, oddsPolicy: 'none', payout: null },
      potentialPayout: cents(Math.floor(price.times(stake).toNumber())),
      ...{ cashedOut: { stake: noMoney, paid: noMoney }, settlement: 0, placedAt: kickoffAt, settledAt: null },
      legs: [
        {
          ...{ matchId: match.id, outcome, label, odds: price, status: 'pending', homeTeam: 'Home', awayTeam: 'Away' },
          ...{
            kickoffAt,
            marketVersion: 1,
            bookmaker: 'recorded',
            quotedAt: kickoffAt,
            matchStatus: 'open',
            score: null,
          },
        },
      ],
    } as unknown as Bet;
    return [
      {
        label,
        price,
        bet,
        amounts: [],
        none: new Map(),
        open: 0,
        old: 0,
        since: undefined,
        missed: 0,
        paid: undefined,
      },
    ];
  });
}

/** A poll's prices with a margin of 5 %; bookmakers confirmed them when the recording has them. */
function quotedAs({ second, winner, over }: Quote, now: Instant): QuotedMarkets {
  const quotedAt = at(second);
  const confirmed = isLagging(quotedAt, { kickoffAt }, now) ? { confirmedAt: quotedAt } : {};
  const quote = { state: 'open', bookmaker: 'recorded', quotedAt, ...confirmed } as const;
  const priced = (chance: number) => odds(Math.min(1_000, Math.max(1.01, 1 / (1.05 * chance))).toFixed(2));
  const [home, draw, away] = winner.map(priced);
  const [more, fewer] = [over, 1 - over].map(priced);
  return {
    h2h: home && draw && away ? { ...quote, home, draw, away } : null,
    totals: more && fewer ? { ...quote, point: 2.5, over: more, under: fewer } : null,
  };
}

/** Reads an order book of a match, with the goals in `results_goals.csv` beside it: minutes are of play, times of the day. */
function readRecording(file: string): Recording {
  const rows = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const [, date = '', home = '', away = ''] = /_(\d{4}-\d{2}-\d{2})_(.+)_vs\._(.+)\.csv/.exec(basename(file)) ?? [];
  const squeezed = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isOf = (team: string, market: string) =>
    market.endsWith(' WIN') && squeezed(team).includes(squeezed(market.slice(0, -4)));
  const timeOf = (text = '') => Date.parse(`${text.replace(' ', 'T')}Z`);
  const first = timeOf(rows[0]?.[0]) - Number(rows[0]?.[2]) * 60_000;
  const secondOf = (text: string | undefined) => Math.round((timeOf(text) - first) / 1_000);
  const quotes: Quote[] = [];
  const latest = { home: Number.NaN, away: Number.NaN };
  for (const [time, market = '', , , bid = '', ask = ''] of rows) {
    const chance = Math.min(0.995, Math.max(0.005, (Number(bid) + (Number(ask) || 1)) / 2));
    if (isOf(home, market)) latest.home = chance;
    if (isOf(away, market)) latest.away = chance;
    if (market !== 'OVER 2.5' || Number.isNaN(latest.home + latest.away)) continue;
    const draw = Math.max(0.005, 1 - latest.home - latest.away);
    quotes.push({ second: secondOf(time), winner: [latest.home, draw, latest.away], over: chance });
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
  if (quotes.length === 0) throw new Error(`${file} is no order book with the winner and 2.5 goals`);
  return { name: `${home.replaceAll('_', ' ')} – ${away.replaceAll('_', ' ')}, ${date}`, quotes, goals };
}

/** One line per bet: its value by the minute, gaps where there is none, goals as dashed lines, automatic cash-outs as dots. */
function draw({ name, from, to, goals, values }: Replayed): string {
  const [width, height, left, top, bottom] = [1_200, 520, 60, 50, 60];
  const most = Math.max(...values.map(({ bet }) => bet.potentialPayout));
  const x = (second: number) => left + ((second - from) / (to - from)) * (width - left - 20);
  const y = (amount: number) => height - bottom - (amount / most) * (height - top - bottom);
  const lineOf = ({ amounts }: Valued) => {
    let [path, isDown] = ['', false];
    for (let second = from; second <= to; second += 2) {
      const amount = amounts[second];
      if (amount !== undefined) path += `${isDown ? 'L' : 'M'}${x(second).toFixed(1)} ${y(amount).toFixed(1)}`;
      isDown = amount !== undefined;
    }
    return path;
  };
  const text = (at: readonly [number, number], what: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" font-family="sans-serif" font-size="13" ${more}>${what}</text>`;
  const ticks = Array.from({ length: 5 }, (_, at) => (most / 4) * at);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text([left, 24], `${name}: what $10 on each selection can be cashed out for`, 'font-weight="bold"'),
    ...ticks.map(
      (amount) =>
        `<path d="M${left} ${y(amount)}H${width - 20}" stroke="#ddd"/>${text([8, y(amount) + 4], `$${(amount / 100).toFixed(0)}`)}`,
    ),
    ...goals.map(
      ({ second, score }) =>
        `<path d="M${x(second)} ${top}V${height - bottom}" stroke="#999" stroke-dasharray="4 4"/>${text([x(second) - 10, top - 6], `${score.home}–${score.away}`)}`,
    ),
    ...values.map((value, at) => `<path d="${lineOf(value)}" fill="none" stroke="${colours[at]}" stroke-width="1.6"/>`),
    ...values.flatMap(({ paid }, at) =>
      paid ? [`<circle cx="${x(paid.second)}" cy="${y(paid.amount)}" r="6" fill="${colours[at]}" stroke="#000"/>`] : [],
    ),
    ...Array.from({ length: Math.floor((to - from) / 900) + 1 }, (_, at) =>
      text([x(from + at * 900) - 8, height - bottom + 20], `${Math.round((from + at * 900) / 60)}′`),
    ),
    ...values.map(({ label, price, paid }, at) =>
      text(
        [left + at * 225, height - 12],
        `■ ${label} ${price.toFixed(2)}${paid ? ` · paid $${(paid.amount / 100).toFixed(2)}` : ''}`,
        `fill="${colours[at]}"`,
      ),
    ),
    '</svg>',
  ].join('\n');
}
