import type { NewPasskeyRequest, PasskeyCreation, PasskeyLoginRequest, PasskeyRequest } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  createChallenge,
  type Device,
  listPasskeys,
  type NewPasskey,
  openSession,
  readPasskey,
  readUser,
  takeChallenge,
  type User,
  usePasskey,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { countPasskeyLogin, type TooManyAttempts } from './attempts.ts';
import type { LoggedIn } from './log-in.ts';

export type PasskeyDeps = { readonly db: Db; readonly publicUrl: string; readonly now: () => Instant };
/** One code for everything that can be wrong with a passkey's answer: an attacker must learn no more. */
export type PasskeyWrong = { readonly code: 'passkey-wrong' };
export type PasskeyLoginRefusal = TooManyAttempts | PasskeyWrong | { readonly code: 'email-unverified' };

// Loaded when first needed: with what it imports, it takes 5 MB of each process.
const webAuthn = () => import('@simplewebauthn/server');

const timeout = 300_000;
/** Bytes, as WebAuthn allows. */
const longestCredentialId = 1_023;
/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** Begins a new passkey. The browser refuses an authenticator that has a passkey of the account already. */
export async function beginPasskey({ db, publicUrl, now }: PasskeyDeps, user: User): Promise<PasskeyCreation> {
  const [known, { generateRegistrationOptions }] = await Promise.all([listPasskeys(db, user.id), webAuthn()]);
  const made = await generateRegistrationOptions({
    rpName: 'Touchline',
    rpID: new URL(publicUrl).hostname,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge: new Uint8Array(await createChallenge(db, user.id, now())),
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  });
  return {
    challenge: made.challenge,
    rp: { name: made.rp.name, id: new URL(publicUrl).hostname },
    user: made.user,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Checks an authenticator's answer to `beginPasskey`. */
export async function checkNewPasskey(
  { db, publicUrl, now }: PasskeyDeps,
  userId: UserId,
  { name, credential }: NewPasskeyRequest,
): Promise<Result<NewPasskey, PasskeyWrong>> {
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (challenge === undefined || !(await takeChallenge(db, challenge, userId, now()))) return wrong;
  const { verifyRegistrationResponse } = await webAuthn();
  const checked = await orUndefined(() =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...expectedOf(publicUrl, challenge),
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!checked?.verified) return wrong;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  if (Buffer.byteLength(id, 'base64url') > longestCredentialId) return wrong;
  return ok({ userId, name, credentialId: id, publicKey: Buffer.from(publicKey), counter });
}

/** Begins a login with any passkey of this product; the authenticator names the account. */
export async function beginPasskeyLogin({ db, publicUrl, now }: PasskeyDeps): Promise<PasskeyRequest> {
  const rpId = new URL(publicUrl).hostname;
  const challenge = (await createChallenge(db, null, now())).toString('base64url');
  return { challenge, rpId, timeout, userVerification: 'required' };
}

/**
 * Opens a session for a passkey that signed the challenge and verified its user. That is two factors, so it proves the second one
 * as well. An attempt counts for its network, and is uncounted when it was right.
 */
export async function logInWithPasskey(
  deps: PasskeyDeps,
  { credential }: PasskeyLoginRequest,
  device: Device,
): Promise<Result<LoggedIn, PasskeyLoginRefusal>> {
  const { db, publicUrl } = deps;
  const now = deps.now();
  const attempt = await countPasskeyLogin(db, device.address, now);
  if (!attempt.ok) return attempt;
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (challenge === undefined || !(await takeChallenge(db, challenge, null, now))) return wrong;
  const passkey = await readPasskey(db, credential.id);
  if (!passkey || credential.response.userHandle !== textOf(handleOf(passkey.userId))) return wrong;
  const { verifyAuthenticationResponse } = await webAuthn();
  const checked = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...expectedOf(publicUrl, challenge),
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    }),
  );
  if (!checked?.verified) return wrong;
  const user = await readUser(db, passkey.userId);
  if (!user) return wrong;
  if (user.emailVerifiedAt === null) return refused({ code: 'email-unverified' });
  const session = await db.transaction().execute(async (trx) => {
    const isUsed = await usePasskey(trx, passkey, checked.authenticationInfo.newCounter, now);
    return isUsed ? openSession(trx, user.id, device, now, 'second-factor') : undefined;
  });
  if (!session) return wrong;
  await attempt.value();
  return ok({ user, session });
}

const wrong: Result<never, PasskeyWrong> = refused({ code: 'passkey-wrong' });

const expectedOf = (publicUrl: string, expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
  requireUserVerification: true,
});

/** Authenticators know an account by the bytes of its id. */
const handleOf = (userId: UserId) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws when a check fails. It reads no database, so no other error is hidden. */
async function orUndefined<Checked>(check: () => Promise<Checked>): Promise<Checked | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
