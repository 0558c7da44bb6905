import type { Renew } from './renew.ts';
import type { SessionActor } from './session.tsx';

const earlyMs = 60_000;
/** A clock that is wrong must not make us ask without end. */
const leastMs = 30_000;

/** Renews the token of whoever is logged in a minute before it expires, so that nothing they do has to wait for it. */
export function keepFresh(session: SessionActor, renew: Renew): void {
  let token: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    const current = session.getSnapshot().context.token;
    if (current === token) return;
    token = current;
    clearTimeout(timer);
    if (current !== undefined) plan(current);
  };
  const plan = (current: string) => {
    timer = setTimeout(
      async () => {
        const { kind } = await renew(current);
        if (kind === 'unreachable' && token === current) plan(current);
      },
      renewIn(current, Date.now()),
    );
  };
  session.subscribe(follow);
  follow();
}

/** In how many ms a token is to be renewed; what is no token of ours is left alone for a day. */
export function renewIn(token: string, now: number): number {
  const life = lifeOf(token);
  if (life === undefined) return aDayMs;
  const { expiresAt, lastsMs } = life;
  const least = Math.min(leastMs, lastsMs / 2);
  return Math.max(least, Math.min(expiresAt - Math.min(earlyMs, lastsMs / 2) - now, aDayMs));
}

const aDayMs = 86_400_000;

/** When a token expires and how long it lasts by its own words, which only the server can verify. */
function lifeOf(token: string): { readonly expiresAt: number; readonly lastsMs: number } | undefined {
  try {
    const body = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const exp: unknown = Reflect.get(claims, 'exp');
    const iat: unknown = Reflect.get(claims, 'iat');
    if (typeof exp !== 'number') return undefined;
    return { expiresAt: exp * 1_000, lastsMs: typeof iat === 'number' ? Math.max(exp - iat, 1) * 1_000 : aDayMs };
  } catch {
    return undefined;
  }
}
