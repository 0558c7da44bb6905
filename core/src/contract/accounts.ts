import { z } from 'zod';
import {
  credentialWords,
  isEmail,
  meetsAllRequirements,
  minNameLength,
  minPasswordLength,
  normalEmail,
  roles,
} from '../account/index.ts';
import { walletView } from './wallet.ts';

const email = z.string().trim().refine(isEmail, credentialWords.emailInvalid).transform(normalEmail);
const password = z.string().min(minPasswordLength, credentialWords.passwordTooShort).max(200);

/** POST /auth/login */
export const loginRequest = z.object({ email, password });
export type LoginRequest = z.input<typeof loginRequest>;

export const userView = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) });
export type UserView = z.infer<typeof userView>;
export const loginAnswer = z.object({ accessToken: z.string(), user: userView });
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** POST /auth/register → 201 registerAnswer */
export const registerRequest = z.object({
  email,
  name: z.string().trim().min(minNameLength, credentialWords.nameTooShort).max(60),
  password,
});
export type RegisterRequest = z.input<typeof registerRequest>;
export const registerAnswer = z.object({ user: userView });
export type RegisterAnswer = z.infer<typeof registerAnswer>;

/** GET /auth/me: `balance` in dollars is the cash of the wallet (spec §3). */
export const profileView = userView.extend({
  balance: z.number(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  wallet: walletView,
});
export type ProfileView = z.infer<typeof profileView>;

/** POST /auth/forgot-password and /auth/resend-verification: the answer is the same whether the address is known or not. */
export const emailRequest = z.object({ email });
export type EmailRequest = z.input<typeof emailRequest>;

/** POST /auth/reset-password */
export const resetPasswordRequest = z.object({
  token: z.string().min(1),
  password: z.string().max(200).refine(meetsAllRequirements, 'Please ensure your password meets all requirements'),
});
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>;

/** GET /auth/verify?token */
export const tokenQuery = z.object({ token: z.string().min(1) });

export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;
