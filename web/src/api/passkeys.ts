import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import {
  type LoginAnswer,
  type OwnerProof,
  type PasskeysView,
  passkeyCreation,
  passkeyRequest,
  passkeysView,
} from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { type Answer, type ApiFailure, request } from './client.ts';
import { loginAnswer } from './first-shapes.ts';

// Asked for when a passkey is wanted: no first screen loads this file.

export const fetchPasskeys = (): Answer<PasskeysView> =>
  request(passkeysView, { method: 'GET', path: '/auth/passkeys' });

export const removePasskey = ({ id, ...body }: OwnerProof & { readonly id: string }): Answer<PasskeysView> =>
  request(passkeysView, { method: 'POST', path: `/auth/passkeys/${encodeURIComponent(id)}/remove`, body });

/** Makes a passkey on this device, or on one that the browser reaches, and adds it to the account. */
export async function addPasskey({ name, ...proof }: OwnerProof & { readonly name: string }): Answer<PasskeysView> {
  const begun = await request(passkeyCreation, { method: 'POST', path: '/auth/passkeys/begin', body: proof });
  if (!begun.ok) return begun;
  const credential = await fromDevice(() => startRegistration({ optionsJSON: begun.value }));
  if (!credential.ok) return credential;
  return request(passkeysView, {
    method: 'POST',
    path: '/auth/passkeys',
    body: { name, credential: credential.value },
  });
}

/** Logs in with a passkey that the browser lets the person choose. */
export async function logInWithPasskey(): Answer<LoginAnswer> {
  const begun = await request(passkeyRequest, { method: 'POST', path: '/auth/login/passkey/begin' });
  if (!begun.ok) return begun;
  const credential = await fromDevice(() => startAuthentication({ optionsJSON: begun.value }));
  if (!credential.ok) return credential;
  return request(loginAnswer, { method: 'POST', path: '/auth/login/passkey', body: { credential: credential.value } });
}

async function fromDevice<Credential>(ask: () => Promise<Credential>): Promise<Result<Credential, ApiFailure>> {
  if (!browserSupportsWebAuthn()) return notUsed('Passkeys do not work in this browser at this address.');
  try {
    return ok(await ask());
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return notUsed(
      isKnown ? 'This device has a passkey of your account already.' : 'No passkey was used. Please try again.',
    );
  }
}

const notUsed = (error: string): Result<never, ApiFailure> =>
  refused({ kind: 'refused', status: 0, view: { code: 'passkey-not-used', error } });
