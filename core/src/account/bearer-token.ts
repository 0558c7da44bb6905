/** Returns the token of an `Authorization: Bearer …` header (RFC 6750); undefined for any other header, or none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
