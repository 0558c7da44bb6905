/**
 * Attacks a whole product with frames and requests that no client means, and fails when a process of it ends, answers 500, logs an
 * error or leaks a stack trace. The same seed sends the same.
 *
 *   npm run fuzz [-- --seed 12 | --seed random] [--frames 100000] [--only sockets|http]
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { goodValues } from '@touchline/api/nasty-values';
import {
  bettingClosures,
  depositAnswer,
  type LoginAnswer,
  type PlaceBetRequest,
  placeBetAnswer,
} from '@touchline/core/contract';
import { readUserByEmail } from '@touchline/store/accounts';
import { connect } from '@touchline/store/connect';
import { creditDollars } from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { demoBettor, forgetSession, logIn, matchesOf, matchOnOffer, placeWhenConfirmed } from './bettor.ts';
import { fuzzHttp } from './fuzz/fuzz-http.ts';
import { fuzzSockets } from './fuzz/fuzz-sockets.ts';
import { createHttpClient } from './fuzz/http-client.ts';
import { findingsInLogs, type Watch, watchProduct } from './fuzz/watch.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { callAs, demoAdmin, demoAuditor, newBettor } from './people.ts';
import { until } from './until.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261122' },
    frames: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const seed = values.seed === 'random' ? randomInt(2 ** 31) : Number(values.seed);
const mostLogIns = 20;
const shownFailures = 40;
/** These calls get a wrong password: with the right one they would change it or close the account that attacks. */
const wrongPasswordFor = /\/auth\/(login|register|reset-password|change-password|close-account|totp\/disable)/;
const begun = Date.now();
const failures: string[] = [];
const launched: string[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);
const secondsSince = (at: number): string => ((Date.now() - at) / 1_000).toFixed(0);

say(`seed ${seed}`);
const product = await openProduct({
  apis: 2,
  env: { TOKEN_MINUTES: '120', SIGNER: 'on' },
  print: (line) => launched.push(line),
});
try {
  say(`A proxy, two apis, a worker, the sandbox and PostgreSQL run after ${secondsSince(begun)} s.`);
  await attack(product);
} catch (error) {
  failures.push(...launched.map((line) => `the launcher says: ${line}`));
  failures.push(`the run itself: ${error instanceof Error ? error.stack : error}`);
} finally {
  await product.stop();
}
for (const failure of failures.slice(0, shownFailures)) say(`FAILED ${failure}`);
if (failures.length > shownFailures) say(`... and ${failures.length - shownFailures} more`);
say(`${failures.length === 0 ? 'No failures' : `${failures.length} failures`} with seed ${seed}.`);
// Node may never finish closing sockets that were reset (its cleanup of handles spins), so the process does not wait for that.
process.stdout.write('', () => process.exit(failures.length === 0 ? 0 : 1));

async function attack(opened: OpenProduct): Promise<void> {
  launched.length = 0;
  const pids = pidsOf(opened);
  const watch = watchProduct(
    opened.url,
    opened.apis.map(({ url }) => url),
  );
  const people = await openPeople(opened);
  if (values.only !== 'http') await attackSockets(opened, people);
  if (values.only !== 'sockets') await attackHttp(opened, people);
  await proveAlive(opened, people, watch);
  watch.close();
  const seen = watch.report();
  const restarts = pidsOf(opened).filter((pid, at) => pid !== pids[at]).length;
  const logged = findingsInLogs(opened.dataFolder);
  if (restarts > 0) failures.push(`${restarts} processes are others than at the start`);
  failures.push(
    ...seen.failures,
    // Once all run, the launcher speaks only when a process ended, hung or was restarted.
    ...launched.map((line) => `the launcher says: ${line}`),
    ...logged.map((line) => `in the log: ${line.slice(0, 1_500)}`),
  );
  show('the product', [
    ['processes that were started again', restarts],
    ['errors in the logs', logged.length],
    ['answers that it is alive', seen.probes],
    ['frames that a well-behaved client got', seen.frames],
    ['  its longest silence, ms', seen.longestSilenceMs],
    ['  its connections that were cut', seen.cuts],
    ['seconds in all', secondsSince(begun)],
  ]);
}

