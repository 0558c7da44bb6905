import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import {
  accountEndpoints,
  credentialEndpoints,
  type LoginAnswer,
  type OwnerProof,
  type PasskeysView,
} from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { ok, type Result, refused } from '@touchline/core/result';
import { call } from './call.ts';
import type { Answer, ApiFailure } from './client.ts';

// Loaded only when a passkey is used or added.

/** Creates a passkey on this device, or on one that the browser reaches, and adds it to the account. */
export async function addPasskey({ name, ...proof }: OwnerProof & { readonly name: string }): Answer<PasskeysView> {
  const creation = await call(credentialEndpoints.beginPasskey, { body: proof });
  if (!creation.ok) return creation;
  const credential = await fromDevice(() => startRegistration({ optionsJSON: creation.value }));
  if (!credential.ok) return credential;
  return call(credentialEndpoints.addPasskey, { body: { name, credential: credential.value } });
}

/** Logs in with a passkey that the browser lets the user choose. */
export async function logInWithPasskey(): Answer<LoginAnswer> {
  const challenge = await call(accountEndpoints.beginPasskeyLogin);
  if (!challenge.ok) return challenge;
  const credential = await fromDevice(() => startAuthentication({ optionsJSON: challenge.value }));
  if (!credential.ok) return credential;
  const { userHandle } = credential.value.response;
  if (userHandle === undefined) return notUsed(t(noPasskey));
  const response = { ...credential.value.response, userHandle };
  return call(accountEndpoints.logInWithPasskey, { body: { credential: { ...credential.value, response } } });
}

const noPasskey = msg('No passkey was used. Please try again.');

async function fromDevice<Credential>(ask: () => Promise<Credential>): Promise<Result<Credential, ApiFailure>> {
  if (!browserSupportsWebAuthn()) return notUsed(t('Passkeys do not work in this browser at this address.'));
  try {
    return ok(await ask());
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return notUsed(isKnown ? t('This device has a passkey of your account already.') : t(noPasskey));
  }
}

const notUsed = (error: string): Result<never, ApiFailure> =>
  refused({ kind: 'refused', status: 0, view: { code: 'passkey-not-used', error } });
