import type { Renew } from './renew.ts';
import type { SessionActor } from './session.tsx';

const earlyMs = 60_000;
/** Keeps a wrong clock from causing endless requests. */
const leastMs = 30_000;

/** Renews the token a minute before it expires, so that no call has to wait for it. */
export function keepFresh(session: SessionActor, renew: Renew): void {
  let token: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    const current = session.getSnapshot().context.token;
    if (current === token) return;
    token = current;
    clearTimeout(timer);
    if (current !== undefined) schedule(current);
  };
  const schedule = (current: string) => {
    timer = setTimeout(
      async () => {
        const { kind } = await renew(current);
        if (kind === 'unreachable' && token === current) schedule(current);
      },
      renewIn(current, Date.now()),
    );
  };
  session.subscribe(follow);
  follow();
}

/** In how many milliseconds to renew a token; an unreadable one is left alone for a day. */
export function renewIn(token: string, now: number): number {
  const validity = validityOf(token);
  if (validity === undefined) return dayMs;
  const { expiresAt, validMs } = validity;
  const least = Math.min(leastMs, validMs / 2);
  return Math.max(least, Math.min(expiresAt - Math.min(earlyMs, validMs / 2) - now, dayMs));
}

const dayMs = 86_400_000;

/** When a token expires and how long it is valid, unverified. */
function validityOf(token: string): { readonly expiresAt: number; readonly validMs: number } | undefined {
  try {
    const body = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const exp: unknown = Reflect.get(claims, 'exp');
    const iat: unknown = Reflect.get(claims, 'iat');
    if (typeof exp !== 'number') return undefined;
    return { expiresAt: exp * 1_000, validMs: typeof iat === 'number' ? Math.max(exp - iat, 1) * 1_000 : dayMs };
  } catch {
    return undefined;
  }
}