type People = Awaited<ReturnType<typeof openPeople>>;

/** Opens a bettor and staff to attack as; the demo's bettor, who has money, is the well-behaved one. */
async function openPeople(opened: OpenProduct) {
  const { url } = opened;
  const bettor = await newBettor(opened, 'Fuzzed Bettor');
  return {
    bettor,
    wallet: await credit(opened, bettor.user.email),
    admin: (await logIn(url, demoAdmin)).session,
    auditor: (await logIn(url, demoAuditor)).session,
    meansWell: await logIn(url, demoBettor),
  };
}

/** Gives a bettor money, so that what is sent gets past the balance. */
async function credit({ ownerUrl }: OpenProduct, email: string): Promise<string> {
  const store = connect(ownerUrl, { applicationName: 'touchline-fuzz', max: 1 });
  const writer = createWalletWriter(store);
  try {
    const user = await readUserByEmail(store.db, email);
    if (!user) throw new Error(`${email} is not there after it was registered`);
    const { walletId } = user;
    await creditDollars(writer, walletId, 10_000);
    return walletId;
  } finally {
    await writer.close();
    await store.close();
  }
}

async function attackSockets({ url, apis }: OpenProduct, { bettor, admin, auditor }: People): Promise<void> {
  const at = Date.now();
  const frames = Number(values.frames);
  const urls = [url, ...apis.map((api) => api.url)];
  const tokens = { bettor: bettor.accessToken, admin: admin.accessToken, auditor: auditor.accessToken };
  const isBroken = () => launched.length > 0;
  const figures = await fuzzSockets({ urls, tokens, seed, frames }, isBroken);
  if (figures.frames < frames) failures.push(`the attack ended after ${figures.frames} frames`);
  show('frames of Engine.IO and Socket.IO', [
    ['frames', figures.frames],
    ['connections', figures.connections],
    ['  that the server closed', figures.closed],
    ['upgrades that were reset', figures.upgrades],
    ['answers', figures.heard],
    ['seconds', secondsSince(at)],
  ]);
}

async function attackHttp({ url, apis }: OpenProduct, people: People): Promise<void> {
  const at = Date.now();
  const urls = apis.map((api) => api.url);
  const client = createHttpClient(url, urls);
  const { paths } = (await (await fetch(`${url}/docs/json`)).json()) as { readonly paths: object };
  const bet = await validBet(url);
  const known = valuesThatWork(goodValues(await openThings(url, people, bet)), bet);
  const credentials = { ...demoBettor, email: people.bettor.user.email };
  let logIns = 0;
  const figures = await fuzzHttp({
    client,
    urls: [url, ...urls],
    paths,
    known,
    seed,
    tokenOf: async (caller, refused) => {
      // Staff log in with a code that counts once in half a minute; what ends their sessions comes last.
      if (caller === 'bettor' && people.bettor.accessToken === refused && logIns < mostLogIns) {
        logIns += 1;
        people.bettor = (await logIn(url, credentials)).session;
      }
      return people[caller].accessToken;
    },
  });
  client.close();
  failures.push(...figures.failures);
  const limited = figures.statuses.get(429) ?? 0;
  if (limited > figures.requests / 10)
    failures.push(`${limited} requests were answered by a limit and reached nothing`);
  show('requests made from the OpenAPI description', [
    ['operations', figures.operations],
    ['requests', figures.requests],
    ...[...figures.statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => [`  ${status}`, count] as const),
    ...[...figures.unavailable].map(([code, count]) => [`  503 by its description: ${code}`, count] as const),
    ['connections with bytes that are hardly HTTP', figures.broken],
    ['logins after a session was ended', logIns],
    ['operations that succeeded at least once', [...figures.succeeded.values()].filter((count) => count > 0).length],
    ['seconds', secondsSince(at)],
  ]);
  show('answers with success (2xx) by operation', [...figures.succeeded]);
}

