import { z } from 'zod';
import { totpEnrolRequest } from './accounts.ts';

const base64url = z
  .string()
  .max(16_000)
  .regex(/^[\w-]+$/);

/** GET /auth/passkeys: the passkeys of the account, the oldest first. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** The last log-in with it. */
  usedAt: z.string().nullable(),
});
export const passkeysView = z.object({ passkeys: z.array(passkeyView) });
export type PasskeysView = z.infer<typeof passkeysView>;
/** POST /auth/passkeys/begin → passkeyCreation, and POST /auth/passkeys/:id/remove: `code` where the second factor is on. */
export const passkeyProof = totpEnrolRequest;
export type PasskeyProof = z.input<typeof passkeyProof>;
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
/** POST /auth/passkeys → passkeysView: a passkey that was made for `passkeyCreation`, as the browser answered. */
export const newPasskeyRequest = z.object({
  name: z.string().trim().min(1, 'Please name the passkey').max(60),
  credential: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
  }),
});
export type NewPasskeyRequest = z.input<typeof newPasskeyRequest>;
/** POST /auth/login/passkey/begin: what `navigator.credentials.get` takes. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;
/** POST /auth/login/passkey → loginAnswer: the challenge of `passkeyRequest`, signed by a passkey. */
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
