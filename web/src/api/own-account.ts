import {
  type ChangePasswordRequest,
  type ChangeProfileRequest,
  type EndAllSessionsRequest,
  type MessageAnswer,
  messageAnswer,
  type NewRecoveryCodesRequest,
  type OwnerProof,
  type RecoveryCodesView,
  recoveryCodesView,
  type SessionsView,
  type SettingsView,
  sessionsView,
  settingsView,
  type TotpCodeRequest,
  type TotpDisableRequest,
  type TotpEnrolment,
  totpEnrolment,
  type UserView,
  userView,
} from '@touchline/core/contract';
import { type Answer, request } from './client.ts';

/** What one does with one's own account on the profile screen. */
export const changeProfile = (body: ChangeProfileRequest): Answer<UserView> =>
  request(userView, { method: 'PATCH', path: '/auth/me', body });

export const changePassword = (body: ChangePasswordRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/change-password', body });

export const fetchSettings = (): Answer<SettingsView> =>
  request(settingsView, { method: 'GET', path: '/auth/settings' });

export const fetchSessions = (): Answer<SessionsView> =>
  request(sessionsView, { method: 'GET', path: '/auth/sessions' });

export const endSession = (id: string): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'DELETE', path: `/auth/sessions/${encodeURIComponent(id)}` });

export const endAllSessions = (body: EndAllSessionsRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/sessions/end-all', body });

export const closeAccount = (body: OwnerProof): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/close-account', body });

/** For `download`: everything that is kept of oneself, as one JSON file. */
export const ownRecordsPath = '/auth/download';

/** The second factor. */
export const enrolTotp = (body: OwnerProof): Answer<TotpEnrolment> =>
  request(totpEnrolment, { method: 'POST', path: '/auth/totp/enrol', body });

export const renewRecoveryCodes = (body: NewRecoveryCodesRequest): Answer<RecoveryCodesView> =>
  request(recoveryCodesView, { method: 'POST', path: '/auth/totp/recovery-codes', body });

export const confirmTotp = (body: TotpCodeRequest): Answer<RecoveryCodesView> =>
  request(recoveryCodesView, { method: 'POST', path: '/auth/totp/confirm', body });

export const disableTotp = (body: TotpDisableRequest): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/auth/totp/disable', body });
