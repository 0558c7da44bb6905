import { liveRoom } from '@touchline/core/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joined } from '../testing/live-client.ts';
import { openRawLine, sendAndReset, sendBytes, upgradeOf } from '../testing/raw-line.ts';
import { createTestReplica, startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';

// An exception or a rejection that no code handles fails the run: in production it would have ended the process.
let node: TestLive;
let failures: unknown[];
const onError = (error: unknown) => failures.push(error);
beforeEach(async () => {
  failures = [];
  node = await startTestLive({ onError });
});
afterEach(() => node.close());

async function expectTicks(): Promise<void> {
  const guest = await node.open();
  await joined(guest, liveRoom);
  node.replica.change('red', 2.1);
  await until(() => guest.ticks.length > 0);
}

describe('attack: a guest ends the api with one socket', () => {
  test('connects, leaves and connects again on one connection', async () => {
    const line = await openRawLine(node.url);
    line.send('40');
    await until(() => line.heard.some((frame) => frame.startsWith('40')));
    line.send('41', '40');
    await until(line.isClosed);
    await expectTicks();
    expect(failures).toEqual([]);
  });

  test('connects again with a token after it was refused', async () => {
    const line = await openRawLine(node.url);
    line.send('40{"token":"nonsense"}');
    await until(() => line.heard.some((frame) => frame.startsWith('44')));
    line.send('40');
    await until(line.isClosed);
    await expectTicks();
    expect(failures).toEqual([]);
  });

  test('leaves the namespace and keeps the connection', async () => {
    const line = await openRawLine(node.url);
    line.send('40', '41');
    await until(line.isClosed);
    expect(node.live.io.engine.clientsCount).toBe(0);
  });
});

test('a binary packet ends its own connection and no other', async () => {
  const guest = await node.open();
  const line = await openRawLine(node.url);
  line.send('40');
  await until(() => line.heard.some((frame) => frame.startsWith('40')));
  line.send('451-["sub",{"_placeholder":true,"num":0}]');
  await until(line.isClosed);
  await joined(guest, liveRoom);
  await expectTicks();
  expect(failures).toEqual([]);
});

describe('attack: a guest ends the api with an upgrade that it resets', () => {
  test.each([
    '/',
    '/other',
    '/socket.io',
    'http://touchline.test:99999/socket.io/',
    '/socket.io/?EIO=4&transport=polling',
  ])('of %s', async (path) => {
    await sendAndReset(node.url, upgradeOf(path));
    await sendAndReset(node.url, `${upgradeOf(path)}${'x'.repeat(100)}`);
    await expectTicks();
  });

  test('an upgrade to another path is refused at once', async () => {
    expect(await sendBytes(node.url, upgradeOf('/other'))).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
  });
});

describe('attack: a guest holds more sockets than its connection counts for', () => {
  test('asks for the namespace many times at once', async () => {
    let sockets = 0;
    node.live.io.on('connection', () => {
      sockets += 1;
    });
    const line = await openRawLine(node.url);
    line.send(...Array.from({ length: 10 }, () => '40'));
    await until(line.isClosed);
    expect(sockets).toBeLessThanOrEqual(1);
  });

  test('upgrades a connection that is a websocket already', async () => {
    const line = await openRawLine(node.url);
    const { sid } = JSON.parse(line.heard[0]?.slice(1) ?? '{}');
    const path = `/socket.io/?EIO=4&transport=websocket&sid=${sid}`;
    expect(await sendBytes(node.url, upgradeOf(path))).toMatch(/^HTTP\/1.1 400 /);
    const plain = await fetch(`${node.url}${path}`);
    expect(plain.status).toBe(400);
    line.close();
  });
});

describe('attack: a guest keeps the api busy with frames that are no events', () => {
  test.each([
    ['connections to namespaces that do not exist', '40/none,'],
    ['acknowledgements of nothing', '430[]'],
    ['heartbeats', '3'],
    ['engine packets that mean nothing', '6'],
  ])('%s', async (_what, frame) => {
    const line = await openRawLine(node.url);
    line.send('40', ...Array.from({ length: 100 }, () => frame));
    await until(line.isClosed);
    expect(line.heard.length).toBeLessThan(30);
  });
});

describe('a failure in a handler of one socket ends that socket and nothing else', () => {
  test('in a handler', async () => {
    const replica = createTestReplica();
    let isBroken = true;
    const since: typeof replica.since = (n) => {
      if (isBroken) throw new Error('a bug');
      return replica.since(n);
    };
    const broken = await startTestLive({ onError, replica: { ...replica, since } });
    const [asks, stays] = [await broken.open(), await broken.open()];
    void asks.subscribe(liveRoom);
    await until(() => !asks.socket.connected);
    isBroken = false;
    await joined(stays, liveRoom);
    expect(failures).toEqual([new Error('a bug')]);
    await broken.close();
  });

  test('in what a handler does later', async () => {
    const replica = createTestReplica();
    const catchUp = () => Promise.reject(new Error('a bug'));
    const broken = await startTestLive({ onError, replica: { ...replica, catchUp } });
    const asks = await broken.open();
    void asks.subscribe(liveRoom, 7);
    await until(() => !asks.socket.connected);
    expect(failures).toEqual([new Error('a bug')]);
    await broken.close();
  });

  test('while it is admitted', async () => {
    const sessions = {
      sign: () => '',
      read: () => {
        throw new Error('a bug');
      },
      isOpen: async () => false,
      forget: () => undefined,
      forgetAll: () => undefined,
    };
    const broken = await startTestLive({ onError, sessions });
    const refused = await broken.open({ token: 'any' });
    expect(refused.ends).toEqual(['Something went wrong on our side. Please try again.']);
    expect((await broken.open()).socket.connected).toBe(true);
    expect(failures).toEqual([new Error('a bug')]);
    await broken.close();
  });

  test('while a frame is sent: all others get it', async () => {
    const [breaks, stays] = [await node.open(), await node.open()];
    await joined(breaks, liveRoom);
    await joined(stays, liveRoom);
    const broken = node.live.io.sockets.sockets.get(breaks.socket.id ?? '');
    // Private fields of another version of the library may be anything.
    Object.defineProperty(broken?.conn, 'writeBuffer', {
      get: () => {
        throw new Error('a bug');
      },
      set: () => undefined,
    });
    node.replica.change('red', 2.1);
    await until(() => stays.ticks.length > 0);
    await until(() => !breaks.socket.connected);
    expect(stays.socket.connected).toBe(true);
    expect(failures.length).toBeGreaterThan(0);
  });
});
