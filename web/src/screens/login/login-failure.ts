import type { ApiFailure } from '../../api/client.ts';

/** Why a login failed, in the words of the spec (§8). */
export function loginFailureText(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return 'Network error. Please check your internet connection.';
  const { status, view } = failure;
  if (view.code === 'answer-unreadable') return 'Invalid login credentials. Please try again.';
  if (status === 400 || status === 401) return 'Invalid credentials. Please try again.';
  if (status === 404) return 'Account not found. Please check your email or sign up.';
  if (status === 429) return 'Too many login attempts. Please try again later.';
  if (status >= 500) return 'Server error. Please try again later.';
  return view.error || unexpected;
}

export const unexpected = 'An unexpected error occurred. Please try again.';
