import type { Role } from '@touchline/core/account';
import { roles } from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { sessionGenerations, type User } from '@touchline/store/accounts';
import type { Store } from '@touchline/store/connect';
import { z } from 'zod';
import { gather } from './gather.ts';

/** What a token says, signed. `gen` is the generation of sessions it was issued in. */
export type Claims = {
  readonly sub: string;
  readonly wal: string;
  readonly role: Role;
  readonly gen: number;
};
export type Session = {
  readonly userId: UserId;
  readonly walletId: WalletId;
  readonly role: Role;
  readonly generation: number;
  readonly expiresAt: Instant;
};
export type SessionRefusal = { readonly code: 'session-invalid' | 'session-expired' | 'session-ended' };

export type Sessions = {
  readonly open: (user: User) => string;
  /** Who a token stands for: refused when it is forged, expired, or issued before the user's sessions were ended. */
  readonly read: (token: string) => Promise<Result<Session, SessionRefusal>>;
  /** Forgets what was known of a user, so that ended sessions are refused at once. */
  readonly forget: (userId: UserId) => void;
};

/** The part of @fastify/jwt that is needed here. */
type Signer = {
  readonly sign: (claims: Claims) => string;
  readonly verify: (token: string) => unknown;
};

/** A session that was ended on another node is refused here after this long at the latest. */
const rememberedMs = seconds(5);
const mostRemembered = 20_000;

type SessionsDeps = { readonly jwt: Signer; readonly store: Pick<Store, 'pool'>; readonly now: () => Instant };

export function createSessions(deps: SessionsDeps): Sessions {
  const read = remembering(deps);
  const known = new Map<UserId, { readonly generation: number; readonly readAt: Instant }>();
  const readGeneration = gather((ids: readonly UserId[]) => sessionGenerations(deps.store.pool, ids));

  const generationOf = async (userId: UserId): Promise<number | undefined> => {
    const now = deps.now();
    const remembered = known.get(userId);
    if (remembered && now - remembered.readAt < rememberedMs) return remembered.generation;
    const generation = await readGeneration(userId);
    known.delete(userId);
    if (generation === undefined) return undefined;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= mostRemembered) known.delete(oldest);
    known.set(userId, { generation, readAt: now });
    return generation;
  };

  return {
    open: (user) => deps.jwt.sign({ sub: user.id, wal: user.walletId, role: user.role, gen: user.sessionGeneration }),
    read: async (token) => {
      const session = read(token);
      if (!session.ok) return session;
      const generation = await generationOf(session.value.userId);
      return generation === session.value.generation ? session : refused({ code: 'session-ended' });
    },
    forget: (userId) => known.delete(userId),
  };
}

/** A token that was verified once says the same until it expires. */
function remembering({ jwt, now }: SessionsDeps): (token: string) => Result<Session, SessionRefusal> {
  const seen = new Map<string, Result<Session, never>>();
  return (token) => {
    const before = seen.get(token);
    if (before?.ok && before.value.expiresAt > now()) return before;
    seen.delete(token);
    const session = verified(jwt, token);
    if (!session.ok) return session;
    const [oldest] = seen.keys();
    if (oldest !== undefined && seen.size >= mostRemembered) seen.delete(oldest);
    seen.set(token, session);
    return session;
  };
}

function verified(jwt: Signer, token: string): Result<Session, SessionRefusal> {
  try {
    return ok(claims.parse(jwt.verify(token)));
  } catch (error) {
    const isExpired = error instanceof Error && 'code' in error && error.code === 'FAST_JWT_EXPIRED';
    return refused({ code: isExpired ? 'session-expired' : 'session-invalid' });
  }
}

const claims = z.object({ sub: z.uuid(), wal: z.uuid(), role: z.enum(roles), gen: z.int(), exp: z.int() }).transform(
  (token): Session => ({
    userId: token.sub as UserId,
    walletId: token.wal as WalletId,
    role: token.role,
    generation: token.gen,
    expiresAt: instant(seconds(token.exp)),
  }),
);
