import { type LoginAnswer, recoveryCodesView, totpEnrolment, withdrawAnswer } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { changeRole } from '@touchline/store/accounts';
import { connect } from '@touchline/store/connect';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Call, type Credentials, call, demoBettor, logIn, registerBettor } from './bettor.ts';
import { newVisitor, startLoggedIn } from './on-screen.ts';
import type { OpenProduct } from './open-product.ts';

const { password } = demoBettor;
export const demoAdmin: Credentials = { email: 'admin@touchline.test', password };
export const demoAuditor: Credentials = { email: 'auditor@touchline.test', password };

/** A bettor who has registered, followed the link in the email, and is logged in. */
export async function newBettor({ url, sandbox }: OpenProduct, name: string): Promise<LoginAnswer> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@players.test`;
  await registerBettor(url, { name, email, password });
  const { links } = await sandbox.emailTo(email);
  const link = links.find((each) => each.includes('/verify?token='));
  if (link === undefined) throw new Error(`The email to ${email} has no link.`);
  const verified = await fetch(`${url}/auth/verify${new URL(link).search}`, {
    headers: { accept: 'application/json' },
  });
  if (!verified.ok) throw new Error(`${email} was not verified: ${verified.status}`);
  return (await logIn(url, { email, password })).session;
}

/** Another admin with a second factor. No one becomes an admin through the product: the operator changes the role. */
export async function newAdmin(product: OpenProduct, name: string): Promise<LoginAnswer> {
  const bettor = await newBettor(product, name);
  const { user } = bettor;
  const enrolment = await callAs(product.url, bettor, '/auth/totp/enrol', { body: { password } });
  const { secret } = totpEnrolment.parse(enrolment);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await callAs(product.url, bettor, '/auth/totp/confirm', { body: { code } });
  const [recoveryCode] = recoveryCodesView.parse(confirmed).recoveryCodes;
  const owner = connect(product.ownerUrl, { max: 1, applicationName: 'touchline-e2e' });
  try {
    await changeRole(owner.db, user.id as UserId, 'admin', instant(Date.now()));
  } finally {
    await owner.close();
  }
  return (await logIn(product.url, { email: user.email, password, totp: recoveryCode })).session;
}

/** A browser context with a session. */
export async function visitorAs(browser: Browser, url: string, session: LoginAnswer): Promise<BrowserContext> {
  const visitor = await newVisitor(browser, url);
  await startLoggedIn(visitor, session);
  return visitor;
}

/** Calls the api with a session. @throws when it is refused */
export const callAs = (url: string, { accessToken: token }: LoginAnswer, path: string, asked: Call = {}) =>
  call(`${url}${path}`, { ...asked, token });

/** Requests a withdrawal to a bank account, as the form does, and returns its id. */
export async function requestWithdrawal(url: string, session: LoginAnswer, amount: number): Promise<string> {
  const body = {
    amount,
    withdrawalMethod: 'bank_transfer',
    bankName: 'First Bank',
    accountHolder: session.user.name,
    iban: 'NL91ABNA0417164300',
    password,
  };
  const { transactionId } = withdrawAnswer.parse(await callAs(url, session, '/payment/withdraw', { body }));
  return transactionId;
}
