/**
 * Shows stored answers of the odds provider to the worker's own adapter: serves every file of a folder over HTTP as the provider
 * would, and prints per file how many events were stored, and how many were rejected for which reason.
 *
 *   node e2e/src/stored-responses.ts DIR
 *
 * With TEST_DATABASE_URL set, what the adapter understood is really stored, in a throw-away database for each file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Instant, instant } from '@touchline/core/instant';
import { leagueOf } from '@touchline/core/matches';
import { matchesSince, savePrices } from '@touchline/store/matches';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { createOddsApi, fetchOdds, readScores } from '@touchline/worker/odds';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: node e2e/src/stored-responses.ts DIR\n');
  process.exitCode = 1;
} else {
  await showAll(folder);
}

type StoredEvent = Readonly<Record<string, unknown>> & { readonly sport_key: string };
type Tally = { events: number; taken: number; refused: Map<string, number> };

async function showAll(from: string): Promise<void> {
  let served: readonly StoredEvent[] = [];
  const server = createServer((request, response) => {
    const sport = new URL(request.url ?? '/', 'http://provider').pathname.split('/')[3];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(served.filter((event) => event.sport_key === sport)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api = createOddsApi({
    url: `http://127.0.0.1:${port}`,
    key: 'stored',
    regions: ['eu', 'uk'],
    now: () => instant(Date.now()),
  });
  try {
    for (const name of readdirSync(from)
      .filter((file) => /\.jsonl?(\.gz)?$/.test(file))
      .sort()) {
      const answers = readAnswers(join(from, name));
      const odds: Tally = { events: 0, taken: 0, refused: new Map() };
      const scores: Tally = { events: 0, taken: 0, refused: new Map() };
      const database = process.env['TEST_DATABASE_URL'] ? await createTestDatabase() : undefined;
      for (served of answers) {
        for (const sport of new Set(served.map((event) => event.sport_key))) {
          await showOdds(sport, odds, database);
          await showScores(sport, scores);
        }
      }
      printTally(name, answers.length, odds, scores, database && (await countStored(database)));
      await database?.close();
    }
  } finally {
    server.close();
  }

  async function showOdds(sport: string, tally: Tally, database: TestDatabase | undefined): Promise<void> {
    const events = served.filter((event) => event.sport_key === sport && 'bookmakers' in event);
    if (events.length === 0) return;
    // The answers are years old: they are read as of the moment of their newest quote.
    const at = newestQuote(events);
    const fetched = await fetchOdds(api, sport, { now: () => at, bookmakers: ['bet365', 'pinnacle', 'williamhill'] });
    if (!fetched.ok) throw new Error(fetched.refusal.message);
    const { quotes, refused } = fetched.value;
    count(tally, events.length, quotes.length, refused);
    const league = leagueOf(sport);
    if (database && league) {
      await database.db.transaction().execute((trx) => savePrices(trx, league.key, api.name, quotes, at));
    }
  }

  async function showScores(sport: string, tally: Tally): Promise<void> {
    const events = served.filter((event) => event.sport_key === sport && 'completed' in event);
    if (events.length === 0) return;
    const answer = await api.scores(sport);
    if (!answer.ok) throw new Error(answer.refusal.message);
    const { reports, waiting, refused } = readScores(answer.value.body, sport);
    count(tally, events.length, reports.length + waiting, refused);
  }
}

/** A file is one answer, or a list of them with the moment of each, one a line. */
function readAnswers(path: string): readonly (readonly StoredEvent[])[] {
  const bytes = readFileSync(path);
  const text = path.endsWith('.gz') ? gunzipSync(bytes).toString('utf8') : bytes.toString('utf8');
  const answers: unknown[] = basename(path).includes('.jsonl')
    ? text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line).data]))
    : [JSON.parse(text)];
  return answers.map((answer) => (Array.isArray(answer) ? answer.filter(isEvent) : []));
}

function isEvent(value: unknown): value is StoredEvent {
  return typeof value === 'object' && value !== null && 'sport_key' in value && typeof value.sport_key === 'string';
}

function newestQuote(events: readonly StoredEvent[]): Instant {
  const times = JSON.stringify(events).matchAll(/"last_update":"([^"]+)"/g);
  return instant(Math.max(0, ...[...times].map(([, time = '']) => Date.parse(time)).filter(Number.isFinite)));
}

function count(tally: Tally, events: number, taken: number, refused: readonly { readonly reason: string }[]): void {
  if (taken + refused.length !== events) throw new Error(`${events} events, ${taken} taken, ${refused.length} refused`);
  tally.events += events;
  tally.taken += taken;
  for (const { reason } of refused) tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1);
}

type Stored = { readonly matches: number; readonly priceChanges: number };

async function countStored({ db }: TestDatabase): Promise<Stored> {
  const matches = await matchesSince(db, 0);
  const versions = matches.flatMap(({ match }) => [
    match.markets.h2h?.version ?? 0,
    match.markets.totals?.version ?? 0,
  ]);
  return { matches: matches.length, priceChanges: versions.reduce((total, version) => total + version, 0) };
}

function printTally(name: string, answers: number, odds: Tally, scores: Tally, stored: Stored | undefined): void {
  const lines = [
    ...(odds.events > 0 ? [`odds: ${account(odds)}`] : []),
    ...(scores.events > 0 ? [`scores: ${account(scores)}`] : []),
    ...(odds.taken > 0 && stored ? [`stored: ${stored.matches} matches, ${stored.priceChanges} price changes`] : []),
  ];
  const what = answers === 1 ? '' : ` (${answers} answers)`;
  process.stdout.write(
    `${name}${what}\n${(lines.length > 0 ? lines : ['no events']).map((line) => `  ${line}\n`).join('')}`,
  );
}

function account({ events, taken, refused }: Tally): string {
  const reasons = [...refused].map(([reason, times]) => `${times} ${reason}`);
  return `${events} events, ${taken} taken, ${events - taken} refused${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`;
}
