import { isStaff, type Role, roles } from '@touchline/core/account';
import type { SessionRefusal } from '@touchline/core/contract';
import type { SessionId, UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { openSessions, type SessionRights, type User } from '@touchline/store/accounts';
import type { Store } from '@touchline/store/connect';
import { z } from 'zod';
import { gather } from './gather.ts';

/** Issuer and audience of access tokens. No other token signed with our secret is accepted. */
export const addressedTo = { iss: 'touchline', aud: 'touchline-api' } as const;

/** The signed claims of an access token. The rights of its user come from the database. */
export type Claims = {
  readonly sub: string;
  readonly wal: string;
  readonly role: Role;
  readonly sid: string;
};
export type Session = {
  readonly userId: UserId;
  readonly walletId: WalletId;
  readonly role: Role;
  readonly sessionId: SessionId;
  readonly expiresAt: Instant;
  /** Whether the session has proved a second factor. */
  readonly hasSecondFactor: boolean;
};
/** Staff without a second factor may only set one up. */
export const lacksSecondFactor = ({ role, hasSecondFactor }: SessionRights): boolean =>
  isStaff(role) && !hasSecondFactor;

export type Sessions = {
  /** Returns an access token for an open session. */
  readonly sign: (user: Pick<User, 'id' | 'walletId' | 'role'>, sessionId: SessionId) => string;
  /** Returns the session of a token; refused if it is forged, expired, or its session has ended. */
  readonly read: (token: string) => Promise<Result<Session, SessionRefusal>>;
  /** Whether a session is still open. */
  readonly isOpen: (sessionId: SessionId) => Promise<boolean>;
  /** Drops these sessions from the cache, so that they are refused at once. */
  readonly forget: (sessionIds: readonly SessionId[]) => void;
  /** Empties the cache of rights, so that the database is queried again. */
  readonly forgetAll: () => void;
};

/** The part of @fastify/jwt that is used here. */
type Signer = {
  readonly sign: (claims: Claims) => string;
  readonly verify: (token: string) => unknown;
};

/** A session that ended on another node is refused here within this time. */
const cachedMs = seconds(5);
const maxCached = 20_000;

type SessionsDeps = { readonly jwt: Signer; readonly store: Pick<Store, 'pool'>; readonly now: () => Instant };

export function createSessions(deps: SessionsDeps): Sessions {
  const read = cachingVerifier(deps);
  const known = new Map<SessionId, { readonly seenAt: Instant; readonly rights: SessionRights }>();
  /** How often sessions were forgotten: what was read before may have ended since, and is not cached. */
  let timesForgotten = 0;
  const ask = gather((ids: readonly SessionId[]) => openSessions(deps.store.pool, ids));

  const rightsOf = async (sessionId: SessionId): Promise<SessionRights | undefined> => {
    const now = deps.now();
    const before = known.get(sessionId);
    if (before && now - before.seenAt < cachedMs) return before.rights;
    const timesBefore = timesForgotten;
    const rights = await ask(sessionId);
    known.delete(sessionId);
    // Not cached: a second factor applies on every node as soon as it is proved.
    if (!rights || lacksSecondFactor(rights) || timesForgotten !== timesBefore) return rights;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= maxCached) known.delete(oldest);
    known.set(sessionId, { seenAt: now, rights });
    return rights;
  };

  return {
    sign: (user, sid) => deps.jwt.sign({ sub: user.id, wal: user.walletId, role: user.role, sid }),
    read: async (token) => {
      const session = read(token);
      if (!session.ok) return session;
      const rights = await rightsOf(session.value.sessionId);
      return rights ? ok({ ...session.value, ...rights }) : refused({ code: 'session-ended' });
    },
    isOpen: async (sessionId) => (await rightsOf(sessionId)) !== undefined,
    forget: (sessionIds) => {
      timesForgotten += 1;
      for (const id of sessionIds) known.delete(id);
    },
    forgetAll: () => {
      timesForgotten += 1;
      known.clear();
    },
  };
}

/** Caches verified tokens until they expire. */
function cachingVerifier({ jwt, now }: SessionsDeps): (token: string) => Result<Named, SessionRefusal> {
  const seen = new Map<string, Result<Named, never>>();
  return (token) => {
    const before = seen.get(token);
    if (before?.ok && before.value.expiresAt > now()) return before;
    seen.delete(token);
    const session = verified(jwt, token);
    if (!session.ok) return session;
    const [oldest] = seen.keys();
    if (oldest !== undefined && seen.size >= maxCached) seen.delete(oldest);
    seen.set(token, session);
    return session;
  };
}

function verified(jwt: Signer, token: string): Result<Named, SessionRefusal> {
  try {
    return ok(claims.parse(jwt.verify(token)));
  } catch (error) {
    // A genuine token without issuer and audience comes from an earlier release: treated as expired, it is refreshed.
    const isExpired = error instanceof Error && 'code' in error && outdated.has(error.code);
    return refused({ code: isExpired ? 'session-expired' : 'session-invalid' });
  }
}

const outdated = new Set<unknown>(['FAST_JWT_EXPIRED', 'FAST_JWT_MISSING_REQUIRED_CLAIM']);

/** The session named by a token. */
type Named = Omit<Session, 'role' | 'hasSecondFactor'>;

const claims = z.object({ sub: z.uuid(), wal: z.uuid(), role: z.enum(roles), sid: z.uuid(), exp: z.int() }).transform(
  (token): Named => ({
    userId: token.sub as UserId,
    walletId: token.wal as WalletId,
    sessionId: token.sid as SessionId,
    expiresAt: instant(seconds(token.exp)),
  }),
);
