import { msg, t } from '@touchline/core/language';
import type { ApiFailure } from '../../api/client.ts';

/** Why a log-in failed; `undefined` is a fault of this page. */
export function loginFailureText(failure: ApiFailure | undefined): string {
  if (!failure) return t(unexpected);
  if (failure.kind !== 'refused') return t('Network error. Please check your internet connection.');
  const { status, view } = failure;
  if (view.code === 'answer-unreadable') return t('Invalid login credentials. Please try again.');
  if (needsCode(failure) || hasPasskeyFailed(failure)) return view.error || t(unexpected);
  if (status === 400 || status === 401) return t('Invalid credentials. Please try again.');
  if (status === 404) return t('Account not found. Please check your email or sign up.');
  if (status === 429) return t('Too many login attempts. Please try again later.');
  if (status >= 500) return t('Server error. Please try again later.');
  return view.error || t(unexpected);
}

/** Returns whether the password was right but a code from the authentication app is required. */
export const needsCode = (failure: ApiFailure | undefined): boolean => hasCode(failure, 'totp-required', 'totp-wrong');

/** Returns whether the password was right but the address is not confirmed yet. */
export const isUnverified = (failure: ApiFailure | undefined): boolean => hasCode(failure, 'email-unverified');

const hasPasskeyFailed = (failure: ApiFailure): boolean => hasCode(failure, 'passkey-wrong', 'passkey-not-used');

const hasCode = (failure: ApiFailure | undefined, ...codes: readonly string[]): boolean =>
  failure?.kind === 'refused' && codes.includes(failure.view.code);

const unexpected = msg('An unexpected error occurred. Please try again.');
