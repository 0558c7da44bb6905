// What it costs one API process to value the open bets that people watch while prices move, and how old a value is.
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { betRoom } from '@touchline/core/contract';
import type { BetId, MatchId } from '@touchline/core/ids';
import type { Store } from '@touchline/store/connect';
import { listOpenMatches } from '@touchline/store/matches';
import { homeWins, type Player } from '@touchline/store/testing';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import { WebSocket } from 'ws';
import { submitBet } from './bench-bets.ts';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { signToken } from './bet-requests.ts';
import { layGround, openAccounts } from './betting-ground.ts';
import { openChanges } from './fanout-changes.ts';
import { percentile } from './figures.ts';
import { atMost, type BenchRun, type Report, runBench } from './run-bench.ts';
import { startApi } from './start-processes.ts';

const SIZES = { bets: 10_000, seconds: 20 };
const MATCHES = 50;
/** Each match is priced again every second. */
const CHANGES_PER_SECOND = 50;
const BETS_EACH = 10;
const SETTLE_MS = 2_000;
const AT_ONCE = 50;

await runBench('quotes', measure, { sizes: SIZES, longestMs: () => 400_000 });

async function measure(run: BenchRun): Promise<Report> {
  const { bets = SIZES.bets, seconds = SIZES.seconds } = run.sizes;
  const watched = run.pace === 'quick' ? bets / 10 : bets;
  const postgres = await startBenchPostgres(run);
  const store = connectBench(run, postgres.url, 4);
  const writer = createWalletWriter(store);
  run.atEnd(() => writer.close());
  const found = watchFreshness();
  const changes = await openChanges(store, {
    matches: MATCHES,
    perSecond: CHANGES_PER_SECOND,
    onCommit: async (commitAt, changed) => {
      const { rows } = await store.pool.query<{ seq: number }>('select max(seq)::bigint as seq from matches');
      found.committed(commitAt, rows[0]?.seq ?? 0, changed);
    },
  });
  const ground = await layGround(store, writer, watched / BETS_EACH);
  await openAccounts(connectBench(run, postgres.ownerUrl, 1), ground);
  await store.pool.query(
    `insert into league_feeds (league_key, tried_at, confirmed_at, every_ms, state)
     values ('soccer_spain_la_liga', now(), now(), 600000, 'ok') on conflict (league_key) do update set confirmed_at = now()`,
  );
  await changes.run(1_000, run.signal);
  const betsOf = await placeBets(store, writer, ground.players, found);
  run.print(`${watched} bets are placed on ${MATCHES} matches in play ...`);

  const api = await startApi(run, postgres, { SOCKETS_PER_ADDRESS: '0', IN_PLAY_BETTING: 'open' });
  const used = async (forMs: number) => {
    const [before, begun] = [api.usedMs(), performance.now()];
    await changes.run(forMs, run.signal);
    return ((api.usedMs() - before) / (performance.now() - begun)) * 100;
  };
  await changes.run(SETTLE_MS, run.signal);
  const alone = await used((seconds * 1_000) / 2);

  const sockets = await openSockets(run, { port: api.port, jwtSecret: api.jwtSecret, betsOf, onQuote: found.quoted });
  run.atEnd(async () => {
    for (const socket of sockets) socket.terminate();
  });
  await changes.run(SETTLE_MS, run.signal);
  found.begin();
  const core = await used(seconds * 1_000);
  await pause(SETTLE_MS);
  const { ages, quotes, withoutValue, waiting } = found.end();
  const sorted = Float64Array.from(ages).sort();
  const ms = (share: number) => percentile(sorted, share);
  return {
    lines: [
      `${watched} bets on ${MATCHES} matches in play, each watched; ${CHANGES_PER_SECOND} matches a second get other prices, for ${seconds} s`,
      `  the api process: ${core.toFixed(1)} % of a core, ${alone.toFixed(1)} % without watchers`,
      `  ${Math.round(quotes / seconds)} values a second, ${withoutValue} of ${quotes} without an amount`,
      `  from the commit of a price to the value on a client: p50 ${ms(0.5).toFixed(0)} ms, p99 ${ms(0.99).toFixed(0)} ms, at most ${ms(1).toFixed(0)} ms`,
    ],
    goals: [
      atMost('the api process under this load, % of a core', core, 50),
      atMost('freshness p99, ms', ms(0.99), 1_000),
      atMost('changes that no value followed', waiting, 0),
      atMost('values without an amount', withoutValue, 0),
    ],
    figures: {
      bets: watched,
      seconds,
      core,
      alone,
      quotesPerSecond: quotes / seconds,
      p50: ms(0.5),
      p99: ms(0.99),
      most: ms(1),
    },
  };
}

