import { accountEndpoints, type EmailRequest } from '@touchline/core/contract';
import { call } from '../api/call.ts';
import { useSave } from '../api/use-save.ts';

/** Sends the link that verifies an address again. */
export const useResend = () =>
  useSave({
    save: (body: EmailRequest) => call(accountEndpoints.resendVerification, { body }),
    fallback: 'The link could not be sent. Please try again.',
  });
