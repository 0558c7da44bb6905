import { type ApiFailure, failureText, isWorthAnotherTry } from '../api/client.ts';

/** Why the link of a letter did nothing, and whether the same one may still do it. */
export type LinkFailure = { readonly message: string; readonly mayTryAgain: boolean };

/** What is said when the server gives no reason; the link itself may be good. */
export const unexplainedFailure = (message: string): LinkFailure => ({ message, mayTryAgain: true });

export const linkFailure = (failure: ApiFailure, { message }: LinkFailure): LinkFailure => ({
  message: failureText(failure, message),
  // A 400 is about what was typed: the link was not used up.
  mayTryAgain: isWorthAnotherTry(failure) || (failure.kind === 'refused' && failure.status === 400),
});
