import type { ApiFailure } from '../../api/client.ts';

/** Why a login failed, in the words of the spec (§8); a code that is missing or wrong is told by the server's own words. */
export function loginFailureText(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return 'Network error. Please check your internet connection.';
  const { status, view } = failure;
  if (view.code === 'answer-unreadable') return 'Invalid login credentials. Please try again.';
  if (wantsCode(failure) || isOfPasskey(failure)) return view.error || unexpected;
  if (status === 400 || status === 401) return 'Invalid credentials. Please try again.';
  if (status === 404) return 'Account not found. Please check your email or sign up.';
  if (status === 429) return 'Too many login attempts. Please try again later.';
  if (status >= 500) return 'Server error. Please try again later.';
  return view.error || unexpected;
}

/** The password was right, and the account asks for the code of an authentication app as well. */
export const wantsCode = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && ['totp-required', 'totp-wrong'].includes(failure.view.code);

/** A passkey was not accepted, or none was used. */
const isOfPasskey = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && ['passkey-wrong', 'passkey-not-used'].includes(failure.view.code);

/** The password was right, but the address still waits for its confirmation. */
export const isUnverified = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && failure.view.code === 'email-unverified';

export const unexpected = 'An unexpected error occurred. Please try again.';
