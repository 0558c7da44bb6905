import { isDeepStrictEqual } from 'node:util';
import {
  type LogoOf,
  type MatchHistory,
  type MatchMoment,
  type PricePoint,
  utcText,
  viewMatchRow,
} from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { isSameScore, type MarketKey, marketKeys, perMarket, type Score } from '@touchline/core/markets';
import { type Closure, isPriceJump } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import type { PastPrice, StoredHistory } from '@touchline/store/matches';
import type { Ruling } from '@touchline/store/settlement';

/** Returns a match with its history for display: without who decided and why, and without duplicates. */
export function viewHistory(history: RuledHistory, closures: readonly Closure[] = [], logoOf?: LogoOf): MatchHistory {
  const { record, prices, changes } = history;
  return {
    row: viewMatchRow(record.match, record.seq, closures, logoOf),
    prices: perMarket((key) => prices[key].map(pointOf)),
    changes,
    moments: [...pricesMoments(history), ...playMoments(history), ...endMoments(history)].sort(byTime),
  };
}

export type RuledHistory = StoredHistory & { readonly rulings: readonly Ruling[] };

const pointOf = ({ at, prices, point, state }: PastPrice): PricePoint => ({
  at: utcText(at),
  prices: [...prices],
  ...(point !== null && { point }),
  ...(state !== 'open' && { state }),
});

function pricesMoments({ prices, record }: StoredHistory): MatchMoment[] {
  const [first] = marketKeys.flatMap((key) => prices[key][0]?.at ?? []).sort((a, b) => a - b);
  const listed: MatchMoment[] = first === undefined ? [] : [{ kind: 'listed', at: utcText(first) }];
  const isBeforeEnd = ({ at }: PastPrice) => record.endedAt === null || at <= record.endedAt;
  return [
    ...listed,
    ...marketKeys.flatMap((key) => prices[key].filter(isBeforeEnd).flatMap((price) => marketMoments(key, price))),
  ];
}

function marketMoments(market: MarketKey, { at, state, point, prices, before }: PastPrice): MatchMoment[] {
  const moments: MatchMoment[] = [];
  const wasOpen = before === null || before.state === 'open';
  if (before ? before.state !== state : state !== 'open')
    moments.push({ kind: 'market', at: utcText(at), market, state });
  if (!before || !wasOpen || before.point !== point || !isPriceJump(decimals(before.prices), decimals(prices)))
    return moments;
  const steps = prices.map((price, outcome) => Math.abs(Math.log(price / (before.prices[outcome] ?? price))));
  const outcome = steps.indexOf(Math.max(...steps));
  const [was, price] = [before.prices[outcome], prices[outcome]];
  if (was === undefined || price === undefined) return moments;
  return [
    ...moments,
    { kind: 'jump', at: utcText(at), market, outcome, before: was, price, ...(point !== null && { point }) },
  ];
}

const decimals = (prices: readonly number[]): readonly Decimal[] => prices.map((price) => new Decimal(price));

/** The events until the end of the match; a later score correction is part of the results. */
function playMoments({ states, record }: StoredHistory): MatchMoment[] {
  const moments: MatchMoment[] = [];
  let { firstKickoffAt: kickoffAt }: { readonly firstKickoffAt: Instant } = record;
  let score: Score | null = null;
  for (const state of states) {
    if (record.endedAt !== null && state.at > record.endedAt) break;
    const at = utcText(state.at);
    if (state.kickoffAt !== kickoffAt)
      moments.push({ kind: 'moved', at, before: utcText(kickoffAt), commenceTime: utcText(state.kickoffAt) });
    if (state.score && !isSameScore(state.score, score ?? nothing))
      moments.push({ kind: 'score', at, before: score, score: state.score });
    ({ kickoffAt, score } = state);
  }
  return moments;
}

const nothing: Score = { home: 0, away: 0 };

function endMoments({ record, rulings: all, gradedAt }: RuledHistory): MatchMoment[] {
  if (record.endedAt === null) return [];
  // Decisions about single bets, or about the half-time score, are not part of the match's history.
  const rulings = all.filter((ruling, at) => {
    const { kind } = ruling.decision.result;
    const before = all[at - 1];
    const isSameEnd = before?.decision.result.kind === kind && isDeepStrictEqual(scoreOf(ruling), scoreOf(before));
    return kind !== 'open' && !isSameEnd;
  });
  const [first, ...later] = rulings;
  const { status, score } = record.match;
  const isVoid = first ? first.decision.result.kind === 'void' : status === 'void';
  const ended: MatchMoment = {
    kind: 'ended',
    at: utcText(record.endedAt),
    status: isVoid ? 'void' : 'finished',
    score: first ? scoreOf(first) : score,
  };
  const results = later.map((ruling, at): MatchMoment => {
    const { kind } = ruling.decision.result;
    const decision = kind === 'open' ? 'void' : kind;
    return { kind: 'result', at: utcText(ruling.decidedAt), version: at + 2, decision, score: scoreOf(ruling) };
  });
  return [ended, ...results, ...(gradedAt === null ? [] : [{ kind: 'settled' as const, at: utcText(gradedAt) }])];
}

const scoreOf = ({ decision: { result } }: Ruling): Score | null => ('score' in result ? result.score : null);

/** Events with the same time keep their order, because the sort is stable. */
const byTime = (a: MatchMoment, b: MatchMoment): number => Date.parse(a.at) - Date.parse(b.at);
