import { or, stateIn } from 'xstate';
import { emptyBoard } from './frames.ts';
import { liveSetup } from './live-setup.ts';

/**
 * The live room. `connecting`: no socket yet. `subscribing`: waiting for the rows since the last frame. `current`: every frame has
 * been applied. `silent`: connected, but nothing arrived for five seconds. `behind`: rows are old and polled over HTTP; in it,
 * `reconnecting`: no socket; `catching up`: connected again, rows not here yet; `waiting`: the subscription failed and is retried
 * with growing delays. `broken`: the connection failed to start. Prices count as current only in states tagged `trusted`.
 * Rows that are not trusted become so only by a frame or heartbeat that follows the last one, or by the answer to a subscription.
 */
export const liveMachine = liveSetup.createMachine({
  id: 'live',
  context: ({ input }) => ({ ...emptyBoard, token: input.token, rooms: [], unanswered: 0 }),
  initial: 'online',
  on: {
    'identity changed': [
      {
        guard: or([stateIn({ online: 'silent' }), stateIn({ online: 'behind' }), stateIn('broken')]),
        target: '.online.behind',
        reenter: true,
        actions: 'set token',
      },
      { target: '.online', reenter: true, actions: 'set token' },
    ],
    'token renewed': { actions: { type: 'set renewed token', params: ({ event }) => event.token } },
    'connection refused': { actions: 'emit token refused' },
    'wallet pushed': { actions: 'emit push' },
    'bet pushed': { actions: 'emit push' },
    'transaction pushed': { actions: 'emit push' },
    'notification pushed': { actions: 'emit push' },
    'read pushed': { actions: 'emit push' },
    'admin transaction pushed': { actions: 'emit push' },
    'book pushed': { actions: 'emit push' },
    'quote pushed': { actions: 'emit push' },
    'market pushed': { actions: 'emit push' },
    'ledger pushed': { actions: 'emit push' },
    'verification pushed': { actions: 'emit push' },
    'join room': { actions: { type: 'add room', params: ({ event }) => event.room } },
    'leave room': { actions: { type: 'remove room', params: ({ event }) => event.room } },
  },
  states: {
    online: {
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context }) => ({ token: context.token }),
        onDone: 'broken',
        onError: 'broken',
      },
      initial: 'connecting',
      on: {
        'token renewed': {
          actions: [
            { type: 'set renewed token', params: ({ event }) => event.token },
            { type: 'send renewed token', params: ({ event }) => event.token },
          ],
        },
        'join room': {
          actions: [
            { type: 'add room', params: ({ event }) => event.room },
            { type: 'join room', params: ({ event }) => event.room },
          ],
        },
        'leave room': {
          actions: [
            { type: 'remove room', params: ({ event }) => event.room },
            { type: 'leave room if unused', params: ({ event }) => event.room },
          ],
        },
        connected: { target: '.subscribing', actions: 'rejoin rooms' },
        disconnected: '.behind.reconnecting',
        // Screens fetch their data again, as after a reconnection.
        missed: { actions: 'emit joined' },
      },
      states: {
        connecting: {
          tags: 'trusted',
          on: { 'rows fetched': { actions: 'apply fetched rows' } },
          after: { silence: 'behind.reconnecting' },
        },
        subscribing: {
          tags: 'trusted',
          entry: 'subscribe',
          on: {
            'subscription answered': [
              {
                guard: 'is accepted',
                target: 'current',
                actions: ['apply answer', 'emit joined'],
              },
              { target: 'behind.waiting' },
            ],
            'rows fetched': { actions: 'apply fetched rows' },
          },
          after: { answerTimeout: 'behind.waiting' },
        },
        current: {
          tags: 'trusted',
          on: {
            tick: [
              { guard: 'has frame gap', target: 'subscribing' },
              { guard: 'is next frame', target: 'current', reenter: true, actions: 'apply frame' },
            ],
            heartbeat: [
              { guard: 'has missed frames', target: 'subscribing' },
              { target: 'current', reenter: true, actions: 'apply heartbeat' },
            ],
          },
          after: { silence: 'silent' },
        },
        silent: {
          on: {
            tick: [
              { guard: 'is next frame', target: 'current', actions: 'apply frame' },
              { target: 'behind.catching up' },
            ],
            heartbeat: [
              { guard: 'has missed frames', target: 'behind.catching up' },
              { target: 'current', actions: 'apply heartbeat' },
            ],
          },
        },
        behind: {
          invoke: { src: 'pollMatches', input: ({ context }) => ({ n: context.n }) },
          initial: 'reconnecting',
          on: {
            'rows fetched': { actions: 'apply fetched rows' },
            polled: { actions: 'emit polled' },
            connected: { target: '.catching up', actions: 'rejoin rooms' },
            disconnected: '.reconnecting',
          },
          states: {
            reconnecting: {},
            'catching up': {
              entry: 'subscribe',
              on: {
                'subscription answered': [
                  {
                    guard: 'is accepted',
                    target: '#live.online.current',
                    actions: ['apply answer', 'emit joined'],
                  },
                  { target: 'waiting' },
                ],
              },
              after: { answerTimeout: 'waiting' },
            },
            waiting: { entry: 'count unanswered', after: { retry: 'catching up' } },
          },
        },
      },
    },
    // Only a bug of ours leads here. Fetched matches still show, with untrusted prices.
    broken: { on: { 'rows fetched': { actions: 'apply fetched rows' } } },
  },
});