/** Compares when prices were committed with when the values that include them arrived. */
function watchFreshness() {
  const betsOn = new Map<number, string[]>();
  const waiting = new Map<string, { seq: number; commitAt: number }[]>();
  let ages: number[] = [];
  let [isWatching, quotes, withoutValue] = [false, 0, 0];
  return {
    placed: (id: string, matches: readonly number[]) => {
      for (const number of matches) betsOn.set(number, [...(betsOn.get(number) ?? []), id]);
    },
    committed: (commitAt: number, seq: number, changed: readonly number[]) => {
      if (!isWatching) return;
      for (const number of changed) {
        for (const id of betsOn.get(number) ?? []) waiting.set(id, [...(waiting.get(id) ?? []), { seq, commitAt }]);
      }
    },
    quoted: (quote: { readonly id: string; readonly version: number; readonly amount?: number }) => {
      if (!isWatching) return;
      const at = Date.now();
      quotes += 1;
      if (quote.amount === undefined) withoutValue += 1;
      const left = (waiting.get(quote.id) ?? []).filter(({ seq, commitAt }) => {
        if (seq > quote.version) return true;
        ages.push(at - commitAt);
        return false;
      });
      waiting.set(quote.id, left);
    },
    begin: () => {
      ages = [];
      [isWatching, quotes, withoutValue] = [true, 0, 0];
    },
    end: () => {
      isWatching = false;
      return {
        ages,
        quotes,
        withoutValue,
        waiting: [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
      };
    },
  };
}

/** Ten bets for each player: singles on several markets, and every third one with three legs. */
async function placeBets(
  { db }: Store,
  writer: WalletWriter,
  players: readonly Player[],
  found: ReturnType<typeof watchFreshness>,
): Promise<ReadonlyMap<Player, readonly string[]>> {
  const matches = (await listOpenMatches(db))
    .map(({ match }) => match)
    .filter(({ leagueKey }) => leagueKey === 'soccer_spain_la_liga');
  const numberOf = (id: MatchId) =>
    Number(
      matches
        .find((match) => match.id === id)
        ?.homeTeam.split(' ')
        .at(-1),
    ) - 1;
  const labels = [
    (home: string) => `${home} Win`,
    () => 'Draw',
    () => 'Over 2.5',
    () => 'Both teams to score: Yes',
    () => 'Correct score: 1-1',
  ];
  let at = 0;
  const all = players.flatMap((player) =>
    Array.from({ length: BETS_EACH }, () => {
      at += 1;
      const on = Array.from(
        { length: at % 3 === 0 ? 3 : 1 },
        (_, leg) => matches[(at + leg * 17) % matches.length],
      ).filter((match) => match !== undefined);
      const command = homeWins(player, on, 100, randomUUIDv7() as BetId);
      const picks = command.request.picks.map((pick, leg) => ({
        ...pick,
        label: labels[(at + leg) % labels.length]?.(on[leg]?.homeTeam ?? '') ?? pick.label,
      }));
      return {
        ...command,
        request: { ...command.request, oddsPolicy: 'any' as const, picks },
        rules: { ...command.rules, inPlay: 'open' as const },
      };
    }),
  );
  for (let from = 0; from < all.length; from += 500) {
    await Promise.all(all.slice(from, from + 500).map((command) => submitBet(writer, command)));
  }
  for (const { betId, request } of all)
    found.placed(
      betId,
      request.picks.map(({ matchId }) => numberOf(matchId)),
    );
  return new Map(
    players.map((player) => [player, all.filter(({ userId }) => userId === player.userId).map(({ betId }) => betId)]),
  );
}

type Opening = {
  readonly port: number;
  readonly jwtSecret: string;
  readonly betsOf: ReadonlyMap<Player, readonly string[]>;
  readonly onQuote: (quote: { readonly id: string; readonly version: number; readonly amount?: number }) => void;
};

/** Each player's screen joins the rooms of their bets, as docs/live-protocol.md says. */
async function openSockets(
  run: BenchRun,
  { port, jwtSecret, betsOf, onQuote }: Opening,
): Promise<readonly WebSocket[]> {
  const open = (player: Player, bets: readonly string[]): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    const joinAll = () => {
      for (const [at, id] of bets.entries()) socket.send(`42${at}${JSON.stringify(['sub', { room: betRoom(id) }])}`);
    };
    let joined = 0;
    return new Promise((resolve, reject) => {
      const joinedOne = (text: string) => {
        if (!text.includes('"ok":true')) reject(new Error(`a bet could not be watched: ${text}`));
        joined += 1;
        if (joined === bets.length) resolve(socket);
      };
      // By the first characters, the types of Engine.IO and Socket.IO.
      const listeners: readonly (readonly [string, (text: string) => void])[] = [
        ['2', () => socket.send('3')],
        ['0', () => socket.send(`40${JSON.stringify({ token: signToken(player, jwtSecret) })}`)],
        ['40', joinAll],
        ['43', joinedOne],
        ['42["quote"', (text) => onQuote(JSON.parse(text.slice(2))[1])],
        ['44', (text) => reject(new Error(`the socket was refused: ${text}`))],
        ['41', () => reject(new Error('the server closed the socket'))],
      ];
      socket.on('error', reject);
      socket.on('message', (bytes: Buffer) => {
        const text = bytes.toString();
        listeners.find(([start]) => text.startsWith(start))?.[1](text);
      });
    });
  };
  const sockets: WebSocket[] = [];
  const left = [...betsOf];
  while (left.length > 0 && !run.signal.aborted) {
    sockets.push(...(await Promise.all(left.splice(0, AT_ONCE).map(([player, bets]) => open(player, bets)))));
  }
  return sockets;
}
