import { bell, drift, roll } from '../chance/chance.ts';
import { BOOKMAKERS, type Bookmaker, bookmakerTitle } from './bookmakers.ts';
import type { Book, Match, Plan, ThreeWay, Totals, Touch } from './match.ts';
import { afterPlay, outcomeChances, overChance, type ScoreMatrix, scoreMatrix } from './score-matrix.ts';
import { minutesPlayed, scoreAt } from './see-match.ts';
import { shareDue } from './timing.ts';

/** What every bookmaker asks for the match now; nobody quotes a suspended or finished match. */
export function quotes(plan: Plan, touch: Touch | undefined, match: Match, now: number): Book[] {
  if (match.phase === 'finished' || match.market === 'suspended') return [];
  const books = plan.pricing.kind === 'model' ? modelBooks(plan, touch, match, now) : listedBooks(plan, match, now);
  const fixed = touch?.prices;
  if (!fixed) return books;
  return (books.length > 0 ? books : deskBooks(now)).map((book) => ({
    ...book,
    seenAt: steady(now),
    h2h: fixed.h2h ?? book.h2h,
    lay: fixed.h2h ? null : book.lay,
    totals: fixed.totals ?? book.totals,
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
  }));
}

const deskBooks = (now: number): Book[] => [
  { key: 'bet365', title: 'Bet365', seenAt: steady(now), h2h: null, lay: null, totals: null },
];

// The feed looks at a price that does not move every few seconds and says so.
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
  // A quote may be older than the last goal or the kick-off: the market was away since, so it is quoted anew.
  const at = match.phase === 'live' ? Math.max(quotedAt, lastGoalBefore(plan, touch, now), plan.kickoffAt) : quotedAt;
  const matrix = matrixAt(plan, touch, match, at);
  const key = `${plan.id}|${bookmaker.key}`;
  const fair = outcomeChances(matrix);
  const shaded = shade(fair, bookmaker, key, at);
  const margin = bookmaker.overround + bell(`${key}|margin`) * bookmaker.overroundSpread;
  const h2h = priced(shaded, margin, bookmaker);
  return {
    key: bookmaker.key,
    title: bookmaker.title,
    seenAt: Math.floor(at / 1000) * 1000,
    h2h,
    lay: bookmaker.exchange === 'yes' ? laid(h2h, bookmaker) : null,
    totals: totalsOf(matrix, bookmaker, key, match),
  };
}

/** The model's score chances at a moment: walked before kick-off, then conditioned on what was played and scored. */
function matrixAt(plan: Plan, touch: Touch | undefined, match: Match, at: number): ScoreMatrix {
  if (plan.pricing.kind !== 'model') return [];
  const { home, away, rho } = plan.pricing;
  // The market's mind: it wanders over hours, and a little over minutes, until kick-off fixes it.
  const mindAt = Math.min(at, plan.kickoffAt);
  const lean =
    0.05 * drift(`${plan.id}|day`, mindAt, 6 * 3_600_000) +
    0.025 * drift(`${plan.id}|hour`, mindAt, 45 * 60_000) +
    0.012 * drift(`${plan.id}|minutes`, mindAt, 120_000);
  const matrix = scoreMatrix({ home: home * Math.exp(lean), away: away * Math.exp(-lean), rho });
  if (match.phase !== 'live') return matrix;
  return afterPlay(matrix, scoreAt(plan, touch, at), shareDue(plan.timing, minutesPlayed(plan, at)));
}

function lastGoalBefore(plan: Plan, touch: Touch | undefined, now: number): number {
  const scripted = plan.goals.map((goal) => plan.kickoffAt + goal.minute * plan.timing.minuteMs);
  const byHand = (touch?.goals ?? []).map((goal) => goal.at);
  return Math.max(Number.NEGATIVE_INFINITY, ...[...scripted, ...byHand].filter((at) => at <= now));
}

function shade(fair: ThreeWay, bookmaker: Bookmaker, key: string, at: number): ThreeWay {
  const view = (side: string) =>
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
  // Once the third goal fell, over 2.5 is decided and the book moves on to the next line.
  const point = Math.max(2.5, scored + 0.5);
  const over = overChance(matrix, point) * Math.exp(bookmaker.opinion * bell(`${key}|over`));
  const margin = bookmaker.totalsOverround + bell(`${key}|totals`) * bookmaker.overroundSpread;
  return {
    point,
    over: rounded(1 / (over * margin), bookmaker),
    under: rounded(1 / (Math.max(0, 1 - over) * margin), bookmaker),
  };
}

function laid(back: ThreeWay, bookmaker: Bookmaker): ThreeWay {
  const above = (price: number) => rounded(Math.max(price + 0.01, price * 1.025), bookmaker);
  return { home: above(back.home), draw: above(back.draw), away: above(back.away) };
}

/** To the nearest price on the bookmaker's board, within 1.01 and 501. */
function rounded(price: number, bookmaker: Bookmaker): number {
  const within = Math.min(501, Math.max(1.01, price));
  const step = bookmaker.steps === 'fine' ? fineStep(within) : boardStep(within);
  return Number((Math.round(within / step) * step).toFixed(2));
}

const fineStep = (price: number): number => (price < 10 ? 0.01 : price < 50 ? 0.5 : 1);
const boardStep = (price: number): number =>
  price < 2 ? 0.01 : price < 3 ? 0.02 : price < 5 ? 0.05 : price < 8 ? 0.1 : price < 20 ? 0.5 : price < 51 ? 1 : 10;
