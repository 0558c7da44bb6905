import { isStaff } from '@touchline/core/account';
import {
  messageAnswer,
  newRecoveryCodesRequest,
  recoveryCodesView,
  totpCodeRequest,
  totpDisableRequest,
  totpEnrolment,
  totpEnrolRequest,
} from '@touchline/core/contract';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  endSessions,
  proveSession,
  readSecondFactor,
  readUser,
  replaceRecoveryCodes,
} from '@touchline/store/accounts';
import { seal } from '@touchline/store/sealed';
import type { FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { EndSessions } from '../live/create-live.ts';
import type { QueueEmail } from '../queue.ts';
import { isOwner } from './change-password.ts';
import { noteChange } from './note-change.ts';
import { refuseProof } from './refuse-proof.ts';
import {
  type CodeDeps,
  checkPending,
  makeRecoveryCodes,
  makeSecret,
  plainCode,
  sealedFor,
  takeCode,
  totpOf,
} from './second-factor.ts';

export type TotpDeps = CodeDeps & { readonly queueEmail: QueueEmail; readonly endSessions: EndSessions };

const described = { tags: ['accounts'], security: bearer };
const toEnrol = {
  ...described,
  summary:
    'Begin to use an authentication app, or another one; the one in use stays in use until the new one is confirmed',
  body: totpEnrolRequest,
  response: { 200: totpEnrolment, ...refusalAnswers },
};
const toConfirm = {
  ...described,
  summary:
    'Confirm the app with its first code: from now on the log-in asks for one, and every other session ends. Shows the recovery codes, once',
  body: totpCodeRequest,
  response: { 200: recoveryCodesView, ...refusalAnswers },
};
const toRenewCodes = {
  ...described,
  summary: 'Replace the recovery codes; shows the new ones, once',
  body: newRecoveryCodesRequest,
  response: { 200: recoveryCodesView, ...refusalAnswers },
};
const toDisable = {
  ...described,
  summary: 'No longer ask for a code at the log-in; for bettors',
  body: totpDisableRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};
const codeWanted = { code: 'totp-required', error: 'Enter a code from the app you use now, or a recovery code.' };
const notBegun = { code: 'totp-off', error: 'No authentication app has been set up.' };
const staffNeedIt = {
  code: 'second-factor-required',
  error: 'Admins and auditors need two-factor log-in. Set up another app instead.',
};

/** What a session needs to set up two-factor log-in: all that staff without it can reach. */
export const enrolRoutes = (deps: TotpDeps) => async (app: App) => {
  const { db, now } = deps;

  app.post('/auth/totp/enrol', { schema: toEnrol }, async (request, reply) => {
    const user = await userOf(deps, request);
    const { password, code } = request.body;
    if (user.secondFactorSince !== null && code === undefined) return refuse(reply, 422, codeWanted);
    const owner = await isOwner(deps, sessionOf(request), password);
    if (!owner.ok) return refuseProof(reply, owner.refusal, now());
    if (user.secondFactorSince !== null && code !== undefined) {
      const taken = await takeCode(deps, sessionOf(request), code);
      if (!taken.ok) return refuseProof(reply, taken.refusal, now());
    }
    const secret = makeSecret();
    await beginSecondFactor(db, user.id, seal(deps.dataKey, secret, sealedFor(user.id)));
    const url = totpOf(secret, user.email).toString();
    reply.header('cache-control', 'no-store');
    return { secret, url, qrSvg: renderSVG(url, { border: 2 }) };
  });

  app.post('/auth/totp/confirm', { schema: toConfirm }, async (request, reply) => {
    const user = await userOf(deps, request);
    const { sessionId } = sessionOf(request);
    const pending = (await readSecondFactor(db, user.id))?.pending;
    if (!pending) return refuse(reply, 409, notBegun);
    const checked = await checkPending(deps, sessionOf(request), pending, request.body.code);
    if (!checked.ok) return refuseProof(reply, checked.refusal, now());
    const recoveryCodes = [...makeRecoveryCodes()];
    const isReplaced = user.secondFactorSince !== null;
    const done = await db.transaction().execute(async (trx) => {
      const confirmed = { ...checked.value, recoveryCodes: recoveryCodes.map(plainCode) };
      if (!(await confirmSecondFactor(trx, user.id, confirmed, now()))) return undefined;
      await proveSession(trx, sessionId, now());
      // They knew the password alone, or had the app that was replaced.
      const ended = await endSessions(trx, { userId: user.id, except: sessionId, why: 'ended-by-user' }, now());
      const notice = isReplaced ? 'second-factor-replaced' : 'second-factor-enabled';
      return {
        ended,
        email: await noteChange(trx, request, notice, { before: isReplaced ? 'on' : 'off', after: 'on' }),
      };
    });
    if (!done) return refuse(reply, 409, notBegun);
    deps.endSessions(done.ended);
    await deps.queueEmail(done.email);
    reply.header('cache-control', 'no-store');
    return { recoveryCodes };
  });
};

export const totpRoutes = (deps: TotpDeps) => async (app: App) => {
  const { db, now } = deps;

  app.post('/auth/totp/recovery-codes', { schema: toRenewCodes }, async (request, reply) => {
    const user = await userOf(deps, request);
    if (user.secondFactorSince === null) return refuse(reply, 409, notBegun);
    const owner = await isOwner(deps, sessionOf(request), request.body.password);
    if (!owner.ok) return refuseProof(reply, owner.refusal, now());
    const recoveryCodes = [...makeRecoveryCodes()];
    const email = await db.transaction().execute(async (trx) => {
      await replaceRecoveryCodes(trx, user.id, recoveryCodes.map(plainCode), now());
      return noteChange(trx, request, 'recovery-codes-renewed');
    });
    await deps.queueEmail(email);
    reply.header('cache-control', 'no-store');
    return { recoveryCodes };
  });

  app.post('/auth/totp/disable', { schema: toDisable }, async (request, reply) => {
    const user = await userOf(deps, request);
    if (isStaff(user.role)) return refuse(reply, 403, staffNeedIt);
    if (user.secondFactorSince === null) return refuse(reply, 409, notBegun);
    const owner = await isOwner(deps, sessionOf(request), request.body.password);
    if (!owner.ok) return refuseProof(reply, owner.refusal, now());
    const taken = await takeCode(deps, sessionOf(request), request.body.code);
    if (!taken.ok) return refuseProof(reply, taken.refusal, now());
    const email = await db.transaction().execute(async (trx) => {
      await endSecondFactor(trx, user.id, now());
      return noteChange(trx, request, 'second-factor-disabled', { before: 'on', after: 'off' });
    });
    await deps.queueEmail(email);
    return { message: 'Two-factor log-in is off.' };
  });
};

async function userOf({ db }: CodeDeps, request: FastifyRequest) {
  const { userId } = sessionOf(request);
  const user = await readUser(db, userId);
  if (!user) throw new Error(`the session of user ${userId} has no account`);
  return user;
}
