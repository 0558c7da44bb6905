import { closeAccountRequest, messageAnswer } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { readUser } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { type CloseRefusal, closeAccount, closeRefusalText } from '@touchline/store/privacy';
import type { DataKey } from '@touchline/store/sealed';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import type { EndSessions } from '../live/create-live.ts';
import { isOwner } from './change-password.ts';
import type { RefreshCookie } from './refresh-cookie.ts';
import { refuseProof } from './refuse-proof.ts';
import { takeCode } from './second-factor.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Close one’s own account for good; personal data is erased',
  security: bearer,
  body: closeAccountRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

export type CloseAccountDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly cookie: RefreshCookie;
  readonly endSessions: EndSessions;
  readonly identityKeptMs: number;
  readonly now: () => Instant;
};

export const closeAccountRoute = (deps: CloseAccountDeps) => async (app: App) => {
  const { db, dataKey, identityKeptMs, now } = deps;
  app.post('/auth/close-account', { schema }, async (request, reply) => {
    const { userId } = sessionOf(request);
    const { password, code } = request.body;
    const owner = await isOwner(deps, sessionOf(request), password);
    if (!owner.ok) return refuseProof(reply, owner.refusal, now());
    const user = await readUser(db, userId);
    if (user && user.secondFactorSince !== null) {
      if (code === undefined) return refuse(reply, 422, codeRequired);
      const taken = await takeCode(deps, sessionOf(request), code);
      if (!taken.ok) return refuseProof(reply, taken.refusal, now());
    }
    const closing = { userId, by: 'owner', keepMs: identityKeptMs, requestId: request.id } as const;
    const closed = await closeAccount(db, dataKey, closing, now());
    if (!closed.ok) {
      const { refusal } = closed;
      return refuse(reply, statusOf[refusal.code], { code: refusal.code, error: closeRefusalText(refusal) });
    }
    deps.endSessions(closed.value.endedSessions);
    deps.cookie.take(reply);
    return { message: 'Your account is closed.' };
  });
};

const codeRequired = { code: 'totp-required', error: 'Enter the code of your authentication app.' } as const;
const statusOf = {
  'account-closed': 409,
  'account-of-staff': 403,
  'withdrawal-pending': 409,
  'deposit-open': 409,
  'bets-open': 409,
  'balance-left': 409,
  'balance-owed': 409,
} as const satisfies Record<CloseRefusal['code'], RefusalStatus>;
