import * as z from 'zod/mini';
import type { Instant } from '../../instant.ts';
import { schemaText } from '../../language/index.ts';
import { utcText } from '../utc-text.ts';

const base64url = z.string().check(z.maxLength(16_000), z.regex(/^[\w-]+$/));

/** The passkeys of the account, the oldest first. `usedAt`: the last login with it. */
export const passkeysView = z.object({
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.nullable(z.string()) }),
  ),
});
export type PasskeysView = z.infer<typeof passkeysView>;

type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
  readonly usedAt: Instant | null;
};
export const viewPasskeys = (passkeys: readonly Passkey[]): PasskeysView => ({
  passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    createdAt: utcText(createdAt),
    usedAt: usedAt === null ? null : utcText(usedAt),
  })),
});

/** What `navigator.credentials.create` takes, with its bytes in base64url. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;
/** A passkey created from `passkeyCreation`, as the browser returned it. */
export const newPasskeyRequest = z.object({
  name: z.string().check(z.trim(), z.minLength(1, schemaText('Please name the passkey')), z.maxLength(60)),
  credential: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
  }),
});
export type NewPasskeyRequest = z.input<typeof newPasskeyRequest>;
/** What `navigator.credentials.get` takes. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;
/** The challenge of `passkeyRequest`, signed by a passkey. */
export const passkeyLoginRequest = z.object({
  credential: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url,
    }),
  }),
});
export type PasskeyLoginRequest = z.input<typeof passkeyLoginRequest>;
