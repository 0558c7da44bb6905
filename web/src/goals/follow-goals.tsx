import type { BetView } from '@touchline/core/contract';
import { toast } from 'react-hot-toast';
import { Link } from 'wouter';
import { betHistory } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import type { LiveActor } from '../live/index.ts';
import type { SessionActor } from '../session/index.ts';
import { betsOn, type GoalNotice, goalNotice } from './goal-words.ts';
import { type ScoreChange, scoreChanges } from './score-changes.ts';

type Followed = {
  readonly session: SessionActor;
  readonly live: LiveActor;
  /** What changed before this code came. */
  readonly before: readonly ScoreChange[];
  /** All who look hear of a goal at once: they ask for their bets spread over so many ms. */
  readonly spreadMs: number;
};

const mostBets = 200;
const shownMs = 6_000;

/**
 * Tells of goals in matches on which somebody has an open bet, unless that match is the page they look at. Which bets these are is
 * asked at the first goal, and then kept up with what is pushed.
 */
export function followGoals({ session, live, before, spreadMs }: Followed): void {
  const userNow = () => session.getSnapshot().context.user?.id;
  let user = userNow();
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
  const tell = async (changes: readonly ScoreChange[]): Promise<void> => {
    const asker = userNow();
    if (changes.length === 0 || asker === undefined) return;
    open ??= openBets();
    const bets = await open;
    if (userNow() !== asker) return;
    for (const change of changes) {
      const mine = betsOn(bets.values(), change.row.id);
      if (mine.length > 0 && location.pathname !== `/match/${change.row.id}`) show(change, goalNotice(change, mine));
    }
  };
  let { rows } = live.getSnapshot().context;
  live.subscribe(({ context }) => {
    if (context.rows === rows) return;
    const changes = scoreChanges(rows, context.rows);
    rows = context.rows;
    void tell(changes);
  });
  live.on('bet', async ({ bet }) => (await open)?.set(bet._id, bet));
  // What was placed or settled while the line was lost was not pushed.
  live.on('joined', forget);
  session.subscribe(() => {
    if (userNow() === user) return;
    user = userNow();
    forget();
  });
  void tell(before);
}

const show = ({ row }: ScoreChange, notice: GoalNotice): void => {
  const id = `goal ${row.id}`;
  toast(() => <NoticeText notice={notice} href={`/match/${row.id}`} onLeave={() => toast.dismiss(id)} />, {
    id,
    duration: shownMs,
  });
};

type NoticeProps = { readonly notice: GoalNotice; readonly href: string; readonly onLeave: () => void };

const NoticeText = ({ notice: { title, score, picks }, href, onLeave }: NoticeProps) => (
  <span className="grid gap-0.5">
    <span className="font-strong">{title}</span>
    <span className="text-figure font-strong figures">{score}</span>
    <span className="text-muted">{picks}</span>
    <Link
      href={href}
      onClick={onLeave}
      className="inline-flex min-h-11 items-center font-strong text-pitch underline underline-offset-2"
    >
      See the match
    </Link>
  </span>
);