/** One thing of each kind that a request can name. */
async function openThings(
  url: string,
  { bettor, wallet }: People,
  bet: PlaceBetRequest,
): Promise<ReadonlyMap<string, string>> {
  const body = { amount: 20, paymentMethod: 'creditcard' };
  const { transactionId } = depositAnswer.parse(await callAs(url, bettor, '/payment/deposit', { body }));
  return new Map([
    ['match', bet.matches[0]?.matchId ?? ''],
    ['bet', await placeOne(url, bettor, bet)],
    ['user', bettor.user.id],
    ['wallet', wallet],
    ['transaction', transactionId],
  ]);
}

/** A bet that is accepted now, and later at the price of then: on the match on offer that begins last. */
function validBet(url: string): Promise<PlaceBetRequest> {
  return until('a match to bet on', async () => {
    const rows = (await matchesOf(url)).filter(({ odds, markets }) => odds.homeWin !== '-' && markets.h2h === 'open');
    const last = rows.toSorted((one, other) => other.match.commenceTime.localeCompare(one.match.commenceTime))[0];
    if (!last) return undefined;
    const { homeTeam } = last.match;
    const leg = { matchId: last.id, betOutcome: `${homeTeam} Win`, odds: Number(last.odds.homeWin) };
    return { stake: 1, oddsPolicy: 'any', matches: [leg] };
  });
}

/** Prices may be stale for a moment after the start. */
function placeOne(url: string, bettor: LoginAnswer, body: PlaceBetRequest): Promise<string> {
  return until('a bet of the attacker', async () => {
    const answer = await callAs(url, bettor, '/bet', { body }).catch(() => undefined);
    return answer === undefined ? undefined : placeBetAnswer.parse(answer).bet._id;
  });
}

/** Values that get a request through, so that one hostile field among them reaches the code behind the first checks. */
function valuesThatWork(good: ReturnType<typeof goodValues>, bet: PlaceBetRequest): ReturnType<typeof goodValues> {
  return (field, path) => {
    const [leg] = bet.matches;
    if (path === '/bet' && leg) {
      const ofBet: Readonly<Record<string, unknown>> = { ...leg, stake: bet.stake, oddsPolicy: bet.oddsPolicy };
      if (field in ofBet) return ofBet[field];
    }
    if (field === 'password' && !wrongPasswordFor.test(path)) return demoBettor.password;
    return good(field, path);
  };
}

/** After all of it a well-behaved client still gets frames, and its bettor still places a bet. */
async function proveAlive({ url, sandbox }: OpenProduct, people: People, watch: Watch): Promise<void> {
  await watch.untilNextFrame();
  // As an admin, the attack may have closed betting.
  const admin = await until('a code that was not used before', () => logInAgain(url), { everyMs: 10_000 });
  const { closures } = bettingClosures.parse(await callAs(url, admin, '/markets'));
  for (const { scope } of closures) {
    const league = scope === 'all' ? {} : { league: scope };
    await callAs(url, admin, '/markets/open-betting', { body: { ...league, reason: 'the attack is over' } });
  }
  const { homeTeam } = await sandbox.create(['Alive United', 'Alive City']);
  const row = await matchOnOffer(url, homeTeam);
  const matches = [{ matchId: row.id, betOutcome: `${homeTeam} Win`, odds: Number(row.odds.homeWin) }];
  await placeWhenConfirmed(people.meansWell, { stake: 10, matches, oddsPolicy: 'any' }, 'after-the-attack');
}

async function logInAgain(url: string): Promise<LoginAnswer | undefined> {
  forgetSession(url, demoAdmin);
  try {
    return (await logIn(url, demoAdmin)).session;
  } catch (error) {
    if (error instanceof Error && error.message.includes('/auth/login answered 4')) return undefined;
    throw error;
  }
}

function pidsOf({ apis, workers }: OpenProduct): readonly number[] {
  return [...apis, ...workers].map(({ pid }) => pid);
}

function show(title: string, rows: readonly (readonly [what: string, value: number | string])[]): void {
  say(`\n${title}`);
  for (const [what, value] of rows) say(`  ${what.padEnd(50)}${String(value).padStart(8)}`);
}
