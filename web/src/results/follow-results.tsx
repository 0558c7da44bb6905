import type { BetView } from '@touchline/core/contract';
import { toast } from 'react-hot-toast';
import { Link } from 'wouter';
import { createActor } from 'xstate';
import { betHistory } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import type { LiveActor } from '../live/index.ts';
import type { SessionActor } from '../session/index.ts';
import { tellUnseen } from '../shell/page-title.ts';
import { classes } from '../ui/classes.ts';
import { type Notice, noticeOf } from './notice-words.ts';
import { resultsMachine } from './results-machine.ts';

type Page = { readonly session: SessionActor; readonly live: LiveActor };
/** What happened before this code came: bets that were told, and when the line was lost by the server's clock. */
type Before = { readonly told: readonly BetView[]; readonly lostAt: number | undefined };

/** Results of so many bets are asked for when the line was lost for a while. */
const mostMissed = 20;
/** Clocks and the way of a push; what was told already is not told again. */
const marginMs = 10_000;
const moves = ['popstate', 'pushState', 'replaceState'];

/** Tells the results of one's bets as they come: by a notice, and by the tab's title until somebody looks. */
export function followResults({ session, live }: Page, { told, lostAt }: Before): void {
  const results = createActor(
    resultsMachine.provide({
      actions: {
        'show the notice': (_, [first, ...more]) => {
          if (first)
            toast((shown) => (
              <NoticeText notice={noticeOf([first, ...more])} onLeave={() => toast.dismiss(shown.id)} />
            ));
        },
      },
    }),
    { input: { path: location.pathname } },
  );
  results.subscribe(({ context }) => tellUnseen(context.unseen.length));
  results.start();
  const look = () => results.send({ type: document.visibilityState === 'hidden' ? 'page hidden' : 'page shown' });
  look();
  document.addEventListener('visibilitychange', look);
  for (const move of moves) {
    addEventListener(move, () => results.send({ type: 'place changed', path: location.pathname }));
  }

  let user = session.getSnapshot().context.user?.id;
  session.subscribe(({ context }) => {
    if (context.user?.id === user) return;
    user = context.user?.id;
    results.send({ type: 'somebody else came' });
    look();
  });
  const tell = (bet: BetView) => results.send({ type: 'bet told', bet });
  for (const bet of told) tell(bet);
  live.on('bet', ({ bet }) => tell(bet));
  catchUp(live, tell, lostAt);
}

/** What was settled while the line was lost is asked for when it is back. */
function catchUp(live: LiveActor, tell: (bet: BetView) => void, lostAt: number | undefined): void {
  const serverTime = () => Date.now() + live.getSnapshot().context.clockLeadMs;
  let heardAt = serverTime();
  let missedSince = lostAt;
  live.subscribe((snapshot) => {
    if (snapshot.matches({ online: 'current' })) heardAt = serverTime();
    else missedSince ??= heardAt;
  });
  const ask = async (): Promise<void> => {
    const since = missedSince;
    missedSince = undefined;
    if (since === undefined || live.getSnapshot().context.token === undefined) return;
    const answer = await call(betHistory, { query: { show: 'settled', limit: mostMissed } });
    if (!answer.ok) return;
    for (const bet of answer.value) if (Date.parse(bet.settledAt ?? '') >= since - marginMs) tell(bet);
  };
  live.on('joined', ask);
  if (live.getSnapshot().matches({ online: 'current' })) void ask();
}

const NoticeText = ({ notice, onLeave }: { readonly notice: Notice; readonly onLeave: () => void }) => (
  <span className="grid gap-0.5">
    <span className="font-strong">{notice.title}</span>
    <span className={classes('text-figure font-strong figures', notice.look)}>{notice.amount}</span>
    <Link
      href={notice.href}
      onClick={onLeave}
      className="inline-flex min-h-11 items-center font-strong text-pitch underline underline-offset-2"
    >
      {notice.linkWords}
    </Link>
  </span>
);
