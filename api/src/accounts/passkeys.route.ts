import {
  loginAnswer,
  newPasskeyRequest,
  type PasskeyProof,
  passkeyCreation,
  passkeyLoginRequest,
  passkeyProof,
  passkeyRequest,
  passkeysView,
} from '@touchline/core/contract';
import type { PasskeyId, UserId } from '@touchline/core/ids';
import { addPasskey, listPasskeys, mostPasskeys, readUser, removePasskey, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import type { QueueEmail } from '../queue.ts';
import { type AnswerLoginDeps, answerLogin } from './answer-login.ts';
import { isOwner } from './change-password.ts';
import { deviceOf } from './device-of.ts';
import { noteChange } from './note-change.ts';
import {
  beginPasskey,
  beginPasskeyLogin,
  checkNewPasskey,
  logInWithPasskey,
  type PasskeyDeps,
  type PasskeyLoginRefusal,
} from './passkeys.ts';
import { refuseProof } from './refuse-proof.ts';
import { retryAfter } from './retry-after.ts';
import { type CodeDeps, takeCode } from './second-factor.ts';

export type PasskeyRouteDeps = PasskeyDeps & CodeDeps & { readonly queueEmail: QueueEmail };

const described = { tags: ['accounts'], security: bearer };
const toList = {
  ...described,
  summary: 'One’s own passkeys, the oldest first',
  response: { 200: passkeysView, ...refusalAnswers },
};
const toBegin = {
  ...described,
  summary: 'Begin a new passkey: what the browser’s `navigator.credentials.create` takes, good for five minutes',
  body: passkeyProof,
  response: { 200: passkeyCreation, ...refusalAnswers },
};
const toAdd = {
  ...described,
  summary: 'Add the passkey that the browser made; it can log in from now on',
  body: newPasskeyRequest,
  response: { 200: passkeysView, ...refusalAnswers },
};
const toRemove = {
  ...described,
  summary: 'Remove a passkey: it can no longer log in; sessions go on',
  params: z.object({ id: z.uuid().transform((id) => id as PasskeyId) }),
  body: passkeyProof,
  response: { 200: passkeysView, ...refusalAnswers },
};
const toBeginLogin = {
  tags: ['accounts'],
  summary: 'Begin a log-in with a passkey: what the browser’s `navigator.credentials.get` takes, good for five minutes',
  response: { 200: passkeyRequest, ...refusalAnswers },
};
const toLogIn = {
  tags: ['accounts'],
  summary: 'Log in with a passkey, which proves the second factor too; the answer sets the refresh cookie as well',
  body: passkeyLoginRequest,
  response: { 200: loginAnswer, ...refusalAnswers },
};

const codeWanted = {
  code: 'totp-required',
  error: 'Enter a code from your authentication app, or a recovery code.',
};
const tooMany = { code: 'passkeys-full', error: `You have ${mostPasskeys} passkeys. Remove one first.` };
const notAccepted = { code: 'passkey-wrong', error: 'The passkey was not accepted. Please try again.' };
const taken = { code: 'passkey-taken', error: 'This passkey has been added already.' };
const unknown = { code: 'passkey-unknown', error: 'This passkey has been removed already.' };

/** One's own passkeys. To add or remove one asks for the password, and for a code where there is an authentication app. */
export const passkeyRoutes = (deps: PasskeyRouteDeps) => async (app: App) => {
  const { db, now } = deps;

  app.get('/auth/passkeys', { schema: toList }, async (request) => view(db, sessionOf(request).userId));

  app.post('/auth/passkeys/begin', { schema: toBegin }, async (request, reply) => {
    const user = await provenOwner(deps, request, reply, request.body);
    if (!user) return reply;
    if ((await listPasskeys(db, user.id)).length >= mostPasskeys) return refuse(reply, 409, tooMany);
    return beginPasskey(deps, user);
  });

  app.post('/auth/passkeys', { schema: toAdd }, async (request, reply) => {
    const { userId } = sessionOf(request);
    const checked = await checkNewPasskey(deps, userId, request.body);
    if (!checked.ok) return refuse(reply, 422, notAccepted);
    const { added, email } = await db.transaction().execute(async (trx) => {
      const done = await addPasskey(trx, checked.value, now());
      return { added: done, email: done === 'added' ? await noteChange(trx, request, 'passkey-added') : undefined };
    });
    if (added !== 'added') return refuse(reply, 409, added === 'full' ? tooMany : taken);
    if (email) await deps.queueEmail(email);
    return view(db, userId);
  });

  app.post('/auth/passkeys/:id/remove', { schema: toRemove }, async (request, reply) => {
    const user = await provenOwner(deps, request, reply, request.body);
    if (!user) return reply;
    const email = await db.transaction().execute(async (trx) => {
      if (!(await removePasskey(trx, user.id, request.params.id))) return undefined;
      return noteChange(trx, request, 'passkey-removed');
    });
    if (!email) return refuse(reply, 404, unknown);
    await deps.queueEmail(email);
    return view(db, user.id);
  });
};

/** A log-in with a passkey, for those who are not logged in. */
export const passkeyLoginRoutes = (deps: PasskeyDeps & AnswerLoginDeps) => async (app: App) => {
  const onRequest = app.rateLimit({ max: 100, timeWindow: '15 minutes', groupId: 'passkeys' });

  app.post('/auth/login/passkey/begin', { schema: toBeginLogin, onRequest }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return beginPasskeyLogin(deps);
  });

  app.post('/auth/login/passkey', { schema: toLogIn }, async (request, reply) => {
    const answer = await logInWithPasskey(deps, request.body, deviceOf(request));
    if (answer.ok) return answerLogin(deps, request, reply, answer.value);
    const { refusal } = answer;
    if (refusal.code === 'too-many-tries') retryAfter(reply, refusal.retryAt, deps.now());
    return refuse(reply, statusOf[refusal.code], { code: refusal.code, error: words[refusal.code] });
  });
};

const statusOf = {
  'too-many-tries': 429,
  'passkey-wrong': 401,
  'email-unverified': 403,
} satisfies Record<PasskeyLoginRefusal['code'], RefusalStatus>;
const words = {
  'too-many-tries': 'Too many login attempts. Please try again later.',
  'passkey-wrong': notAccepted.error,
  'email-unverified': 'Please verify your email address before you log in.',
} satisfies Record<PasskeyLoginRefusal['code'], string>;

/** The account of a request that proved its owner. `undefined`: it has been refused. */
async function provenOwner(
  deps: PasskeyRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { password, code }: PasskeyProof,
): Promise<User | undefined> {
  const { userId } = sessionOf(request);
  const user = await readUser(deps.db, userId);
  if (!user) throw new Error(`the session of user ${userId} has no account`);
  if (user.secondFactorSince !== null && code === undefined) {
    refuse(reply, 422, codeWanted);
    return undefined;
  }
  const owner = await isOwner(deps, sessionOf(request), password);
  const proven =
    owner.ok && user.secondFactorSince !== null && code !== undefined
      ? await takeCode(deps, sessionOf(request), code)
      : owner;
  if (proven.ok) return user;
  refuseProof(reply, proven.refusal, deps.now());
  return undefined;
}

async function view(db: Db, userId: UserId) {
  const passkeys = await listPasskeys(db, userId);
  return {
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: new Date(createdAt).toISOString(),
      usedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
    })),
  };
}
