import { isStaff } from '@touchline/core/account';
import { accountRefusalView, credentialEndpoints, viewPasskeys } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { schemaText } from '@touchline/core/language';
import { ok, refused } from '@touchline/core/result';
import {
  addPasskey,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  endSessions,
  listPasskeys,
  mostPasskeys,
  proveSession,
  readPendingApp,
  removePasskey,
  replaceRecoveryCodes,
  requireOpenSession,
} from '@touchline/store/accounts';
import { recordAction } from '@touchline/store/audit';
import type { Trx } from '@touchline/store/connect';
import { type Notice, storeEmail } from '@touchline/store/emails';
import { seal } from '@touchline/store/sealed';
import { renderSVG } from 'uqr';
import { type Asked, handle, handleRefusing, type Route } from '../http/handle.ts';
import type { EndSessions } from '../live/create-live.ts';
import { beginPasskey, checkNewPasskey, type PasskeyDeps } from './passkeys.ts';
import { proveOwner, provePassword, readOwner } from './prove-owner.ts';
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

export type CredentialRouteDeps = CodeDeps & PasskeyDeps & { readonly endSessions: EndSessions };

/** Two-factor login and passkeys. Each change requires the password, and a code if two-factor login is on. */
export const credentialRoutes = (deps: CredentialRouteDeps): readonly Route[] => [
  ...totpRoutes(deps),
  ...passkeyRoutes(deps),
];

function totpRoutes(deps: CredentialRouteDeps): readonly Route[] {
  const { db, dataKey, now, queueEmail } = deps;
  return [
    handleRefusing(credentialEndpoints.enrolTotp, accountRefusalView, async ({ session, body }) => {
      const owner = await proveOwner(deps, session, body);
      if (!owner.ok) return owner;
      const { id, email } = owner.value;
      const secret = makeSecret();
      await db.transaction().execute(async (trx) => {
        await requireOpenSession(trx, session);
        await beginSecondFactor(trx, session, seal(dataKey, secret, sealedFor(id)));
      });
      const url = totpOf(secret, email).toString();
      return ok({ secret, url, qrSvg: renderSVG(url, { border: 2 }) });
    }),
    handleRefusing(credentialEndpoints.confirmTotp, accountRefusalView, async (asked) => {
      const { session, body } = asked;
      const { userId, sessionId } = session;
      const { secondFactorSince } = await readOwner(db, session);
      const pending = await readPendingApp(db, session);
      if (!pending) return refused({ code: 'totp-off' });
      const checked = await checkPending(deps, session, pending, body.code);
      if (!checked.ok) return checked;
      const recoveryCodes = [...makeRecoveryCodes()];
      const isReplaced = secondFactorSince !== null;
      const confirmed = await db.transaction().execute(async (trx) => {
        await requireOpenSession(trx, asked.session);
        const app = { ...checked.value, recoveryCodes: recoveryCodes.map(plainCode) };
        if (!(await confirmSecondFactor(trx, session, app, now()))) return undefined;
        await proveSession(trx, sessionId, now());
        // The other sessions proved only the password, or the app that was replaced.
        const ended = await endSessions(trx, { userId, except: sessionId, why: 'ended-by-user' }, now());
        const notice = isReplaced ? 'second-factor-replaced' : 'second-factor-enabled';
        const change = { before: isReplaced ? 'on' : 'off', after: 'on' } as const;
        return { ended, email: await recordChange(trx, asked, notice, change) };
      });
      if (!confirmed) return refused({ code: 'totp-off' });
      deps.endSessions(confirmed.ended);
      await queueEmail(confirmed.email);
      return ok({ recoveryCodes });
    }),
    handleRefusing(credentialEndpoints.renewRecoveryCodes, accountRefusalView, async (asked) => {
      const owner = await proveOwner(deps, asked.session, asked.body);
      if (!owner.ok) return owner;
      const { id, secondFactorSince } = owner.value;
      if (secondFactorSince === null) return refused({ code: 'totp-off' });
      const recoveryCodes = [...makeRecoveryCodes()];
      const email = await db.transaction().execute(async (trx) => {
        await requireOpenSession(trx, asked.session);
        await replaceRecoveryCodes(trx, id, recoveryCodes.map(plainCode), now());
        return recordChange(trx, asked, 'recovery-codes-renewed');
      });
      await queueEmail(email);
      return ok({ recoveryCodes });
    }),
    handleRefusing(credentialEndpoints.disableTotp, accountRefusalView, async (asked) => {
      const { session, body } = asked;
      const { id, role, secondFactorSince } = await readOwner(db, session);
      if (isStaff(role)) return refused({ code: 'second-factor-required' });
      if (secondFactorSince === null) return refused({ code: 'totp-off' });
      const owner = await provePassword(deps, session, body.password);
      if (!owner.ok) return owner;
      const taken = await takeCode(deps, session, body.code);
      if (!taken.ok) return taken;
      const email = await db.transaction().execute(async (trx) => {
        await requireOpenSession(trx, asked.session);
        await endSecondFactor(trx, id, now());
        return recordChange(trx, asked, 'second-factor-disabled', { before: 'on', after: 'off' });
      });
      await queueEmail(email);
      return ok({ message: schemaText('Two-factor login is off.') });
    }),
  ];
}

