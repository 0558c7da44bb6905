import { addSelections, countedScores, noScoreExposure, owedAtScores } from '@touchline/core/betting';
import { inLanguage } from '@touchline/core/catalogues';
import {
  type DryRunView,
  type OperatedMatchDetail,
  type OperatedMatchesView,
  type OperatedMatchView,
  type ProposalView,
  utcText,
  utcTextOrNull,
} from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Language } from '@touchline/core/language';
import { lineOf, marketTitles, outcomeLabel } from '@touchline/core/markets';
import { type EventQuotePlan, type Match, marketsIn } from '@touchline/core/matches';
import { cents, dollars, dollarsOrNull, minus } from '@touchline/core/money';
import { type MatchDecision, needsSecondAdmin, type WeighedRun } from '@touchline/core/settlement';
import type { Db } from '@touchline/store/connect';
import { type FeedQuota, listOpenReviews, type MatchReview, readMarketOrders } from '@touchline/store/matches';
import {
  hasBetOn,
  listOperated,
  listProposals,
  listReports,
  listRulings,
  type OperatedMatch,
  type Proposal,
  type ProposedRun,
  peopleAmong,
  readLastProposal,
  readOperated,
  readTurnover,
} from '@touchline/store/settlement';
import { viewClosures } from './close-betting.ts';
import { viewBooks } from './view-books.ts';

type Viewer = { readonly userId: UserId };
const mostMatches = 500;
/** Every goal and every change of state is a report. */
const mostReports = 100;

/** Returns the matches that admins manage now. */
export async function viewMarkets(db: Db, viewer: Viewer, now: Instant): Promise<readonly OperatedMatchView[]> {
  const [matches, reviews, proposals] = await Promise.all([
    listOperated(db, now, mostMatches),
    listOpenReviews(db),
    listProposals(db),
  ]);
  return matches.map((match) => viewMatch(match, { reviews, proposals, viewer }));
}

/** Returns one match with its whole history; `undefined` if there is none. */
export async function viewMarket(
  db: Db,
  viewer: Viewer,
  id: MatchId,
  now: Instant,
  language: Language,
): Promise<OperatedMatchDetail | undefined> {
  const [match, turnover, reviews, proposals, rulings, orders, reports, { closures, limits }, isOwn] =
    await Promise.all([
      readOperated(db, id),
      readTurnover(db, id),
      listOpenReviews(db),
      listProposals(db, [id]),
      listRulings(db, id),
      readMarketOrders(db, id),
      listReports(db, id, mostReports),
      viewClosures(db),
      hasBetOn(db, viewer.userId, id),
    ]);
  if (!match) return undefined;
  const lastProposal = await readLastProposal(db, id);
  const deciders = rulings.flatMap(({ actor, confirmedBy }) => [actor, confirmedBy]);
  const actors = [...deciders, ...orders.map(({ actor }) => actor)];
  return {
    ...viewMatch(match, { reviews, proposals, viewer }),
    ...(isOwn && { hasOwnBet: true as const }),
    profitAtScores: profitAtScores(match.exposure),
    books: inLanguage(language, () => viewBooks(match, turnover, now)),
    closures: closures.filter(({ closes, scope }) => closes === 'cash-out' && concerns(scope, match.match)),
    limits: limits.filter(({ scope }) => concerns(scope, match.match)),
    people: await peopleAmong(db, actors),
    ...(lastProposal && { lastProposal }),
    rulings: rulings.map(({ version, decision, reason, actor, confirmedBy, decidedAt }) => ({
      version,
      decision: viewDecision(decision),
      reason,
      actor,
      confirmedBy,
      decidedAt: utcText(decidedAt),
    })),
    reports: reports.map(({ source, status, score, halfTime, laterScores, reportedAt }) => ({
      source,
      status,
      score,
      halfTime,
      laterScores: [...laterScores],
      reportedAt: utcText(reportedAt),
    })),
    orders: orders.map(({ market, status, actor, reason, orderedAt }) => ({
      market,
      status,
      actor,
      reason,
      orderedAt: utcText(orderedAt),
    })),
  };
}

/** Whether a closure of cash-out concerns a match, or a market that it may have. */
const concerns = (scope: string, { id, leagueKey }: Match): boolean =>
  ['all', leagueKey, id].includes(scope) || scope.startsWith(`${id}/`) || scope in marketTitles;

