import { type MatchBook, type MatchMarkets, matchRoom } from '@touchline/core/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joined, type LiveClient } from '../testing/live-client.ts';
import { startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';
import { defaultPatience } from './listener.ts';

const btts = (odds: number): MatchMarkets['markets'][number] => ({
  key: 'btts',
  title: 'Both teams to score',
  group: 'Popular',
  source: 'derived',
  quotedAt: '2026-11-23T16:00:00.000Z',
  state: 'open',
  selections: [
    { label: 'Both teams to score: Yes', odds, fair: 0.5 },
    { label: 'Both teams to score: No', odds: 1.9, fair: 0.5 },
  ],
});

let node: TestLive;
let reads: string[];
beforeEach(async () => {
  reads = [];
  node = await startTestLive({
    readMarkets: async (id) => {
      reads.push(id);
      return { markets: [btts(reads.length + 1)] };
    },
  });
});
afterEach(() => node.close());

const booksOf = ({ socket }: LiveClient): MatchBook[] => {
  const books: MatchBook[] = [];
  socket.on('book', (book) => books.push(book));
  return books;
};

test('sends the prices of all markets of a changed match to its room only', async () => {
  node.replica.change('red', 2);
  const [viewer, other] = [await node.open(), await node.open()];
  const [seen, unseen] = [booksOf(viewer), booksOf(other)];
  await joined(viewer, matchRoom('red'));
  await joined(other, 'live');
  node.replica.change('red', 2.1);
  await until(() => seen.length > 0);
  expect(seen).toEqual([
    { id: 'red', s: 2, lines: [['btts', null, 1, Date.parse('2026-11-23T16:00:00Z'), [2, 0.5, 1.9, 0.5]]] },
  ]);
  await until(() => other.ticks.some(({ n }) => n === 2));
  expect(unseen).toEqual([]);
});

test('reads nothing for a match that no one watches', async () => {
  node.replica.change('red', 2);
  const viewer = await node.open();
  const seen = booksOf(viewer);
  await joined(viewer, matchRoom('red'));
  node.replica.change('blue', 3);
  node.replica.change('red', 2.1);
  await until(() => seen.length > 0);
  expect(reads).toEqual(['red']);
});

test('joins changes that follow each other: the last book is of the last version', async () => {
  node.replica.change('red', 2);
  const viewer = await node.open();
  const seen = booksOf(viewer);
  await joined(viewer, matchRoom('red'));
  for (const odds of [2.1, 2.2, 2.3, 2.4]) node.replica.change('red', odds);
  await until(() => seen.at(-1)?.s === 5);
  expect(seen.map(({ s }) => s)).toEqual([2, 5]);
});

test('sends a book again whose prices have changed with time alone, and only then', async () => {
  let price = 2;
  await node.close();
  node = await startTestLive({
    renewBooksEveryMs: 5,
    readMarkets: async (id) => {
      reads.push(id);
      // The time of the quotes alone is no change.
      return { markets: [{ ...btts(price), quotedAt: new Date(reads.length * 1_000).toISOString() }] };
    },
  });
  node.replica.change('red', 2);
  const viewer = await node.open();
  const seen = booksOf(viewer);
  await joined(viewer, matchRoom('red'));
  const moreReads = async () => {
    const before = reads.length;
    await until(() => reads.length > before + 3);
  };
  await moreReads();
  price = 1.8;
  await moreReads();
  await until(() => seen.length > 1);
  expect(seen.map(({ s, lines }) => [s, lines[0]?.[4]?.[0]])).toEqual([
    [1, 2],
    [1, 1.8],
  ]);
});

test('checks the other matches of a round when the book of one cannot be read', async () => {
  await node.close();
  let price = 2;
  const failures = new Set<string>();
  node = await startTestLive({
    // Longer than the least time between two books of a match, so that each round reads all.
    renewBooksEveryMs: 300,
    onError: (error) => failures.add(String(error)),
    readMarkets: async (id) => {
      if (id === 'red') throw new Error('unreadable');
      return { markets: [btts(price)] };
    },
  });
  node.replica.change('red', 2);
  node.replica.change('blue', 2);
  const viewer = await node.open();
  const seen = booksOf(viewer);
  await joined(viewer, matchRoom('red'));
  await joined(viewer, matchRoom('blue'));
  await until(() => seen.length > 0);
  price = 1.8;
  await until(() => seen.length > 1);
  expect(seen.map(({ id, lines }) => [id, lines[0]?.[4]?.[0]])).toEqual([
    ['blue', 2],
    ['blue', 1.8],
  ]);
  expect([...failures]).toEqual(['Error: unreadable']);
});

test('checks every match that is watched in each round, however many there are', async () => {
  await node.close();
  node = await startTestLive({ renewBooksEveryMs: 5, readMarkets: async () => ({ markets: [btts(2)] }) });
  const clients = await Promise.all(Array.from({ length: 20 }, () => node.open()));
  const seen = clients.map(booksOf);
  for (const [at, client] of clients.entries()) {
    for (const n of [0, 1, 2, 3, 4]) {
      node.replica.change(`match-${at * 5 + n}`, 2);
      await joined(client, matchRoom(`match-${at * 5 + n}`));
    }
  }
  await until(() => seen.every((books) => new Set(books.map(({ id }) => id)).size === 5));
});

test('never sends a book of an older version after a newer one', async () => {
  const release = Promise.withResolvers<void>();
  await node.close();
  node = await startTestLive({
    renewBooksEveryMs: 5,
    readMarkets: async (id) => {
      reads.push(id);
      if (id === 'red') await release.promise;
      return { markets: [btts(2)] };
    },
  });
  node.replica.change('red', 2);
  node.replica.change('blue', 2);
  const viewer = await node.open();
  const seen = booksOf(viewer);
  await joined(viewer, matchRoom('red'));
  await joined(viewer, matchRoom('blue'));
  await until(() => reads.includes('red'));
  node.replica.change('blue', 2.1);
  await until(() => seen.some(({ id, s }) => id === 'blue' && s === 3));
  release.resolve();
  const before = reads.length;
  await until(() => reads.slice(before).filter((id) => id === 'blue').length > 1);
  const versions = seen.flatMap(({ id, s }) => (id === 'blue' ? [s] : []));
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test('sends a viewer who fell behind what changed with time alone in between', async () => {
  let price = 2;
  await node.close();
  node = await startTestLive({
    renewBooksEveryMs: 5,
    patience: { ...defaultPatience, heldAfterMs: 50 },
    readMarkets: async () => ({ markets: [btts(price)] }),
  });
  node.replica.change('red', 2);
  const [reader, silent] = [await node.open(), await node.open()];
  reader.socket.on('tick', ({ n }) => reader.socket.emit('ack', n));
  const [seen, missed] = [booksOf(reader), booksOf(silent)];
  await joined(reader, matchRoom('red'));
  await joined(silent, matchRoom('red'));
  const lastPrice = (books: readonly MatchBook[]) => books.at(-1)?.lines[0]?.[4]?.[0];
  const moving = setInterval(() => node.replica.change('red', 2), 20);
  await until(() => (reader.ticks.at(-1)?.n ?? 0) > (silent.ticks.at(-1)?.n ?? 0) + 50);
  clearInterval(moving);
  price = 1.8;
  await until(() => lastPrice(seen) === 1.8);
  expect(lastPrice(missed)).toBe(2);
  silent.socket.emit('ack', node.replica.n());
  await until(() => lastPrice(missed) === 1.8);
});
