import type { CookieSerializeOptions } from '@fastify/cookie';

/** The name and options of a cookie that no script sees, no other site sends, and only the `/auth` routes need. */
export function authCookie(
  bareName: string,
  publicUrl: string,
): { readonly name: string; readonly options: CookieSerializeOptions } {
  const { protocol, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  // Browsers share cookies between the ports of a host: two copies of the product there must not overwrite each other's.
  const portName = `${bareName}${port && `-${port}`}`;
  return {
    // With the prefix no other subdomain can plant a cookie of this name. Browsers then insist on https and Path=/.
    name: isSecure ? `__Host-${portName}` : portName,
    options: { path: isSecure ? '/' : '/auth', httpOnly: true, sameSite: 'strict', secure: isSecure },
  };
}
