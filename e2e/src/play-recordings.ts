import { setTimeout as pause } from 'node:timers/promises';
import { type BetView, betRoom, type CashOutPush } from '@touchline/core/contract';
import { connect, type Store } from '@touchline/store/connect';
import { WebSocket } from 'ws';
import { type Bettor, demoBettor, logIn, matchesOf, placeWhenConfirmed } from './bettor.ts';
import { centsOf } from './exact-payout.ts';
import { openProduct } from './open-product.ts';
import { findingsOf } from './prove-money.ts';
import type { Fixture, Sandbox } from './sandbox.ts';
import { until } from './until.ts';

export type Score = { readonly home: number; readonly away: number };
type Chances = {
  readonly winner: readonly [home: number, draw: number, away: number];
  readonly point: number;
  readonly over: number;
};
/** A match as it was quoted while it was played. Seconds count from its kick-off; without `chances` it is suspended. */
export type Recording = {
  readonly name: string;
  readonly quotes: readonly { readonly second: number; readonly chances?: Chances }[];
  readonly goals: readonly { readonly second: number; readonly score: Score }[];
};

/** What a bet could be cashed out for at a second of the recording, in cents, or why not. */
export type Sample = { readonly second: number; readonly amount?: number; readonly why?: string };
export type ReplayedBet = {
  readonly label: string;
  readonly bet: BetView;
  readonly target: number;
  readonly samples: readonly Sample[];
  /** Its automatic cash-out, and how long after the value reached the target, in real seconds. */
  readonly paid?: { readonly second: number; readonly amount: number; readonly waited: number };
  /** How often the value was at the target long enough for a cash-out, and none came. */
  readonly missed: number;
};
export type ReplayedMatch = {
  readonly recording: Recording;
  readonly bets: readonly ReplayedBet[];
  /** Seconds for which the recording was suspended. */
  readonly suspended: number;
  /** Real moments at which a bet had a value although the match had been suspended for longer than it takes to be noticed. */
  readonly valuedWhileSuspended: number;
};

const stakeDollars = 10;
const delaySeconds = 5;
/** From the suspension of a market to the poll that notices it, and the value that follows. */
const noticedWithinMs = 4_000;
/** The delay, the poll that confirms the prices, and the job's next run. */
const executedWithinMs = (delaySeconds + 15) * 1_000;
const sampleEveryMs = 1_000;
/** A single is cashed out automatically at this share of what it can pay. */
const targetShare = 0.75;

/**
 * Plays recorded matches through a whole product, all at once and `speed` times as fast as they were played: the sandbox quotes what
 * was quoted, and a bettor has open bets with automatic cash-outs. Returns what could be cashed out every second, and what was.
 */
