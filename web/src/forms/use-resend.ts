import { resendVerification } from '../api/accounts.ts';
import { useSave } from '../api/use-save.ts';

/** Sends the link that confirms an address once more. */
export const useResend = () =>
  useSave({ save: resendVerification, fallback: 'The link could not be sent. Please try again.' });
