import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ledgerRoom, type VerificationView } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Session } from '../http/sessions.ts';
import { type LiveClient, openSocket } from '../testing/live-client.ts';
import { buildTestApp, creditDollars, logIn, openAccount, openBettor, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { fanOutThrough } from './fan-out.ts';
import { createLedgerRoom } from './ledger-room.ts';
import { createLiveServer, type LiveSocket } from './live-server.ts';

describe('the room of the ledger', () => {
  let api: TestApp;
  let url: string;
  const lines: LiveClient[] = [];
  beforeAll(async () => {
    api = await buildTestApp();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    await openAccount(api, 'audit@example.com', 'auditor');
    await openAccount(api, 'admin@example.com', 'admin');
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    await api.close();
  });

  const open = async (token?: string) => {
    const line = await openSocket(url, token === undefined ? {} : { token });
    lines.push(line);
    return line;
  };

  test('accepts auditors only', async () => {
    const bettor = await openBettor(api, 'ada@example.com');
    const refusal = { ok: false, error: 'Only auditors hear of the ledger.' };
    for (const token of [undefined, bettor.token, await logIn(api.app, 'admin@example.com')]) {
      expect(await (await open(token)).subscribe(ledgerRoom)).toEqual(refusal);
    }
    const answer = await (await open(await logIn(api.app, 'audit@example.com'))).subscribe(ledgerRoom);
    expect(answer).toMatchObject({ ok: true, tick: { d: [] } });
  });

  test('publishes how far the ledger has grown, and the worker’s progress of a verification', async () => {
    const token = await logIn(api.app, 'audit@example.com');
    const [line, stranger] = [await open(token), await open()];
    const heard: number[] = [];
    const runs: VerificationView[] = [];
    for (const each of [line, stranger]) {
      each.socket.on('ledger', ({ n }) => heard.push(n));
      each.socket.on('verification', (run) => runs.push(run));
    }
    await line.subscribe(ledgerRoom);
    const { user } = await openBettor(api, 'bea@example.com', 10);
    await until(() => heard.includes(1));
    await creditDollars(api, user, 10);
    await until(() => heard.includes(2));
    expect(heard).toEqual([1, 2]);

    const worker = createLiveServer(createServer(), url);
    const connect = await fanOutThrough({ databaseUrl: api.database.url, redisUrl: undefined, onError: () => {} });
    const fanOut = connect(worker);
    worker.to(ledgerRoom).emit('verification', run);
    await until(() => runs.length > 0);
    expect(runs).toEqual([run]);
    await worker.close();
    await fanOut.close();
  });
});

describe('growth', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is checked once a second while an auditor is in the room, and never otherwise', async () => {
    const http = createServer();
    const io = createLiveServer(http, 'http://127.0.0.1');
    let reads = 0;
    const room = createLedgerRoom({ io, readTo: async () => ++reads, onError: () => {} });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const met = new Promise<LiveSocket>((resolve) => io.on('connection', resolve));
    const line = await openSocket(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const socket = await met;
    socket.data.session = { role: 'auditor', expiresAt: instant(0) } as Session;

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    room.start();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reads).toBe(0);
    room.enter(socket);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads).toBe(2);
    room.leave(socket);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads).toBe(2);
    await room.stop();
    vi.useRealTimers();
    line.close();
    await io.close();
  });
});

const run: VerificationView = {
  id: '01a1f97e-6780-737e-9820-5de1ab0b16f7',
  state: 'running',
  requestedAt: '2026-11-20T15:06:13.252514Z',
  startedAt: '2026-11-20T15:06:13.256402Z',
  finishedAt: null,
  eventsDone: 10_000,
  eventsTotal: 21_000,
  wallets: null,
  entries: null,
  checkpoints: null,
  uncovered: null,
  found: 0,
  findings: [],
  problem: null,
};