export async function playRecordings(
  recordings: readonly Recording[],
  { speed, say, signal }: { readonly speed: number; say: (line: string) => void; readonly signal: AbortSignal },
): Promise<{ readonly matches: readonly ReplayedMatch[]; readonly findings: readonly string[] }> {
  // The sandbox inherits this environment.
  process.env['SANDBOX_DAYS_AHEAD'] = '0';
  const env = {
    ODDS_POLL_SECONDS: '1',
    IN_PLAY_DELAY_SECONDS: String(delaySeconds),
    TOKEN_MINUTES: '180',
    // How much of a match is left decides which goals its prices imply.
    SANDBOX_MATCH_SPEED: String(speed),
  };
  const product = await openProduct({ env });
  const store = connect(product.ownerUrl, { max: 2, applicationName: 'touchline-recordings' });
  const sockets: WebSocket[] = [];
  try {
    const { sandbox, url } = product;
    const bettor = await logIn(url, demoBettor);
    const played: Played[] = [];
    for (const [at, recording] of recordings.entries()) {
      const fixture = await sandbox.create([`Home ${at + 1}`, `Away ${at + 1}`]);
      const [first] = recording.quotes.flatMap(({ chances }) => chances ?? []);
      if (!first) throw new Error(`${recording.name} has no prices`);
      await quote(sandbox, fixture, first);
      played.push({
        recording,
        fixture,
        watched: [],
        next: 0,
        goals: 0,
        score: { home: 0, away: 0 },
        offSince: 0,
      });
    }
    for (const each of played) each.watched.push(...(await betOn(url, bettor, each.fixture)));
    sockets.push(...(await Promise.all(played.map(({ watched }) => watch(url, bettor, watched)))));
    say(`${played.flatMap(({ watched }) => watched).length} bets are placed on ${played.length} matches`);
    for (const { fixture } of played) await sandbox.kickOff(fixture);
    const began = Date.now();
    const secondNow = () => ((Date.now() - began) / 1_000) * speed;
    const last = Math.max(...recordings.map(({ quotes }) => quotes.at(-1)?.second ?? 0));
    for (let minutes = 0; secondNow() <= last && !signal.aborted; ) {
      const startedAt = Date.now();
      for (const each of played) await catchUp(sandbox, each, secondNow());
      const closed = await closedMarkets(store, played);
      for (const each of played) sample(each, secondNow(), closed);
      if (secondNow() >= (minutes + 15) * 60) {
        minutes += 15;
        say(`minute ${minutes}`);
      }
      await pause(Math.max(0, sampleEveryMs - (Date.now() - startedAt)));
    }
    for (const { fixture, score } of played) await sandbox.finish(fixture, score.home, score.away);
    const settled = await until(
      'every bet to be settled',
      async () => {
        const bets = await bettor.history();
        return bets.every(({ status }) => status !== 'pending') ? bets : undefined;
      },
      { withinMs: 120_000 },
    );
    const byId = new Map(settled.map((bet) => [bet._id, bet]));
    return {
      matches: played.map(({ recording, watched }) => ({
        recording,
        suspended: suspendedIn(recording),
        valuedWhileSuspended: watched.reduce((sum, { wrong }) => sum + wrong, 0),
        bets: watched.map((each) => replayed(each, byId.get(each.bet._id) ?? each.bet, { began, speed })),
      })),
      findings: await findingsOf(product),
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    await store.close();
    await product.stop();
  }
}

type Watched = {
  readonly label: string;
  readonly bet: BetView;
  readonly target: number;
  readonly samples: (Sample & { readonly at: number })[];
  /** As it was pushed to the bettor's screens. */
  latest?: CashOutPush;
  /** How often it had a value while it should have had none. */
  wrong: number;
};
type Played = {
  readonly recording: Recording;
  readonly fixture: Fixture;
  readonly watched: Watched[];
  /** The next quote and goal. */
  next: number;
  goals: number;
  score: Score;
  /** Since when the market is suspended; 0 while it is open. */
  offSince: number;
};

/** Ten dollars on each result, each side of the first line, and a builder, each with an automatic cash-out. */
async function betOn(url: string, bettor: Bettor, { homeTeam, awayTeam }: Fixture): Promise<readonly Watched[]> {
  const row = await until(`${homeTeam} on offer`, async () =>
    (await matchesOf(url)).find(({ match, odds }) => match.homeTeam === homeTeam && odds.overUnder !== undefined),
  );
  const point = row.odds.overUnder?.point;
  const labels = [
    `${homeTeam} Win`,
    'Draw',
    `${awayTeam} Win`,
    `Over ${point}`,
    `Under ${point}`,
    `Builder: ${homeTeam} Win + Over ${point}`,
  ];
  const watched: Watched[] = [];
  for (const betOutcome of labels) {
    const request = { matches: [{ matchId: row.id, betOutcome, odds: 2 }], oddsPolicy: 'any' as const };
    const key = `${row.id}-${watched.length}`;
    const bet = await placeWhenConfirmed(bettor, { stake: stakeDollars, ...request }, key);
    const target = Math.round(bet.potentialPayout * targetShare * 100) / 100;
    await bettor.cashOutFrom(bet._id, target);
    const label = betOutcome.replace(homeTeam, 'Home').replace(awayTeam, 'Away').replace('Builder: ', '');
    watched.push({ label, bet, target: centsOf(target), samples: [], wrong: 0 });
  }
  return watched;
}

/** Plays the recording in the sandbox up to one of its seconds. */
async function catchUp(sandbox: Sandbox, played: Played, second: number): Promise<void> {
  const { recording, fixture } = played;
  for (let goal = recording.goals[played.goals]; goal && goal.second <= second; goal = recording.goals[played.goals]) {
    for (const side of ['home', 'away'] as const)
      for (let count = played.score[side]; count < goal.score[side]; count += 1) await sandbox.goal(fixture, side);
    played.score = goal.score;
    played.goals += 1;
  }
  const due = recording.quotes.findLastIndex((each) => each.second <= second);
  const current = recording.quotes[due];
  if (!current || due < played.next) return;
  played.next = due + 1;
  if (!current.chances) {
    if (played.offSince === 0) await sandbox.setMarket(fixture, 'suspended');
    played.offSince ||= Date.now();
    return;
  }
  await quote(sandbox, fixture, current.chances);
  if (played.offSince > 0) await sandbox.setMarket(fixture, 'open');
  played.offSince = 0;
}

/** Quotes with a margin of 5 %. */
function quote(sandbox: Sandbox, fixture: Fixture, { winner, point, over }: Chances): Promise<void> {
  const priced = (chance: number) => Number(Math.min(1_000, Math.max(1.01, 1 / (1.05 * chance))).toFixed(2));
  const [home, draw, away] = winner;
  const prices = { home: priced(home), draw: priced(draw), away: priced(away) };
  return sandbox.setPrices(fixture, prices, { point, over: priced(over), under: priced(1 - over) });
}

/** Joins the rooms of bets as a screen does, and keeps the value that is pushed last. */
function watch(url: string, { session }: Bettor, watched: readonly Watched[]): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const byId = new Map(watched.map((each) => [each.bet._id, each]));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: session.accessToken })}`);
      else if (text.startsWith('40')) {
        for (const [at, { bet }] of watched.entries())
          socket.send(`42${at}${JSON.stringify(['sub', { room: betRoom(bet._id) }])}`);
        resolve(socket);
      } else if (text.startsWith('42["quote"')) {
        const quoted = JSON.parse(text.slice(2))[1] as CashOutPush;
        const bet = byId.get(quoted.id);
        if (bet) bet.latest = quoted;
      } else if (text.startsWith('44') || text === '41') reject(new Error(`the socket was refused: ${text}`));
    });
  });
}

type Closed = ReadonlyMap<string, Readonly<Partial<Record<'h2h' | 'totals', string>>>>;

/** Why the markets of the matches are not open, by match. */
async function closedMarkets({ pool }: Pick<Store, 'pool'>, played: readonly Played[]): Promise<Closed> {
  const ids = played.flatMap(({ watched }) => watched[0]?.bet.matches[0]?.matchId ?? []);
  const { rows } = await pool.query<{ id: string; h2h: string; totals: string }>(
    "select id, markets -> 'h2h' ->> 'why' as h2h, markets -> 'totals' ->> 'why' as totals from matches where id = any($1)",
    [ids],
  );
  return new Map(rows.map(({ id, h2h, totals }) => [id, { h2h, totals }]));
}

function sample({ watched, offSince }: Played, second: number, closed: Closed): void {
  const at = Date.now();
  for (const each of watched) {
    const { latest, samples } = each;
    const isOld = latest === undefined || Date.parse(latest.expiresAt) < at;
    const amount = isOld ? undefined : latest.amount;
    const code = isOld ? 'no push' : (latest.reason?.code ?? '');
    const why = code === 'suspended' ? marketReason(each, closed) : code;
    samples.push({ ...{ at, second }, ...(amount === undefined ? { why } : { amount: centsOf(amount) }) });
    if (amount !== undefined && offSince > 0 && at - offSince > noticedWithinMs) each.wrong += 1;
  }
}

const marketReason = ({ label, bet }: Watched, closed: Closed): string => {
  const { h2h, totals } = closed.get(bet.matches[0]?.matchId ?? '') ?? {};
  return (/over|under/i.test(label) ? (totals ?? h2h) : h2h) ?? 'suspended';
};

function replayed(
  { label, target, samples }: Watched,
  settled: BetView,
  { began, speed }: { readonly began: number; readonly speed: number },
): ReplayedBet {
  const paidAt = settled.status === 'cashed-out' ? Date.parse(settled.settledAt ?? '') : undefined;
  const open = samples.filter(({ at }) => at < (paidAt ?? Number.POSITIVE_INFINITY));
  let since: number | undefined;
  let [missed, reachedAt] = [0, 0];
  for (const { at, amount } of open) {
    if (amount === undefined || amount < target) since = undefined;
    else since ??= at;
    if (since !== undefined) reachedAt = since;
    if (since !== undefined && at - since > executedWithinMs) {
      missed += 1;
      since = undefined;
    }
  }
  const paid = paidAt && {
    second: ((paidAt - began) / 1_000) * speed,
    amount: centsOf(settled.payout ?? 0),
    waited: (paidAt - (since ?? reachedAt)) / 1_000,
  };
  return { label, bet: settled, target, samples: open, missed, ...(paid && { paid }) };
}

const suspendedIn = ({ quotes }: Recording): number =>
  quotes.reduce((sum, { second, chances }, at) => sum + (chances ? 0 : (quotes[at + 1]?.second ?? second) - second), 0);
