import { bell, drift, roll } from '../chance/chance.ts';
import { BOOKMAKERS, type Bookmaker, bookmakerTitle, EXCHANGE_IN_PLAY, EXCHANGE_LAY_SPREAD } from './bookmakers.ts';
import { leagueOf } from './leagues.ts';
import type { Book, Match, Plan, ThreeWay, Totals, Touch } from './match.ts';
import { lastStopBefore, stopAt } from './pauses.ts';
import { ratesAfter } from './red-cards.ts';
import { afterPlay, atOtherRates, outcomeChances, overChance, type ScoreMatrix, scoreMatrix } from './score-matrix.ts';
import { minutesPlayed, redsAt, scoreAt, seeMatch } from './see-match.ts';
import { secondHalfAt, shareDue } from './timing.ts';

/** How long a frozen market stays in the feed, as observed at the provider. */
export const LINGERS_MS = 15 * 60_000;
/** Of ten bookmakers so many freeze their price while suspended; the others remove it. */
const LINGERING_SHARE = 0.35;

/**
 * Returns the prices of every bookmaker now; none for a match that is over or unlisted. A suspended market is missing, or frozen
 * with its previous price and time, as in the real feed, which does not flag it.
 */
export function quotes(plan: Plan, touch: Touch | undefined, match: Match, now: number): Book[] {
  if (match.phase !== 'upcoming' && match.phase !== 'live') return [];
  if (touch?.market === 'suspended') return lingering(plan, touch, now);
  const stop = stopAt(plan, touch, now);
  if (!stop) return openQuotes(plan, touch, match, now);
  const before = stop.from - 1;
  return openQuotes(plan, touch, seeMatch(plan, touch, before), before).filter(
    (book) => roll(`${plan.id}|lingers|${stop.from}|${book.key}`) < LINGERING_SHARE,
  );
}

function lingering(plan: Plan, touch: Touch, now: number): Book[] {
  const since = touch.lingersSince;
  if (since === null || now >= since + LINGERS_MS) return [];
  return openQuotes(plan, touch, seeMatch(plan, { ...touch, market: 'open' }, since), since);
}

function openQuotes(plan: Plan, touch: Touch | undefined, match: Match, now: number): Book[] {
  const books = plan.pricing.kind === 'model' ? modelBooks(plan, touch, match, now) : listedBooks(plan, match, now);
  const fixed = touch?.prices;
  if (!fixed) return books;
  return (books.length > 0 ? books : consoleBooks(now)).map((book) => ({
    ...book,
    seenAt: steady(now),
    h2h: fixed.h2h ?? book.h2h,
    lay: fixed.h2h ? null : book.lay,
    totals: fixed.totals ?? book.totals,
    // Additional markets would contradict prices that are set by hand.
    matrix: null,
    firstHalfLeft: 0,
  }));
}

function listedBooks(plan: Plan, match: Match, now: number): Book[] {
  if (plan.pricing.kind !== 'listed') return [];
  if (plan.pricing.until === 'kick-off' && match.phase !== 'upcoming') return [];
  return plan.pricing.books.map((book) => ({
    ...book,
    title: bookmakerTitle(book.key),
    seenAt: steady(now),
    lay: null,
    matrix: null,
    firstHalfLeft: 0,
  }));
}

const consoleBooks = (now: number): Book[] => [
  {
    key: 'bet365',
    title: 'Bet365',
    seenAt: steady(now),
    h2h: null,
    lay: null,
    totals: null,
    matrix: null,
    firstHalfLeft: 0,
  },
];

// The feed confirms an unchanged price every few seconds.
const steady = (now: number): number => Math.floor(now / 5_000) * 5_000;

function modelBooks(plan: Plan, touch: Touch | undefined, match: Match, now: number): Book[] {
  return BOOKMAKERS.filter((bookmaker) => roll(`${plan.id}|carries|${bookmaker.key}`) < bookmaker.carries).map(
    (bookmaker) => modelBook(bookmaker, plan, touch, match, now),
  );
}

function modelBook(bookmaker: Bookmaker, plan: Plan, touch: Touch | undefined, match: Match, now: number): Book {
  const everyMs = match.phase === 'live' ? 4_000 : 12_000;
  const offset = Math.floor(roll(`${plan.id}|offset|${bookmaker.key}`) * (everyMs / 1000)) * 1000;
  const quotedAt = Math.floor((now - offset) / everyMs) * everyMs + offset;
  // After a goal, red card or kick-off the market was suspended, so an older quote is renewed.
  const at = match.phase === 'live' ? Math.max(quotedAt, lastStopBefore(plan, touch, now), plan.kickoffAt) : quotedAt;
  const matrix = matrixAt(plan, touch, match, at);
  const key = `${plan.id}|${bookmaker.key}`;
  const thought = leagueOf(plan.sportKey)?.form.market ?? NO_OPINION;
  const shaded = shade(outcomeChances(matrix), thought, { bookmaker, key, at });
  const overround =
    bookmaker.exchange === 'yes' && match.phase === 'live' ? EXCHANGE_IN_PLAY.overround : bookmaker.overround;
  const margin = Math.max(LEAST_MARGIN, overround + bell(`${key}|margin`) * bookmaker.overroundSpread);
  const h2h = priced(shaded, margin, bookmaker);
  return {
    key: bookmaker.key,
    title: bookmaker.title,
    seenAt: Math.floor(at / 1000) * 1000,
    h2h,
    lay: bookmaker.exchange === 'yes' ? laid(h2h, bookmaker, match) : null,
    totals: totalsOf(matrix, bookmaker, key, match),
    matrix,
    firstHalfLeft: firstHalfLeft(plan, match, at),
  };
}

