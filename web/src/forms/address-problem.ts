import { emailProblem } from '@touchline/core/account';

/** What is wrong with the address that a link is to be sent to. */
export const addressProblem = ({ email }: { readonly email: string }) => ({
  email: email.trim() === '' ? 'Please enter your email address' : emailProblem(email),
});
