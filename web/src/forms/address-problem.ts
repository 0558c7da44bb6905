import { emailProblem } from '@touchline/core/account';

/** What is wrong with the address for a link. */
export const addressProblem = ({ email }: { readonly email: string }) => ({
  email: email.trim() === '' ? 'Please enter your email address' : emailProblem(email),
});