function passkeyRoutes(deps: CredentialRouteDeps): readonly Route[] {
  const { db, now, queueEmail } = deps;
  const view = async (userId: UserId) => viewPasskeys(await listPasskeys(db, userId));
  const passkeysFull = refused({ code: 'passkeys-full', most: mostPasskeys } as const);
  return [
    handle(credentialEndpoints.passkeys, ({ session }) => view(session.userId)),
    handleRefusing(credentialEndpoints.beginPasskey, accountRefusalView, async ({ session, body }) => {
      const owner = await proveOwner(deps, session, body);
      if (!owner.ok) return owner;
      if ((await listPasskeys(db, session.userId)).length >= mostPasskeys) return passkeysFull;
      return ok(await beginPasskey(deps, owner.value));
    }),
    handleRefusing(credentialEndpoints.addPasskey, accountRefusalView, async (asked) => {
      const { userId } = asked.session;
      const checked = await checkNewPasskey(deps, userId, asked.body);
      if (!checked.ok) return checked;
      const { outcome, email } = await db.transaction().execute(async (trx) => {
        await requireOpenSession(trx, asked.session);
        const outcome = await addPasskey(trx, checked.value, now());
        return { outcome, email: outcome === 'added' ? await recordChange(trx, asked, 'passkey-added') : undefined };
      });
      if (outcome !== 'added') return outcome === 'full' ? passkeysFull : refused({ code: 'passkey-taken' });
      if (email) await queueEmail(email);
      return ok(await view(userId));
    }),
    handleRefusing(credentialEndpoints.removePasskey, accountRefusalView, async (asked) => {
      const { session, params, body } = asked;
      const owner = await proveOwner(deps, session, body);
      if (!owner.ok) return owner;
      const email = await db.transaction().execute(async (trx) => {
        await requireOpenSession(trx, asked.session);
        const isRemoved = await removePasskey(trx, session.userId, params.id);
        return isRemoved ? recordChange(trx, asked, 'passkey-removed') : undefined;
      });
      if (!email) return refused({ code: 'passkey-unknown' });
      await queueEmail(email);
      return ok(await view(session.userId));
    }),
  ];
}

type Change = { readonly before: 'on' | 'off'; readonly after: 'on' | 'off' };

/** Records a change of credentials in the audit log and stores the email that notifies the owner. */
async function recordChange(
  trx: Trx,
  { session, request }: Pick<Asked<typeof credentialEndpoints.enrolTotp>, 'session' | 'request'>,
  notice: Notice,
  change?: Change,
) {
  const { userId, role } = session;
  await recordAction(trx, {
    actor: { userId, role },
    action: notice,
    subject: `user:${userId}`,
    reason: null,
    before: change?.before ?? null,
    after: change?.after ?? null,
    requestId: request.id,
  });
  return storeEmail(trx, { kind: notice, userId });
}
