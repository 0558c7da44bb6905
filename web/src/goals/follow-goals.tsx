import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import { toast } from 'react-hot-toast';
import { Link } from 'wouter';
import { betHistory } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import type { LiveActor } from '../live/index.ts';
import type { SessionActor } from '../session/index.ts';
import { type ScoreChange, scoreChanges } from './score-changes.ts';

type Options = {
  readonly session: SessionActor;
  readonly live: LiveActor;
  /** Score changes from before this code was loaded. */
  readonly before: readonly ScoreChange[];
  /** A goal reaches all screens at once: they fetch their bets spread over so many ms. */
  readonly spreadMs: number;
};

const mostBets = 200;
const durationMs = 6_000;

/**
 * Notifies bettors of goals in matches on which they have an open bet, unless they are on the page of that match. The bets are fetched
 * at the first goal and then updated by pushes.
 */
export function followGoals({ session, live, before, spreadMs }: Options): void {
  const currentBettor = () => {
    const { user } = session.getSnapshot().context;
    return user?.role === 'bettor' ? user.id : undefined;
  };
  let bettor = currentBettor();
  let open: Promise<Map<string, BetView>> | undefined;
  const forget = () => {
    open = undefined;
  };
  const openBets = async (): Promise<Map<string, BetView>> => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs));
    const answer = await call(betHistory, { query: { show: 'open', limit: mostBets } });
    if (!answer.ok) forget();
    return new Map(answer.ok ? answer.value.map((bet) => [bet._id, bet]) : []);
  };
  const notify = async (changes: readonly ScoreChange[]): Promise<void> => {
    const notified = currentBettor();
    if (changes.length === 0 || notified === undefined) return;
    open ??= openBets();
    const bets = await open;
    if (currentBettor() !== notified) return;
    for (const change of changes) {
      const affected = betsOn(bets.values(), change.row.id);
      if (affected.length > 0 && location.pathname !== `/match/${change.row.id}`)
        show(change, goalNotice(change, affected));
    }
  };
  let { rows } = live.getSnapshot().context;
  live.subscribe(({ context }) => {
    if (context.rows === rows) return;
    const changes = scoreChanges(rows, context.rows);
    rows = context.rows;
    void notify(changes);
  });
  live.on('bet', async ({ bet }) => (await open)?.set(bet._id, bet));
  // Changes during a lost connection were not pushed.
  live.on('joined', forget);
  session.subscribe(() => {
    if (currentBettor() === bettor) return;
    bettor = currentBettor();
    forget();
  });
  void notify(before);
}

const show = ({ row }: ScoreChange, notice: GoalNotice): void => {
  const id = `goal-${row.id}`;
  toast(() => <NoticeText notice={notice} href={`/match/${row.id}`} onLeave={() => toast.dismiss(id)} />, {
    id,
    duration: durationMs,
  });
};

type NoticeProps = { readonly notice: GoalNotice; readonly href: string; readonly onLeave: () => void };

const NoticeText = ({ notice: { title, score, selections }, href, onLeave }: NoticeProps) => (
  <span className="grid gap-0.5">
    <span className="font-strong">{title}</span>
    <span className="text-figure font-strong figures">{score}</span>
    <span className="text-muted">{selections}</span>
    <Link
      href={href}
      onClick={onLeave}
      className="inline-flex min-h-11 items-center font-strong text-pitch underline underline-offset-2"
    >
      {t('See the match')}
    </Link>
  </span>
);

export type GoalNotice = { readonly title: string; readonly score: string; readonly selections: string };

/** Renders the notice of a goal, or of a corrected score, in a match with open bets. */
export function goalNotice({ row, before }: ScoreChange, bets: readonly BetView[]): GoalNotice {
  const { homeTeam, awayTeam } = row.match;
  const score = row.score ?? { home: 0, away: 0 };
  const [home, away] = [score.home - before.home, score.away - before.away];
  const scorers = [...(home > 0 ? [homeTeam] : []), ...(away > 0 ? [awayTeam] : [])];
  const isCorrected = home < 0 || away < 0;
  const selections = new Set(
    bets.flatMap(({ matches }) => matches.filter((leg) => leg.matchId === row.id)).map(selectionText),
  );
  return {
    title: isCorrected ? t('The score was corrected') : t('Goal: {team}', { team: scorers.join(` ${t('and')} `) }),
    score: `${homeTeam} ${score.home}:${score.away} ${awayTeam}`,
    selections: t('You have {selections}', { selections: [...selections].join(', ') }),
  };
}

/** Returns the open bets with an undecided selection on the match. One that awaits acceptance does not count yet. */
export const betsOn = (bets: Iterable<BetView>, matchId: string): readonly BetView[] =>
  [...bets].filter(
    ({ status, acceptance, matches }) =>
      status === 'pending' &&
      acceptance?.state !== 'pending' &&
      matches.some((leg) => leg.matchId === matchId && leg.status === 'pending'),
  );