/** Bookmakers stop quoting the first half in its stoppage time. */
function firstHalfLeft({ timing, kickoffAt }: Plan, match: Match, at: number): number {
  if (match.phase !== 'live') return shareDue(timing, secondHalfAt(timing));
  const elapsed = (at - kickoffAt) / timing.minuteMs;
  if (elapsed >= 45) return 0;
  const due = shareDue(timing, elapsed);
  return (shareDue(timing, secondHalfAt(timing)) - due) / (1 - due);
}

/** The model's score probabilities: a random walk before kick-off, then conditioned on time played and score. */
function matrixAt(plan: Plan, touch: Touch | undefined, match: Match, at: number): ScoreMatrix {
  if (plan.pricing.kind !== 'model') return [];
  const expected = plan.pricing;
  // Market opinion drifts over hours, and a little over minutes, until kick-off.
  const mindAt = Math.min(at, plan.kickoffAt);
  const lean =
    0.06 * drift(`${plan.id}|day`, mindAt, 6 * 3_600_000) +
    0.025 * drift(`${plan.id}|hour`, mindAt, 45 * 60_000) +
    0.012 * drift(`${plan.id}|minutes`, mindAt, 120_000);
  const matrix = scoreMatrix({
    home: expected.home * Math.exp(lean),
    away: expected.away * Math.exp(-lean),
    rho: expected.rho,
  });
  if (match.phase !== 'live') return matrix;
  const score = scoreAt(plan, touch, at);
  const due = shareDue(plan.timing, minutesPlayed(plan, at));
  const rest = afterPlay(matrix, score, due);
  const reds = redsAt(plan, touch, at);
  return reds.home + reds.away === 0 ? rest : atOtherRates(rest, score, ratesAfter(reds, expected, 1 - due));
}

/** Even an exchange hardly ever has an overround below 1. */
const LEAST_MARGIN = 0.995;

const NO_OPINION: ThreeWay = { home: 1, draw: 1, away: 1 };

function shade(
  fair: ThreeWay,
  thought: ThreeWay,
  { bookmaker, key, at }: { bookmaker: Bookmaker; key: string; at: number },
): ThreeWay {
  const view = (side: keyof ThreeWay) =>
    thought[side] *
    Math.exp(bookmaker.opinion * (0.7 * bell(`${key}|${side}`) + 0.3 * drift(`${key}|${side}`, at, 90_000)));
  const home = fair.home * view('home');
  const draw = fair.draw * view('draw');
  const away = fair.away * view('away');
  const sum = home + draw + away;
  return { home: home / sum, draw: draw / sum, away: away / sum };
}

const priced = (chances: ThreeWay, margin: number, bookmaker: Bookmaker): ThreeWay => ({
  home: rounded(1 / (chances.home * margin), bookmaker),
  draw: rounded(1 / (chances.draw * margin), bookmaker),
  away: rounded(1 / (chances.away * margin), bookmaker),
});

function totalsOf(matrix: ScoreMatrix, bookmaker: Bookmaker, key: string, match: Match): Totals {
  const scored = match.score ? match.score.home + match.score.away : 0;
  // After the third goal, over 2.5 is decided and the bookmaker moves to the next line.
  const point = Math.max(2.5, scored + 0.5);
  const over = overChance(matrix, point) * Math.exp(bookmaker.opinion * bell(`${key}|over`));
  const { totalsOffer: offer } = bookmaker;
  const usual = offer && roll(`${key}|offer`) < offer.share ? offer.overround : bookmaker.totalsOverround;
  const margin = Math.max(1.001, usual + bell(`${key}|totals`) * bookmaker.overroundSpread);
  return {
    point,
    over: rounded(1 / (over * margin), bookmaker),
    under: rounded(1 / (Math.max(0, 1 - over) * margin), bookmaker),
  };
}

function laid(back: ThreeWay, bookmaker: Bookmaker, match: Match): ThreeWay {
  const spread = match.phase === 'live' ? EXCHANGE_IN_PLAY.laySpread : EXCHANGE_LAY_SPREAD;
  const above = (price: number) => rounded(Math.max(price + 0.01, price * (1 + spread)), bookmaker);
  return { home: above(back.home), draw: above(back.draw), away: above(back.away) };
}

/** Rounds to the nearest price of the bookmaker's ladder, between 1.01 and 501. */
export function rounded(price: number, bookmaker: Bookmaker): number {
  const within = Math.min(501, Math.max(1.01, price));
  const step = bookmaker.steps === 'fine' ? fineStep(within) : boardStep(within);
  return Number((Math.round(within / step) * step).toFixed(2));
}

const fineStep = (price: number): number => (price < 10 ? 0.01 : price < 50 ? 0.5 : 1);
const boardStep = (price: number): number =>
  price < 2 ? 0.01 : price < 3 ? 0.02 : price < 5 ? 0.05 : price < 8 ? 0.1 : price < 20 ? 0.5 : price < 51 ? 1 : 10;
