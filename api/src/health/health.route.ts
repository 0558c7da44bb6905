import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { refusalAnswers } from '../http/refuse.ts';

/** What this process leans on. A check that throws, or takes too long, means that it does not answer. */
export type Leanings = {
  readonly database: () => Promise<unknown>;
  readonly queue: () => Promise<unknown>;
  /** A sentence when prices cannot be trusted. */
  readonly feed: () => Promise<string | undefined>;
  /** A sentence when no worker leads; for reading, as another takes over within seconds. */
  readonly leader: () => Promise<string | undefined>;
  /** How many credits of the odds provider are left; for reading, whatever the number. */
  readonly credits: () => Promise<string>;
  /** A sentence while the payment provider's circuit breaker is open; for reading, as betting goes on. */
  readonly payments: () => Promise<string | undefined>;
};

const alive = z.object({ status: z.literal('ok') });
const ready = z.object({
  database: z.string(),
  queue: z.string(),
  feed: z.string(),
  leader: z.string(),
  credits: z.string(),
  payments: z.string(),
});
const healthSchema = { tags: ['health'], summary: 'The process answers', response: { 200: alive } };
const readySchema = {
  tags: ['health'],
  summary:
    "What it leans on, each 'ok' or a sentence; 503 when one is not. Leader, credits and payments are shown and never count",
  response: { 200: ready, 503: ready, '4xx': refusalAnswers['4xx'] },
};
const patienceMs = 2_000;

/** Every caller within this time gets the same answer: anyone may ask, and each check asks the database. */
const keptMs = 500;

export const healthRoutes = (leanings: Leanings) => async (app: App) => {
  let checked: { readonly at: number; readonly state: Promise<z.infer<typeof ready>> } | undefined;
  const check = () => {
    const at = performance.now();
    if (!checked || at - checked.at >= keptMs) checked = { at, state: stateOfAll(leanings) };
    return checked.state;
  };
  app.get('/healthz', { schema: healthSchema }, async () => ({ status: 'ok' as const }));
  app.get('/readyz', { schema: readySchema }, async (_request, reply) => {
    const state = await check();
    const isReady = state.database === 'ok' && state.queue === 'ok' && state.feed === 'ok';
    return reply.code(isReady ? 200 : 503).send(state);
  });
};

async function stateOfAll(leanings: Leanings): Promise<z.infer<typeof ready>> {
  const [database, queue, feed, leader, credits, payments] = await Promise.all([
    stateOf(answers(leanings.database), 'The database does not answer.'),
    stateOf(answers(leanings.queue), 'The job queue does not answer.'),
    stateOf(leanings.feed, 'The feed does not answer.'),
    stateOf(leanings.leader, 'Nobody can tell whether a worker leads.'),
    stateOf(leanings.credits, 'The credits cannot be read.'),
    stateOf(leanings.payments, 'The state of the payment provider cannot be read.'),
  ]);
  return { database, queue, feed, leader, credits, payments };
}

const answers = (check: () => Promise<unknown>) => async () => {
  await check();
  return undefined;
};

async function stateOf(problem: () => Promise<string | undefined>, silence: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(silence), patienceMs);
  });
  const answer = problem().then(
    (sentence) => sentence ?? 'ok',
    () => silence,
  );
  const state = await Promise.race([answer, late]);
  clearTimeout(timer);
  return state;
}
