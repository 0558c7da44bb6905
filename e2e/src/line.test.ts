import type { AddressInfo } from 'node:net';
import { tooManySockets } from '@touchline/core/contract';
import { type ConnectionOptions, createConnection } from '@touchline/web/connection';
import { liveMachine } from '@touchline/web/live-machine';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createActor } from 'xstate';

const within = { timeout: 60_000, interval: 10 };
const heartbeat = { e: 'a', n: 0, t: 0, feed: 'ok', stale: [] };
const frame = { e: 'a', p: 0, n: 0, t: 0, full: true, d: [] };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close();
});

/** A node that accepts every connection, and then stays silent or unresponsive as a test demands. */
async function openNode(
  manner: 'answers' | 'hangs' | 'talks without answering' | 'ends the line' | 'has no place' = 'answers',
) {
  const lines: WebSocket[] = [];
  const questions: number[] = [];
  let isTalking = false;
  let isAnswering = manner === 'answers';
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (line) => {
    lines.push(line);
    line.send('0{"sid":"a","upgrades":[],"pingInterval":10000,"pingTimeout":5000,"maxPayload":4096}');
    line.on('message', (said) => {
      const isRefused = manner === 'has no place' && !isAnswering;
      const noPlace = { message: 'Too many.', data: { code: tooManySockets, error: 'Too many.' } };
      if (String(said).startsWith('40')) line.send(isRefused ? `44${JSON.stringify(noPlace)}` : '40{"sid":"b"}');
      const question = /^42(\d+)\["sub"/.exec(String(said))?.[1];
      if (question === undefined) return;
      questions.push(lines.length);
      if (isAnswering) line.send(`43${question}${JSON.stringify([{ ok: true, tick: frame, hb: heartbeat }])}`);
      if (manner === 'ends the line') line.send('41');
    });
    const isHeard = isTalking || manner === 'talks without answering';
    const beating = setInterval(() => (isHeard ? line.send(`42${JSON.stringify(['hb', heartbeat])}`) : undefined), 20);
    line.on('close', () => clearInterval(beating));
  });
  closers.push(() => {
    for (const line of lines) line.terminate();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    /** For each, the line it came on: 1 is the first. */
    questions,
    talk: () => {
      isTalking = true;
    },
    answer: () => {
      isAnswering = true;
    },
  };
}

function openScreen(
  address: string,
  different: Omit<ConnectionOptions, 'address' | 'onReconnectHint'>,
  token?: string,
) {
  const line = createConnection({ address, onReconnectHint: () => () => undefined, ...different });
  const live = createActor(liveMachine.provide({ actors: { connection: line }, delays: { retry: 20 } }), {
    input: { token },
  });
  const states: unknown[] = [];
  live.subscribe(({ value }) => states.push(value));
  live.on('token refused', () => states.push('token refused'));
  live.start();
  closers.push(() => live.stop());
  return states;
}

test('reconnects at once when an open connection is silent, and keeps one that sends', async () => {
  const node = await openNode();
  // Longer than this process may stand still on a busy machine.
  const states = openScreen(node.address, { silenceLimitMs: 3_000 });
  await expect.poll(() => states, within).toContainEqual({ online: 'current' });
  node.talk();
  await expect.poll(() => node.lines.length, within).toBe(2);
  await expect.poll(() => states.at(-1), within).toEqual({ online: 'current' });
  expect(states).toContainEqual({ online: { behind: 'reconnecting' } });
  expect(states).not.toContainEqual({ online: 'silent' });
  const [first, second] = node.lines;
  await expect.poll(() => first?.readyState, within).toBe(3);
  expect([second?.readyState, node.lines.length]).toEqual([1, 2]);
});

test('reconnects at once when the first request gets no answer and nothing else arrives', async () => {
  const node = await openNode('hangs');
  const states = openScreen(node.address, { answerTimeoutMs: () => 300 });
  await expect.poll(() => node.questions.slice(0, 2), within).toEqual([1, 2]);
  node.answer();
  await expect.poll(() => states.at(-1), within).toEqual({ online: 'current' });
  expect(node.questions).toEqual([...new Set(node.questions)]);
});

test('asks three times before it reconnects a connection that sends but does not answer', async () => {
  const node = await openNode('talks without answering');
  const states = openScreen(node.address, { answerTimeoutMs: () => 300 });
  // If this process stood still, a connection counts as silent and is asked less often; the next one is asked.
  const askedOn = (line: number) => node.questions.filter((each) => each === line).length;
  const mostAsked = () => Math.max(0, ...node.questions.map((line) => (askedOn(line + 1) > 0 ? askedOn(line) : 0)));
  await expect.poll(mostAsked, within).toBe(3);
  node.answer();
  await expect.poll(() => states.at(-1), within).toEqual({ online: 'current' });
});

test('reconnects to a server that closes the connection after growing pauses, until it answers', async () => {
  const node = await openNode('ends the line');
  const farewells: number[] = [];
  const states = openScreen(node.address, {
    reconnectDelayMs: (before) => {
      farewells.push(before);
      return 10;
    },
  });
  await expect.poll(() => farewells.slice(0, 3), within).toEqual([0, 1, 2]);
  node.answer();
  await expect.poll(() => states, within).toContainEqual({ online: 'current' });
  await expect.poll(() => farewells.lastIndexOf(0), within).toBeGreaterThan(2);
});

test('falls back to HTTP when its network has too many connections, keeps its token, and retries periodically', async () => {
  const node = await openNode('has no place');
  const asked: number[] = [];
  const crowdedDelayMs = (chance: number) => {
    asked.push(chance);
    return 10;
  };
  const states = openScreen(node.address, { crowdedDelayMs }, 'mine');
  await expect.poll(() => asked.length, within).toBeGreaterThan(2);
  // One connection per attempt: socket.io itself must not reconnect.
  expect([states.at(-1), node.lines.length - asked.length < 2]).toEqual([{ online: { behind: 'reconnecting' } }, true]);
  node.answer();
  await expect.poll(() => states.at(-1), within).toEqual({ online: 'current' });
  expect(states).not.toContain('token refused');
});
