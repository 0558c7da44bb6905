/**
 * POST /auth/logout. Nobody waits for it: whoever logs out is logged out here at once, and the page may close meanwhile. When it
 * does not arrive, the token ends by itself and the cookie is good for nothing without somebody who uses it.
 */
export async function logOut(token: string | undefined): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await fetch('/auth/logout', { method: 'POST', keepalive: true, headers }).catch(() => undefined);
}