function profitAtScores(open: OperatedMatch['exposure']): OperatedMatchDetail['profitAtScores'] {
  const exposure = noScoreExposure();
  for (const { outcome, staked, owed } of open) addSelections(exposure, staked, [{ outcome, owed, promised: owed }]);
  const owed = owedAtScores(exposure);
  return countedScores.map(({ home, away }, at) => ({
    home,
    away,
    profit: dollars(cents(Math.floor(exposure.staked - (owed[at] ?? 0)))),
  }));
}

/** What the plan of credits leaves out from now on. */
export const viewCredits = (
  quota: FeedQuota | undefined,
  events: EventQuotePlan | undefined,
  now: Instant,
): OperatedMatchesView['credits'] => ({
  budget: quota?.budget ?? null,
  inPlayStretch: quota?.inPlayStretch ?? 1,
  skipped: (quota?.skipped ?? [])
    .filter(({ to }) => to > now)
    .map(({ leagueKey, from, to, matches }) => ({ leagueKey, from: utcText(from), to: utcText(to), matches })),
  furtherMarkets: {
    used: events?.used ?? 0,
    reserved: events?.reserved ?? null,
    skipped: [...(events?.skipped ?? [])],
  },
});

type Beside = {
  readonly reviews: readonly MatchReview[];
  readonly proposals: readonly Proposal[];
  readonly viewer: Viewer;
};

function viewMatch(record: OperatedMatch, { reviews, proposals, viewer }: Beside): OperatedMatchView {
  const { match } = record;
  const proposal = proposals.find((one) => one.matchId === match.id);
  return {
    matchId: match.id,
    leagueKey: match.leagueKey,
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    commenceTime: utcText(match.kickoffAt),
    status: match.status,
    score: match.score,
    endedAt: utcTextOrNull(record.endedAt),
    settledAt: utcTextOrNull(record.settledAt),
    resultVersion: record.resultVersion,
    markets: marketsOf(match),
    exposure: record.exposure.map(({ outcome, bets, staked, pays, liability }) => ({
      market: outcome.market,
      pick: outcome.pick,
      label: outcomeLabel(match, outcome),
      bets,
      staked: dollars(staked),
      pays: dollars(pays),
      liability: dollars(liability),
    })),
    reviews: reviews
      .filter((review) => review.matchId === match.id)
      .map(({ id, kind, facts, createdAt }) => ({ id, kind, facts, createdAt: utcText(createdAt) })),
    proposal: proposal ? viewProposal(proposal, viewer) : null,
  };
}

const marketsOf = ({ markets }: Match): OperatedMatchView['markets'] =>
  marketsIn(markets).map(({ key, market }) => {
    const point = lineOf(market);
    return {
      market: key,
      state: market.state,
      ...(market.why !== undefined && { why: market.why }),
      ...(point !== null && { point }),
    };
  });

const viewProposal = (proposal: Proposal, viewer: Viewer): ProposalView => ({
  id: proposal.id,
  matchId: proposal.matchId,
  decision: viewDecision(proposal.decision),
  reason: proposal.reason,
  dryRun: { ...viewRun(proposal.dryRun), needsSecondAdmin: true },
  proposedBy: proposal.proposedBy,
  proposedAt: utcText(proposal.proposedAt),
  isMine: proposal.proposedBy.userId === viewer.userId,
});

export const viewDryRun = (run: WeighedRun): DryRunView => ({
  ...viewRun(run),
  needsSecondAdmin: needsSecondAdmin(run),
});

const viewRun = (run: ProposedRun): Omit<DryRunView, 'needsSecondAdmin'> => ({
  bets: run.bets,
  rolledBack: run.rolledBack,
  waiting: run.waiting,
  promised: dollars(run.promised),
  pays: dollars(run.pays),
  takesBack: dollars(run.takesBack),
  difference: dollars(minus(run.pays, run.takesBack)),
  belowZero: run.belowZero,
  decides: dollarsOrNull(run.decides),
  alone: dollarsOrNull(run.alone),
  limit: dollarsOrNull(run.limit),
});

const viewDecision = ({ result, voidBets }: MatchDecision): ProposalView['decision'] => ({
  kind: result.kind,
  score: 'score' in result ? result.score : null,
  halfTime: ('halfTime' in result && result.halfTime) || null,
  voidBets: voidBets.map(({ market, from, until, reason }) => ({
    ...(market && { market }),
    ...(from !== undefined && { from: utcText(from) }),
    ...(until !== undefined && { until: utcText(until) }),
    ...(reason !== undefined && { reason }),
  })),
});
