import {
  accountEndpoints,
  accountRefusalView,
  type LinkRefusal,
  linkRefusalView,
  viewUser,
} from '@touchline/core/contract';
import { schemaText } from '@touchline/core/language';
import { ok } from '@touchline/core/result';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { askedLanguage } from '../http/request-language.ts';
import { type PasswordDeps, resetPassword } from './change-password.ts';
import type { DeviceCookie } from './devices.ts';
import { type LinkEmailDeps, type RegisterDeps, register, sendLink, verifyEmail } from './registration.ts';
import type { RegistrationCookie } from './registration-cookie.ts';

export type RegistrationRouteDeps = RegisterDeps &
  LinkEmailDeps &
  PasswordDeps & { readonly deviceCookie: DeviceCookie; readonly registrationCookie: RegistrationCookie };

/** One shared limit for all attempts by guests. */
export const guestLimit = { config: { rateLimit: { max: 60, timeWindow: '15 minutes', groupId: 'accounts' } } };

/** Registration, and the emails that verify an address or reset a password. */
export function registrationRoutes(deps: RegistrationRouteDeps): readonly Route[] {
  const { deviceCookie, registrationCookie, now } = deps;
  return [
    handleRefusing(
      accountEndpoints.register,
      accountRefusalView,
      async ({ body, request, reply }) => {
        const browserIds = deviceCookie.mark(request, reply);
        const opened = await register(deps, body, {
          browserIds,
          requestId: request.id,
          language: askedLanguage(request),
        });
        if (!opened.ok) return opened;
        registrationCookie.set(reply, opened.value, now());
        return ok({ user: viewUser(opened.value) });
      },
      guestLimit,
    ),
    handleRefusing(
      accountEndpoints.verifyEmail,
      linkRefusalView('verification'),
      async ({ query }) => {
        const verified = await verifyEmail(deps, query.token);
        return verified.ok ? ok({ message: schemaText('Your email address is verified.') }) : verified;
      },
      guestLimit,
    ),
    handle(
      accountEndpoints.resendVerification,
      async ({ body }) => {
        await sendLink(deps, 'verify-email', body.email);
        return {
          message: schemaText('If this address has an account that is not verified yet, a new link is on its way.'),
        };
      },
      guestLimit,
    ),
    handle(
      accountEndpoints.forgotPassword,
      async ({ body }) => {
        await sendLink(deps, 'reset-password', body.email);
        return { message: schemaText('Reset instructions sent to your email') };
      },
      guestLimit,
    ),
    handleRefusing(
      accountEndpoints.resetPassword,
      resetRefusalView,
      async ({ body, request, reply }) => {
        const changed = await resetPassword(deps, body);
        if (!changed.ok) return changed;
        // The owner read the email: attempts of strangers must not keep this browser from logging in.
        if (changed.value) deviceCookie.remember(request, reply, changed.value.email);
        return ok({ message: schemaText('Password reset successfully') });
      },
      guestLimit,
    ),
  ];
}

const resetRefusalView = (refusal: LinkRefusal | { readonly code: 'password-guessable' }) =>
  refusal.code === 'password-guessable' ? accountRefusalView(refusal) : linkRefusalView('reset')(refusal);
