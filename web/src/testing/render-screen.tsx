import { cleanup, type RenderResult, render } from '@testing-library/react';
import type { LoginAnswer, MatchRow, ProfileView } from '@touchline/core/contract';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createActor, fromCallback, type NonReducibleUnknown } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from '../live/connection-events.ts';
import { type LiveActor, LiveProvider } from '../live/index.ts';
import { liveMachine } from '../live/live-machine.ts';
import { type SessionActor, SessionProvider } from '../session/index.ts';
import { sessionMachine } from '../session/session-machine.ts';
import { loadSlip } from '../slip/load-slip.ts';
import { fails, pends, resolves } from './remote-actors.ts';

type Options = {
  readonly path?: string;
  /** Who is logged in. Default: a guest. */
  readonly session?: LoginAnswer;
  /** The answer of GET /auth/me; never arrives if not given. */
  readonly profile?: ProfileView | ApiFailure;
  /** The live room's rows. If not given, the room is still connecting. */
  readonly rows?: readonly MatchRow[];
};
export type Rendered = RenderResult & {
  readonly live: LiveActor;
  readonly session: SessionActor;
  /** Sends events as the server would over the socket. */
  readonly push: (event: ConnectionEvent) => void;
  /** The addresses visited, oldest first. */
  readonly history: readonly string[];
};

// With the slip's code loaded, a press is handled at once.
await loadSlip();
afterEach(cleanup);

/** Renders a screen with a route, a session and a live room whose server is the test. */
export function renderScreen(screen: ReactNode, options: Options = {}): Rendered {
  const { path = '/', session: stored, profile, rows } = options;
  const session = createActor(testSession(profile), { input: { stored } }).start();
  const live = createActor(testRoom, { input: { token: stored?.accessToken } }).start();
  const push = (event: ConnectionEvent) => live.send(event);
  if (rows) {
    push({ type: 'connected' });
    push({
      type: 'subscription answered',
      answer: { ok: true, tick: snapshotOf(rows), hb: heartbeat },
      at: heartbeat.t,
    });
  }
  const [pathname = '/', search = ''] = path.split('?');
  const { hook, searchHook, history } = memoryLocation({ path: pathname, searchPath: search, record: true });
  const result = render(
    <Router hook={hook} searchHook={searchHook}>
      <SessionProvider actor={session}>
        <LiveProvider actor={live}>{screen}</LiveProvider>
      </SessionProvider>
    </Router>,
  );
  return { ...result, live, session, push, history };
}

const heartbeat = { e: 'test', n: 1, t: 0, feed: 'ok', stale: [] } as const;
const snapshotOf = (rows: readonly MatchRow[]) => ({ e: 'test', p: 0, n: 1, t: 0, full: true, d: rows }) as const;

/** The longest possible timer. */
const neverMs = 2 ** 31 - 1;
// Without heartbeats, a test longer than five seconds would see a silent connection.
const testRoom = liveMachine.provide({
  actors: { connection: fromCallback<ConnectionCommand, ConnectionInput>(() => {}) },
  delays: { silence: neverMs },
});

const testSession = (profile: Options['profile']) =>
  sessionMachine.provide({
    actors: { loadProfile: profileActor(profile) },
    actions: {
      'store session': () => {},
      'store user': () => {},
      'log out': () => {},
      'clear storage': () => {},
    },
  });

function profileActor(profile: Options['profile']) {
  if (!profile) return pends<ProfileView, NonReducibleUnknown>();
  return 'kind' in profile
    ? fails<ProfileView, NonReducibleUnknown>(profile)
    : resolves<ProfileView, NonReducibleUnknown>(profile);
}
