import type { AddressInfo } from 'node:net';
import { lineBetween } from '@touchline/web/line';
import { liveMachine } from '@touchline/web/live-machine';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createActor } from 'xstate';

const within = { timeout: 30_000, interval: 10 };
const heartbeat = { e: 'a', n: 0, t: 0, feed: 'ok', stale: [] };
const frame = { e: 'a', p: 0, n: 0, t: 0, full: true, d: [] };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close();
});

/** A node that lets everybody in, and says nothing more to those who came before it was told to talk. */
async function openNode() {
  const lines: WebSocket[] = [];
  let isTalking = false;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (line) => {
    lines.push(line);
    line.send('0{"sid":"a","upgrades":[],"pingInterval":10000,"pingTimeout":5000,"maxPayload":4096}');
    line.on('message', (said) => {
      if (String(said).startsWith('40')) line.send('40{"sid":"b"}');
      const question = /^42(\d+)\["sub"/.exec(String(said))?.[1];
      if (question !== undefined)
        line.send(`43${question}${JSON.stringify([{ ok: true, tick: frame, hb: heartbeat }])}`);
    });
    const isHeard = isTalking;
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
    talk: () => {
      isTalking = true;
    },
  };
}

function openScreen(address: string, patienceMs: number) {
  const line = lineBetween({ address, whenWorthTrying: () => () => undefined, patienceMs });
  const live = createActor(liveMachine.provide({ actors: { line } }), { input: { token: undefined } });
  const states: unknown[] = [];
  live.subscribe(({ value }) => states.push(value));
  live.start();
  closers.push(() => live.stop());
  return states;
}

test('a line that is open and says nothing is made anew at once, and one that talks is kept', async () => {
  const node = await openNode();
  const states = openScreen(node.address, 500);
  await expect.poll(() => states, within).toContainEqual({ online: 'current' });
  node.talk();
  await expect.poll(() => node.lines.length, within).toBe(2);
  await expect.poll(() => states.at(-1), within).toEqual({ online: 'current' });
  expect(states).toContainEqual({ online: 'reconnecting' });
  expect(states).not.toContainEqual({ online: 'silent' });
  const [first, second] = node.lines;
  await expect.poll(() => first?.readyState, within).toBe(3);
  expect([second?.readyState, node.lines.length]).toEqual([1, 2]);
}, 60_000);
