import type {
  ConfirmBrowserRequest,
  EmailRequest,
  LoginAnswer,
  LoginRequest,
  MessageAnswer,
  RegisterAnswer,
  RegisterRequest,
  ResetPasswordRequest,
} from '@touchline/core/contract';
import { type Answer, request } from './client.ts';
import { loginAnswer, messageAnswer, registerAnswer } from './first-shapes.ts';

export const login = (body: LoginRequest): Answer<LoginAnswer> =>
  request(loginAnswer, { method: 'POST', path: '/auth/login', body });

export const register = (body: RegisterRequest): Answer<RegisterAnswer> =>
  request(registerAnswer, { method: 'POST', path: '/auth/register', body });

export const verifyEmail = (token: string): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'GET', path: `/auth/verify?token=${encodeURIComponent(token)}` });

export const confirmBrowser = (body: ConfirmBrowserRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/confirm-browser', body });

export const resendVerification = (body: EmailRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/resend-verification', body });

export const forgotPassword = (body: EmailRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/forgot-password', body });

export const resetPassword = (body: ResetPasswordRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/reset-password', body });
