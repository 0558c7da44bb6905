import { healthEndpoints, type ReadinessView } from '@touchline/core/contract';
import type { Language } from '@touchline/core/language';
import { handle, type Route } from '../http/handle.ts';

/** What this process depends on. A check that throws or takes too long has failed. */
export type Dependencies = {
  /** Commits a write. */
  readonly database: () => Promise<unknown>;
  readonly queue: () => Promise<unknown>;
  /** Returns a sentence when prices cannot be trusted. */
  readonly feed: (language: Language) => Promise<string | undefined>;
  /** Returns a sentence when no worker leads; for information, as another takes over within seconds. */
  readonly leader: (language: Language) => Promise<string | undefined>;
  /** How many credits of the odds provider are left; for information. */
  readonly credits: () => Promise<string>;
  /** Returns a sentence while the payment provider's circuit breaker is open; for information, as betting continues. */
  readonly payments: (language: Language) => Promise<string | undefined>;
};

const timeoutMs = 2_000;

/** How long an answer is reused: anyone may ask, and each check queries the database. */
const cachedMs = 500;

export function healthRoutes(all: Dependencies, draining: AbortSignal): readonly Route[] {
  // In English: operators and machines read it.
  const dependencies: Checks = {
    database: oneAtATime(all.database),
    queue: oneAtATime(all.queue),
    feed: oneAtATime(() => all.feed('en')),
    leader: oneAtATime(() => all.leader('en')),
    credits: oneAtATime(all.credits),
    payments: oneAtATime(() => all.payments('en')),
  };
  let cached: { readonly at: number; readonly state: Promise<ReadinessView> } | undefined;
  const check = () => {
    const at = performance.now();
    if (!cached || at - cached.at >= cachedMs) cached = { at, state: checkAll(dependencies) };
    return cached.state;
  };
  return [
    handle(healthEndpoints.health, ({ reply }) => {
      // For HAProxy a 404 means: no new connections, but leave those that are open alone.
      if (draining.aborted) reply.code(404);
      return { status: draining.aborted ? ('draining' as const) : ('ok' as const) };
    }),
    handle(healthEndpoints.readiness, async ({ reply }) => {
      const state = await check();
      const isReady = state.database === 'ok' && state.queue === 'ok' && state.feed === 'ok' && !draining.aborted;
      if (!isReady) reply.code(503);
      return state;
    }),
  ];
}

type Checks = {
  readonly [Name in keyof Dependencies]: () => ReturnType<Dependencies[Name]>;
};

async function checkAll(dependencies: Checks): Promise<ReadinessView> {
  const [database, queue, feed, leader, credits, payments] = await Promise.all([
    stateOf(answers(dependencies.database), 'The database accepts no writes.'),
    stateOf(answers(dependencies.queue), 'The job queue does not answer.'),
    stateOf(dependencies.feed, 'The feed does not answer.'),
    stateOf(dependencies.leader, 'Leader status unknown.'),
    stateOf(dependencies.credits, 'The credits cannot be read.'),
    stateOf(dependencies.payments, 'The state of the payment provider cannot be read.'),
  ]);
  return { database, queue, feed, leader, credits, payments };
}

/** A check that hangs is not started again: each one holds a connection. */
function oneAtATime<Answer>(check: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined;
  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

const answers = (check: () => Promise<unknown>) => async () => {
  await check();
  return undefined;
};

/** `ok`, the problem that the check found, or `failure` if the check itself fails. */
async function stateOf(check: () => Promise<string | undefined>, failure: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(failure), timeoutMs);
  });
  const answer = check().then(
    (problem) => problem ?? 'ok',
    () => failure,
  );
  const state = await Promise.race([answer, timeout]);
  clearTimeout(timer);
  return state;
}
