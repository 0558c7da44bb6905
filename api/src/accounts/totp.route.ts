import {
  messageAnswer,
  recoveryCodesView,
  totpCodeRequest,
  totpDisableRequest,
  totpEnrolment,
} from '@touchline/core/contract';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, readUser } from '@touchline/store/accounts';
import { recordAction } from '@touchline/store/audit';
import { seal } from '@touchline/store/sealed';
import type { FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { isOwner } from './change-password.ts';
import { refuseProof } from './refuse-proof.ts';
import {
  type CodeDeps,
  makeRecoveryCodes,
  makeSecret,
  plainCode,
  sealedFor,
  takeCode,
  totpOf,
} from './second-factor.ts';

const described = { tags: ['accounts'], security: bearer };
const toEnrol = {
  ...described,
  summary: 'Begin to use an authentication app; for admins',
  response: { 200: totpEnrolment, ...refusalAnswers },
};
const toConfirm = {
  ...described,
  summary: 'Confirm the app with its first code: from now on the log-in asks for one. Shows the recovery codes, once',
  body: totpCodeRequest,
  response: { 200: recoveryCodesView, ...refusalAnswers },
};
const toDisable = {
  ...described,
  summary: 'No longer ask for a code at the log-in',
  body: totpDisableRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};
const alreadyOn = { code: 'totp-on', error: 'The authentication app is in use already. Switch it off first.' };
const notBegun = { code: 'totp-off', error: 'No authentication app has been set up.' };

export const totpRoutes = (deps: CodeDeps) => async (app: App) => {
  const { db, now } = deps;

  app.post('/auth/totp/enrol', { schema: toEnrol }, async (request, reply) => {
    const user = await userOf(deps, request);
    const secret = makeSecret();
    const isBegun = await beginSecondFactor(db, user.id, seal(deps.dataKey, secret, sealedFor(user.id)));
    if (!isBegun) return refuse(reply, 409, alreadyOn);
    const url = totpOf(secret, user.email).toString();
    reply.header('cache-control', 'no-store');
    return { secret, url, qrSvg: renderSVG(url, { border: 2 }) };
  });

  app.post('/auth/totp/confirm', { schema: toConfirm }, async (request, reply) => {
    const user = await userOf(deps, request);
    if (user.secondFactorSince !== null) return refuse(reply, 409, alreadyOn);
    const taken = await takeCode(deps, user.id, request.body.code);
    if (!taken.ok) return refuseProof(reply, taken.refusal, now());
    const recoveryCodes = [...makeRecoveryCodes()];
    await db.transaction().execute(async (trx) => {
      await confirmSecondFactor(trx, user.id, recoveryCodes.map(plainCode), now());
      await recordAction(trx, { ...changeOf(request), action: 'second-factor-enabled', before: 'off', after: 'on' });
    });
    reply.header('cache-control', 'no-store');
    return { recoveryCodes };
  });

  app.post('/auth/totp/disable', { schema: toDisable }, async (request, reply) => {
    const user = await userOf(deps, request);
    if (user.secondFactorSince === null) return refuse(reply, 409, notBegun);
    const owner = await isOwner(deps, user.id, request.body.password);
    if (!owner.ok) return refuseProof(reply, owner.refusal, now());
    const taken = await takeCode(deps, user.id, request.body.code);
    if (!taken.ok) return refuseProof(reply, taken.refusal, now());
    await db.transaction().execute(async (trx) => {
      await endSecondFactor(trx, user.id, now());
      await recordAction(trx, { ...changeOf(request), action: 'second-factor-disabled', before: 'on', after: 'off' });
    });
    return { message: 'The log-in no longer asks for a code.' };
  });
};

async function userOf({ db }: CodeDeps, request: FastifyRequest) {
  const { userId } = sessionOf(request);
  const user = await readUser(db, userId);
  if (!user) throw new Error(`the session of user ${userId} has no account`);
  return user;
}

function changeOf(request: FastifyRequest) {
  const { userId, role } = sessionOf(request);
  return { actor: { userId, role }, subject: `user:${userId}`, reason: null, requestId: request.id } as const;
}
