/**
 * A process with many guests on bare websockets: `chaos/start-crowd.ts` starts it and asks it what they show. Guests that have read the
 * same share what they show, so that a thousand of them cost little more than one.
 */
import type { Heartbeat, SubscribeAnswer, Tick } from '@touchline/core/contract';
import { type Board, classifyTick, hasMissedFrames } from '@touchline/web/frames';
import { WebSocket } from 'ws';
import { createGuests, nothingShown, type Shown } from './chaos/guests.ts';
import type { CrowdAnswer, CrowdOrder } from './chaos/start-crowd.ts';

/** `proved`: the newest version of the database that it showed exactly. */
type Guest = { shown: Shown; socket: WebSocket | undefined; isCurrent: boolean; turn: number; proved: number };

const guests: Guest[] = [];
let targets: readonly string[] = [];
let isEnding = false;
let frames = 0;
const { read, applyHeartbeat, merged, faults } = createGuests(({ match }) => match.homeTeam.startsWith('Climber'));
const recentFrames: { readonly message: Buffer; readonly from: number; readonly value: unknown }[] = [];
const keptFrames = 16;
const truths = new Map<number, Readonly<Record<string, number>>>();
const keptTruths = 200;
const acknowledgeEveryMs = 1_000;
const retryMs = 500;

process.on('message', (order: CrowdOrder) => {
  if (order.type === 'connect') targets = order.nodes;
  if (order.type === 'come') come(order.count);
  if (order.type === 'check') process.send?.(check(order));
  if (order.type === 'end') end();
});
process.on('disconnect', end);
setInterval(() => {
  for (const { shown, socket, isCurrent } of guests) if (isCurrent) say(socket, `42["ack",${shown.board.n}]`);
}, acknowledgeEveryMs).unref();

function come(count: number): void {
  for (let at = 0; at < count; at += 1) {
    const guest: Guest = { shown: nothingShown, socket: undefined, isCurrent: false, turn: 0, proved: 0 };
    guests.push(guest);
    open(guest);
  }
}

function end(): void {
  isEnding = true;
  for (const { socket } of guests) socket?.terminate();
  process.exit(0);
}

function open(guest: Guest): void {
  const node = targets[guest.turn % targets.length];
  guest.turn += 1;
  const socket = new WebSocket(`${node?.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
  });
  guest.socket = socket;
  socket.on('error', () => undefined);
  socket.on('close', () => {
    guest.isCurrent = false;
    if (isEnding) return;
    // At once to the next node, like all other guests. A guest waits only if that node does not answer.
    if (guest.turn % (targets.length + 1) === 0) setTimeout(open, retryMs, guest);
    else open(guest);
  });
  socket.on('message', (message: Buffer) => onMessage(guest, message.toString('latin1', 0, 4), message));
}

/** Engine.IO 4 and Socket.IO 5 by hand: `0` open, `2` ping, `40` connected, `42` event, `43<id>` answer. */
function onMessage(guest: Guest, kind: string, message: Buffer): void {
  if (kind.startsWith('2')) say(guest.socket, '3');
  else if (kind.startsWith('40')) ask(guest);
  else if (kind.startsWith('0')) say(guest.socket, '40');
  else if (kind.startsWith('43')) answered(guest, parsed(message, 3) as [SubscribeAnswer]);
  else if (kind.startsWith('42')) receive(guest, parsed(message, 2) as ['tick', Tick] | ['hb', Heartbeat]);
}

function ask(guest: Guest): void {
  guest.isCurrent = false;
  say(guest.socket, `420${JSON.stringify(['sub', { room: 'live', n: guest.shown.board.n }])}`);
}

function answered(guest: Guest, [answer]: [SubscribeAnswer]): void {
  if (!answer.ok) return void setTimeout(ask, retryMs, guest);
  guest.shown = merged(applyHeartbeat(read(guest.shown, answer.tick), answer.hb));
  guest.isCurrent = true;
}

function receive(guest: Guest, event: ['tick', Tick] | ['hb', Heartbeat]): void {
  frames += 1;
  if (!guest.isCurrent) return;
  if (event[0] === 'hb') {
    if (hasMissedFrames(guest.shown.board, event[1])) ask(guest);
    else guest.shown = applyHeartbeat(guest.shown, event[1]);
    return;
  }
  if (event[0] !== 'tick') return;
  const judged = classifyTick(guest.shown.board, event[1]);
  if (judged === 'gap') ask(guest);
  if (judged === 'next') guest.shown = read(guest.shown, event[1]);
}

/** A frame reaches all clients in the same bytes, and is parsed once. */
function parsed(message: Buffer, from: number): unknown {
  const known = recentFrames.find((frame) => frame.from === from && frame.message.equals(message));
  if (known) return known.value;
  const value: unknown = JSON.parse(message.toString('utf8', from));
  recentFrames.unshift({ message, from, value });
  if (recentFrames.length > keptFrames) recentFrames.pop();
  return value;
}

function check({ n, versions, after }: Extract<CrowdOrder, { type: 'check' }>): CrowdAnswer {
  truths.set(n, versions);
  const [oldest = 0] = truths.keys();
  if (truths.size > keptTruths) truths.delete(oldest);
  const verdicts = new Map<Board, boolean>();
  for (const guest of guests) {
    if (!guest.isCurrent) continue;
    const { board } = guest.shown;
    const isSame = verdicts.get(board) ?? showsTruth(board);
    verdicts.set(board, isSame);
    if (isSame) guest.proved = board.n;
  }
  return {
    current: guests.filter(({ isCurrent }) => isCurrent).length,
    converged: guests.filter(({ isCurrent, proved }) => isCurrent && proved > after).length,
    frames,
    faults: [...faults],
  };
}

function showsTruth({ n, rows }: Board): boolean {
  const truth = truths.get(n);
  if (!truth || Object.keys(truth).length !== rows.size) return false;
  return Object.entries(truth).every(([id, s]) => rows.get(id)?.s === s);
}

function say(socket: WebSocket | undefined, text: string): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}
