import { verificationsView, verificationView } from '@touchline/core/contract';
import type { Store } from '@touchline/store/connect';
import { listVerifications, newestCheckpoint, readVerification, requestVerification } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';

const shown = 20;
const listSchema = {
  tags: ['ledger'],
  summary: 'The last verifications, the newest first, and the newest checkpoint; for auditors',
  security: bearer,
  response: { 200: verificationsView, ...refusalAnswers },
};
const oneSchema = {
  tags: ['ledger'],
  summary: 'One verification, as far as it is; for auditors',
  security: bearer,
  params: z.object({ id: z.uuid() }),
  response: { 200: verificationView, ...refusalAnswers },
};
const askSchema = {
  tags: ['ledger'],
  summary: 'Verify the whole ledger now, or find the verification that waits or runs already; for auditors',
  security: bearer,
  response: { 202: verificationView, ...refusalAnswers },
};

export type VerificationsDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  /** Leaves the job for the worker; the same id twice is one job. Throws when it could not be left. */
  readonly verify: (verificationId: string) => Promise<void>;
};

export const verificationsRoutes = (deps: VerificationsDeps) => async (app: App) => {
  const { db, pool } = deps.store;
  app.get('/ledger/verifications', { schema: listSchema }, async () => {
    const [runs, newest] = await Promise.all([listVerifications(db, shown), newestCheckpoint(pool)]);
    if (!newest) return { runs, checkpoint: null };
    const { number, taken_at: takenAt, wallets, events, root } = newest.checkpoint;
    return { runs, checkpoint: { number, takenAt, wallets, events, root } };
  });
  app.get('/ledger/verifications/:id', { schema: oneSchema }, async (request, reply) => {
    const run = await readVerification(db, request.params.id);
    return run ?? refuse(reply, 404, { code: 'verification-unknown', error: 'There is no such verification.' });
  });
  app.post('/ledger/verifications', { schema: askSchema }, async (request, reply) => {
    const run = await requestVerification(db, sessionOf(request).userId);
    // Also for one that waits already: its job may have been lost, and leaving it again does nothing otherwise.
    if (run.state === 'waiting') await deps.verify(run.id);
    return reply.code(202).send(run);
  });
};
