import {
  type EmailRequest,
  type LoginAnswer,
  type LoginRequest,
  loginAnswer,
  type MessageAnswer,
  messageAnswer,
  type ProfileView,
  profileView,
  type RegisterAnswer,
  type RegisterRequest,
  type ResetPasswordRequest,
  registerAnswer,
} from '@touchline/core/contract';
import { refused } from '@touchline/core/result';
import { type Answer, call } from './client.ts';
import { readToken } from './token.ts';

export const login = (body: LoginRequest): Answer<LoginAnswer> =>
  call(loginAnswer, { method: 'POST', path: '/auth/login', body });

export const register = (body: RegisterRequest): Answer<RegisterAnswer> =>
  call(registerAnswer, { method: 'POST', path: '/auth/register', body });

/** GET /auth/me: the profile with the balance. Spec §6: without a stored token it fails before it asks. */
export async function fetchProfile(): Answer<ProfileView> {
  if (readToken()) return call(profileView, { method: 'GET', path: '/auth/me' });
  const view = { code: 'no-token', error: 'No authentication token found' };
  return refused({ kind: 'refused', status: 401, view });
}

export const verifyEmail = (token: string): Answer<MessageAnswer> =>
  call(messageAnswer, { method: 'GET', path: `/auth/verify?token=${encodeURIComponent(token)}` });

export const resendVerification = (body: EmailRequest): Answer<MessageAnswer> =>
  call(messageAnswer, { method: 'POST', path: '/auth/resend-verification', body });

export const forgotPassword = (body: EmailRequest): Answer<MessageAnswer> =>
  call(messageAnswer, { method: 'POST', path: '/auth/forgot-password', body });

export const resetPassword = (body: ResetPasswordRequest): Answer<MessageAnswer> =>
  call(messageAnswer, { method: 'POST', path: '/auth/reset-password', body });
