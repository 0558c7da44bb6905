import { emptyBoard } from './frames.ts';
import { liveWords } from './live-setup.ts';

/**
 * The live room. `connecting`: no socket yet. `asking`: waiting for the rows since the last frame read. `current`: every
 * frame so far has been read. `silent`: connected, but nothing was heard for five seconds. `behind`: what is shown is old, and
 * matches are looked up by HTTP meanwhile. In it, `reconnecting`: the line is lost, or never came; `catching up`: the line is back,
 * the rows are not; `waiting`: the server would not answer, or not in time, and is asked again, each time later. What is on the
 * screen counts as up to date in the states tagged `trusted` only.
 */
export const liveMachine = liveWords.createMachine({
  id: 'live',
  context: ({ input }) => ({ ...emptyBoard, token: input.token, rooms: [], unanswered: 0 }),
  initial: 'online',
  on: {
    'identity changed': { target: '.online', reenter: true, actions: 'remember the token' },
    'token renewed': { actions: { type: 'take the renewed token', params: ({ event }) => event.token } },
    'line refused': { actions: 'tell that the token was refused' },
    'wallet pushed': { actions: 'pass the push on' },
    'bet pushed': { actions: 'pass the push on' },
    'transaction pushed': { actions: 'pass the push on' },
    'desk pushed': { actions: 'pass the push on' },
    'market pushed': { actions: 'pass the push on' },
    'ledger pushed': { actions: 'pass the push on' },
    'verification pushed': { actions: 'pass the push on' },
    'room wanted': { actions: { type: 'remember the room', params: ({ event }) => event.room } },
    'room not wanted': { actions: { type: 'forget the room', params: ({ event }) => event.room } },
  },
  states: {
    online: {
      invoke: {
        id: 'line',
        src: 'line',
        input: ({ context }) => ({ token: context.token }),
        onDone: 'broken',
        onError: 'broken',
      },
      initial: 'connecting',
      on: {
        'token renewed': {
          actions: [
            { type: 'take the renewed token', params: ({ event }) => event.token },
            { type: 'hand the token over', params: ({ event }) => event.token },
          ],
        },
        'room wanted': {
          actions: [
            { type: 'remember the room', params: ({ event }) => event.room },
            { type: 'enter the room', params: ({ event }) => event.room },
          ],
        },
        'room not wanted': {
          actions: [
            { type: 'forget the room', params: ({ event }) => event.room },
            { type: 'leave the room unless somebody wants it', params: ({ event }) => event.room },
          ],
        },
        'line opened': { target: '.asking', actions: 'enter the rooms' },
        'line lost': '.behind.reconnecting',
        // Screens then fetch what they show, as they do after a reconnection.
        missed: { actions: 'tell that the room is joined' },
      },
      states: {
        connecting: {
          tags: 'trusted',
          on: { 'rows fetched': { actions: 'show what was fetched' } },
          after: { silence: 'behind.reconnecting' },
        },
        asking: {
          tags: 'trusted',
          entry: 'ask for rows',
          on: {
            'rows answered': [
              {
                guard: 'the rows came',
                target: 'current',
                actions: ['read the answer', 'tell that the room is joined'],
              },
              { target: 'behind.waiting' },
            ],
            'rows fetched': { actions: 'show what was fetched' },
          },
          after: { unanswered: 'behind.waiting' },
        },
        current: {
          tags: 'trusted',
          on: {
            tick: [
              { guard: 'a frame is missing', target: 'asking' },
              { guard: 'it is the next frame', target: 'current', reenter: true, actions: 'read the frame' },
            ],
            heartbeat: [
              { guard: 'frames went missing', target: 'asking' },
              { target: 'current', reenter: true, actions: 'read the heartbeat' },
            ],
          },
          after: { silence: 'silent' },
        },
        silent: {
          on: {
            tick: [
              { guard: 'it is the next frame', target: 'current', actions: 'read the frame' },
              { target: 'asking' },
            ],
            heartbeat: [
              { guard: 'frames went missing', target: 'asking' },
              { target: 'current', actions: 'read the heartbeat' },
            ],
          },
        },
        behind: {
          // Who cannot hold a socket, or gets no answer there, sees what HTTP says; it is not trusted.
          invoke: { src: 'glance', input: ({ context }) => ({ n: context.n }) },
          initial: 'reconnecting',
          on: {
            'rows fetched': { actions: 'show what was fetched' },
            looked: { actions: 'tell that HTTP answers' },
            'line opened': { target: '.catching up', actions: 'enter the rooms' },
            'line lost': '.reconnecting',
          },
          states: {
            reconnecting: {},
            'catching up': {
              entry: 'ask for rows',
              on: {
                'rows answered': [
                  {
                    guard: 'the rows came',
                    target: '#live.online.current',
                    actions: ['read the answer', 'tell that the room is joined'],
                  },
                  { target: 'waiting' },
                ],
              },
              after: { unanswered: 'waiting' },
            },
            waiting: { entry: 'count the question', after: { askAgain: 'catching up' } },
          },
        },
      },
    },
    // The line itself failed to start, which is a bug of ours; HTTP still shows matches, prices count as out of date.
    broken: { on: { 'rows fetched': { actions: 'show what was fetched' } } },
  },
});
