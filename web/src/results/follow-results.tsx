import type { BetView } from '@touchline/core/contract';
import { toast } from 'react-hot-toast';
import { Link } from 'wouter';
import { createActor } from 'xstate';
import { betHistory } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { type LiveActor, serverTime } from '../live/index.ts';
import type { SessionActor } from '../session/index.ts';
import { showUnseenCount } from '../shell/page-title.ts';
import { classes } from '../ui/classes.ts';
import { type Notice, noticeOf } from './notice-text.ts';
import { resultsMachine } from './results-machine.ts';

type Page = { readonly session: SessionActor; readonly live: LiveActor };
/** What happened before this code loaded: pushed bets, and when the connection was lost, by the server's clock. */
type Before = { readonly pushed: readonly BetView[]; readonly lostAt: number | undefined };

/** At most this many settled bets are fetched after a lost connection. */
const maxMissed = 20;
/** Allows for clock differences and delay; known results are not shown twice. */
const marginMs = 10_000;
const navigationEvents = ['popstate', 'pushState', 'replaceState'];

/** Shows results of the user's bets in a notice, and counts unseen ones in the tab's title. */
export function followResults({ session, live }: Page, { pushed, lostAt }: Before): void {
  const results = createActor(
    resultsMachine.provide({
      actions: {
        'show notice': (_, [first, ...more]) => {
          if (first)
            toast((shown) => (
              <NoticeText notice={noticeOf([first, ...more])} onLeave={() => toast.dismiss(shown.id)} />
            ));
        },
      },
    }),
    { input: { path: location.pathname } },
  );
  results.subscribe(({ context }) => showUnseenCount(context.unseen.length));
  results.start();
  const sendVisibility = () =>
    results.send({ type: document.visibilityState === 'hidden' ? 'page hidden' : 'page shown' });
  sendVisibility();
  document.addEventListener('visibilitychange', sendVisibility);
  for (const type of navigationEvents) {
    addEventListener(type, () => results.send({ type: 'path changed', path: location.pathname }));
  }

  let user = session.getSnapshot().context.user?.id;
  session.subscribe(({ context }) => {
    if (context.user?.id === user) return;
    user = context.user?.id;
    results.send({ type: 'user changed' });
    sendVisibility();
  });
  const add = (bet: BetView) => results.send({ type: 'bet received', bet });
  for (const bet of pushed) add(bet);
  live.on('bet', ({ bet }) => add(bet));
  catchUp({ session, live }, add, lostAt);
}

/** Fetches bets that were settled while the connection was lost. */
function catchUp({ session, live }: Page, add: (bet: BetView) => void, lostAt: number | undefined): void {
  let currentAt = serverTime(live);
  let missedSince = lostAt;
  live.subscribe((snapshot) => {
    if (snapshot.matches({ online: 'current' })) currentAt = serverTime(live);
    else missedSince ??= currentAt;
  });
  const fetchMissed = async (): Promise<void> => {
    const since = missedSince;
    missedSince = undefined;
    if (since === undefined || session.getSnapshot().context.user?.role !== 'bettor') return;
    const answer = await call(betHistory, { query: { show: 'settled', limit: maxMissed } });
    if (!answer.ok) return;
    for (const bet of answer.value) if (Date.parse(bet.settledAt ?? '') >= since - marginMs) add(bet);
  };
  live.on('joined', fetchMissed);
  if (live.getSnapshot().matches({ online: 'current' })) void fetchMissed();
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
      {notice.linkText}
    </Link>
  </span>
);
