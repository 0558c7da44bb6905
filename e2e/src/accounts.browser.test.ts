import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerInstead, answerReally, cutOff, holdAnswer } from './answers.ts';
import { demoBettor, logIn, registerBettor } from './bettor.ts';
import { balanceSeen, glimpsed, logInOnScreen, newVisitor, openPage, seen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { callAs, newAdmin, newBettor, visitorAs } from './people.ts';
import { pass, staysFor, stoppable, stopTime } from './stopped-time.ts';
import { until } from './until.ts';
import { depositPanel } from './wallet-forms.ts';

// One product and one guest for the whole file. What the server would say is answered on the wire only where the real one has no
// reason to say it.
let product: OpenProduct;
let browser: Browser;
let guest: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: rarePolls }), openBrowser()]);
  guest = await newVisitor(browser, product.url);
  await stoppable(guest);
});
afterEach(async () => {
  for (const page of guest.pages()) await page.close();
  await guest.clearCookies();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const { password } = demoBettor;
const refusal = { code: 'any', error: 'The words of the server' };
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const said = (page: Page, words: string) => page.getByText(words, { exact: true });
/** Of what follows a press a moment later. */
const patiently = { timeout: 60_000 } as const;
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** What the page has in the middle, without menus and bars. */
const linkTo = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const linksIn = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('A1 the login has its title, two fields, a button that reveals the password, and links to register and reset', async () => {
  const page = await openPage(guest, '/login');
  await seen(titled(page, 'Welcome back'), page.getByRole('button', { name: 'Log in', exact: true }));
  expect(await field(page, 'Email').getAttribute('type')).toBe('email');
  await isShownOnDemand(page, 'Password');
  await linkTo(page, 'Sign up').click();
  await page.waitForURL(`${product.url}/register`);
  await page.goBack();
  await linkTo(page, 'Forgot password?').click();
  await page.waitForURL(`${product.url}/forgot-password`);
});

test('A2 the login shows validation errors beside the fields', async () => {
  const page = await openPage(guest, '/login');
  await logInOnScreen(page, { email: 'nobody', password: '1234567' });
  await complains(page, { Email: 'Invalid email address', Password: 'Password must be at least 8 characters' });
});

test('A3 a login shows a success notice and opens Home a second later', async () => {
  const member = await newVisitor(browser, product.url);
  await stoppable(member);
  const page = await openPage(member, '/login');
  await seen(titled(page, 'Welcome back'));
  await stopTime(page);
  await logInOnScreen(page, demoBettor);
  await seen(said(page, 'Logged in successfully!'));
  await pass(page, 900);
  expect(pathOf(page)).toBe('/login');
  await pass(page, 200);
  await page.waitForURL(`${product.url}/`);
  await balanceSeen(page, '$1,000.00');
  await member.close();
});

const badTimes: readonly (readonly [answer: { readonly status?: number; readonly body?: unknown }, words: string])[] = [
  [{ status: 400, body: refusal }, 'Invalid credentials. Please try again.'],
  [{ status: 404, body: refusal }, 'Account not found. Please check your email or sign up.'],
  [{ status: 401, body: refusal }, 'Invalid credentials. Please try again.'],
  [{ status: 429, body: refusal }, 'Too many login attempts. Please try again later.'],
  [{ status: 500, body: refusal }, 'Server error. Please try again later.'],
  [{ status: 418, body: refusal }, 'The words of the server'],
  [{ status: 503 }, 'Server error. Please try again later.'],
  [{ status: 418 }, 'An unexpected error occurred. Please try again.'],
  [{ body: { user: null } }, 'Invalid login credentials. Please try again.'],
  [{ status: 429 }, 'Too many login attempts. Please try again later.'],
  [{}, 'Invalid login credentials. Please try again.'],
];

test('A4 A5 A6 A7 A8 A9 A10 every kind of failed login shows its own message, and can be retried', async () => {
  const page = await openPage(guest, '/login');
  const alert = (words: string) => page.getByRole('alert').getByText(words, { exact: true });
  await cutOff(page, 'POST /auth/login');
  await logInOnScreen(page, demoBettor);
  await seen(alert('Network error. Please check your internet connection.'));
  for (const [answer, words] of badTimes) {
    await answerInstead(page, 'POST /auth/login', answer);
    await press(page, 'Log in');
    await seen(alert(words));
  }
  expect(pathOf(page)).toBe('/login');
});

test('A11 after ten wrong passwords the server answers 429, even to the right one', async () => {
  const page = await openPage(guest, '/login');
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/auth/login')) statuses.push(answer.status());
  });
  const email = 'admin@touchline.test';
  for (let wrong = 0; wrong < 10; wrong += 1) {
    await logInOnScreen(page, { email, password: `wrong password ${wrong}` });
    await until(`answer ${wrong + 1}`, async () => (statuses.length > wrong ? true : undefined));
    await seen(page.getByRole('alert').getByText('Invalid credentials. Please try again.', { exact: true }));
  }
  await logInOnScreen(page, { email, password });
  await seen(page.getByRole('alert').getByText('Too many login attempts. Please try again later.', { exact: true }));
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test('A12 the registration has its title, four fields, buttons that reveal passwords, and a link to the login', async () => {
  const page = await openPage(guest, '/register');
  await seen(titled(page, 'Get started now'), page.getByRole('button', { name: 'Register', exact: true }));
  await seen(field(page, 'Username'), field(page, 'Email'));
  await isShownOnDemand(page, 'Password');
  await isShownOnDemand(page, 'Confirm Password');
  await linkTo(page, 'Login now').click();
  await page.waitForURL(`${product.url}/login`);
});

test('A13 the registration shows validation errors beside the fields', async () => {
  const page = await openPage(guest, '/register');
  await register(page, { name: 'Al', email: 'al@', password: '1234567', confirm: '12345678' });
  await complains(page, {
    Username: 'Username must be at least 3 characters',
    Email: 'Invalid email address',
    Password: 'Password must be at least 8 characters',
    'Confirm Password': "Passwords don't match",
  });
  const most = ['Username', 'Password', 'Confirm Password'].map((name) => field(page, name).getAttribute('maxlength'));
  expect(await Promise.all(most)).toEqual(['60', '200', '200']);
});

test('A14 a registration opens Home with a notice that stays for five seconds', async () => {
  const page = await openPage(guest, '/register');
  await seen(titled(page, 'Get started now'));
  await stopTime(page);
  await register(page, { name: 'Ada Lovelace', email: 'ada@players.test', password, confirm: password });
  await page.waitForURL(`${product.url}/`);
  await staysFor(page, said(page, 'Register Successfull, Please check your email to continue'), 5_000);
});

test("A15 a failed registration shows the server's reason, that there was no response, or that there is no connection", async () => {
  const page = await openPage(guest, '/register');
  const ada = { name: 'Ada Lovelace', email: 'twice@players.test', password, confirm: password };
  await registerBettor(product.url, ada);
  await answerInstead(page, 'POST /auth/register', {});
  await Promise.all([glimpsed(page, 'Something went wrong. Please try again'), register(page, ada)]);
  await cutOff(page, 'POST /auth/register');
  await Promise.all([glimpsed(page, 'Something went wrong. Please try again.'), press(page, 'Register')]);
  await answerInstead(page, 'POST /auth/register', { body: { error: 'Not from this country' } });
  await Promise.all([glimpsed(page, 'Not from this country'), press(page, 'Register')]);
  await answerReally(page, 'POST /auth/register');
  await Promise.all([glimpsed(page, 'An account with this email address already exists.'), press(page, 'Register')]);
  expect(pathOf(page)).toBe('/register');
});

test('A16 A17 A19 a password reset asks for an address, shows that it is sending, and says where the email went', async () => {
  await registerBettor(product.url, { name: 'Grace', email: 'grace@players.test', password });
  const page = await openPage(guest, '/forgot-password');
  await press(page, 'Send Reset Link');
  await complains(page, { Email: 'Please enter your email address' });
  const answer = await holdAnswer(page, 'POST /auth/forgot-password');
  await field(page, 'Email').fill('grace@players.test');
  await press(page, 'Send Reset Link');
  const sending = page.getByRole('button', { name: 'Sending...', exact: true });
  await seen(sending);
  expect(await sending.isDisabled()).toBe(true);
  await Promise.all([glimpsed(page, 'Reset instructions sent to your email'), answer.release()]);
  await seen(
    titled(page, 'Check Your Email'),
    page.getByRole('status').getByText('grace@players.test', { exact: true }),
    page.getByRole('status').getByText(/spam/),
  );
  await linkIn('grace@players.test', '/reset-password?token=');
  await press(page, 'Try another email');
  await seen(page.getByRole('button', { name: 'Send Reset Link', exact: true }));
  await linkTo(page, 'Back to login').click();
  await page.waitForURL(`${product.url}/login`);
});

test('A18 a failed password reset request shows an error', async () => {
  const page = await openPage(guest, '/forgot-password');
  await answerInstead(page, 'POST /auth/forgot-password', {});
  await field(page, 'Email').fill('grace@players.test');
  await press(page, 'Send Reset Link');
  await seen(page.getByRole('alert').getByText('Something went wrong. Please try again', { exact: true }));
  for (const fail of [
    () => cutOff(page, 'POST /auth/forgot-password'),
    () => answerInstead(page, 'POST /auth/forgot-password', { status: 500 }),
  ]) {
    await fail();
    await press(page, 'Send Reset Link');
    await seen(page.getByRole('alert').getByText('An unexpected error occurred', { exact: true }));
  }
});

test('A20 A29 a login with an unverified address is refused and offers another email, whose link verifies it', async () => {
  const mary = { name: 'Mary', email: 'mary@players.test', password };
  await registerBettor(product.url, mary);
  const first = await linkIn(mary.email, '/verify?token=');
  const page = await openPage(guest, '/login');
  await logInOnScreen(page, mary);
  await seen(said(page, 'Please verify your email address before you log in.'));
  await linkTo(page, 'Resend verification email').click();
  await page.waitForURL(`${product.url}/resend-verification`);
  await field(page, 'Email').fill(mary.email);
  await press(page, 'Send a new link');
  await seen(titled(page, 'Check Your Email'));
  const second = await until('another email', async () => {
    const link = await linkIn(mary.email, '/verify?token=');
    return link === first ? undefined : link;
  });

  const answer = await holdAnswer(page, 'GET /auth/verify');
  await page.goto(second);
  await seen(page.getByRole('status').getByText('Verifying your email...', { exact: true }));
  answer.release();
  await seen(titled(page, 'Email Verified!'));
  expect(await linksIn(page)).toEqual(['/login', '/']);
  await linkTo(page, 'Log in').click();
  await page.waitForURL(`${product.url}/login`);
  await logInOnScreen(page, mary);
  await balanceSeen(page, '$0.00');
  await logOut(page);
});

test('A21 A22 a failed verification shows the reason and a link to support, and retries after a network error', async () => {
  const page = await openPage(guest, '/verify?token=made-up');
  await seen(titled(page, 'Verification Failed'), said(page, 'This verification link is not valid.'));
  expect(await linksIn(page)).toEqual(['/resend-verification', '/support', '/']);
  await page.goto('/verify');
  await seen(titled(page, 'Verification Failed'), said(page, 'Verification token is missing'));

  await registerBettor(product.url, { name: 'Joan', email: 'joan@players.test', password });
  await cutOff(page, 'GET /auth/verify');
  await page.goto(await linkIn('joan@players.test', '/verify?token='));
  await seen(said(page, 'Network error. Please check your internet connection.'));
  await answerReally(page, 'GET /auth/verify');
  await press(page, 'Try Again');
  await seen(titled(page, 'Email Verified!'));
});

test('A23 A24 A25 the new-password form checks off its rules, shows the strength, and rejects a weak or mistyped password', async () => {
  const page = await openPage(guest, '/reset-password?token=made-up');
  await seen(page.getByRole('button', { name: 'Reset Password', exact: true }));
  await isShownOnDemand(page, 'New Password');
  await seen(field(page, 'Confirm Password'));
  const meter = page.getByRole('meter', { name: 'Password strength' });
  const ticked = async () => {
    const lines = await page.getByRole('listitem').filter({ hasText: ', done' }).allTextContents();
    return lines.map((line) => line.replace(', done', ''));
  };
  for (const [typed, label, done] of [
    ['', 'Very Weak', []],
    ['a', 'Weak', ['One lowercase letter']],
    ['aB', 'Fair', ['One uppercase letter', 'One lowercase letter']],
    ['aB1', 'Good', ['One uppercase letter', 'One lowercase letter', 'One number']],
    ['aB1!', 'Strong', ['One uppercase letter', 'One lowercase letter', 'One number', 'One special character']],
    [
      'aB1!efgh',
      'Very Strong',
      ['At least 8 characters', 'One uppercase letter', 'One lowercase letter', 'One number', 'One special character'],
    ],
  ] as const) {
    await field(page, 'New Password').fill(typed);
    await seen(said(page, label));
    expect([await meter.getAttribute('value'), await ticked()]).toEqual([String(done.length), done]);
  }
  await field(page, 'New Password').fill('aB1!');
  await field(page, 'Confirm Password').fill('aB1?');
  await press(page, 'Reset Password');
  await complains(page, {
    'New Password': 'Please ensure your password meets all requirements',
    'Confirm Password': 'Passwords do not match',
  });
});

test('A26 A27 A28 a reset changes the password, its link works once, and a bad link offers another', async () => {
  const session = await newBettor(product, 'Dorothy');
  const { email } = session.user;
  const page = await openPage(guest, '/forgot-password');
  await field(page, 'Email').fill(email);
  await press(page, 'Send Reset Link');
  await seen(titled(page, 'Check Your Email'));
  const link = await linkIn(email, '/reset-password?token=');
  const choose = async (fresh: string) => {
    await page.goto(link);
    await field(page, 'New Password').fill(fresh);
    await field(page, 'Confirm Password').fill(fresh);
    await press(page, 'Reset Password');
  };
  const error = 'This password is easy to guess. Choose another one.';
  await answerInstead(page, 'POST /auth/reset-password', { status: 400, body: { code: 'password-guessable', error } });
  await choose('Password1!');
  await seen(said(page, error), titled(page, 'Reset password'));
  await answerReally(page, 'POST /auth/reset-password');
  await field(page, 'New Password').fill('Vaughan-1939');
  await field(page, 'Confirm Password').fill('Vaughan-1939');
  const answer = await holdAnswer(page, 'POST /auth/reset-password');
  await press(page, 'Reset Password');
  await seen(page.getByRole('button', { name: 'Reset Password', exact: true }).and(page.locator('[aria-busy="true"]')));
  await Promise.all([glimpsed(page, 'Password reset successfully'), answer.release()]);
  await seen(titled(page, 'Password Reset Successfully'));
  expect(await linksIn(page)).toEqual(['/login']);
  await choose('Johnson-1939');
  await seen(titled(page, 'Password Reset Failed'), said(page, 'This reset link was already used.'));
  expect(await linksIn(page)).toEqual(['/forgot-password', '/support', '/']);
  await seen(linkTo(page, 'Request New Reset Link'));
  await page.goto('/reset-password');
  await seen(titled(page, 'Password Reset Failed'), said(page, 'Reset token is missing'));

  await page.goto('/login');
  await logInOnScreen(page, { email, password });
  await seen(said(page, 'Invalid credentials. Please try again.'));
  await logInOnScreen(page, { email, password: 'Vaughan-1939' });
  await balanceSeen(page, '$0.00');
  await logOut(page);
});

test('A30 the profile shows the account, changes the password, and ends other sessions or all of them', async () => {
  const { user } = await newBettor(product, 'Hedy Lamarr');
  const [here, there] = [await newVisitor(browser, product.url), await newVisitor(browser, product.url)];
  const [page, elsewhere] = await Promise.all(
    [here, there].map((visitor) => openPage(visitor, '/login?from=%2Fprofile')),
  );
  if (!page || !elsewhere) throw new Error('Two pages are open.');
  await Promise.all([page, elsewhere].map((each) => logInOnScreen(each, { email: user.email, password })));
  await Promise.all([page, elsewhere].map((each) => seen(titled(each, 'Profile'))));
  const main = page.getByRole('main');
  await seen(main.getByText('Hedy Lamarr', { exact: true }), main.getByText(user.email, { exact: true }));
  const row = (name: string) => main.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition');
  await expect.poll(() => row('Member since').textContent(), patiently).toContain(String(new Date().getUTCFullYear()));
  await expect.poll(() => row('Email').textContent(), patiently).toContain('Verified');

  const sessions = main.getByRole('region', { name: 'Sessions', exact: true });
  await seen(sessions.getByText('This device', { exact: true }));
  await page.reload();
  await until('all three sessions', async () =>
    (await sessions.getByRole('listitem').count()) === 3 ? true : undefined,
  );
  await press(page, 'Sign out everywhere else');
  await seen(elsewhere.getByRole('banner').getByRole('link', { name: 'Login', exact: true }));
  await until('one session', async () => ((await sessions.getByRole('listitem').count()) === 1 ? true : undefined));

  await press(page, 'Change password');
  await field(page, 'Current Password').fill('not the one');
  await field(page, 'New Password').fill('Frequency-1942');
  await field(page, 'Confirm Password').fill('Frequency-1942');
  await press(page, 'Save new password');
  await seen(main.getByRole('alert'));
  await field(page, 'Current Password').fill(password);
  await press(page, 'Save new password');
  await seen(said(page, 'Your password is changed. All other sessions have been signed out.'));
  await logIn(product.url, { email: user.email, password: 'Frequency-1942' });

  await press(page, 'Sign out everywhere');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, sign out everywhere', exact: true }).click();
  await page.waitForURL(`${product.url}/`);
  await seen(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }));
  await Promise.all([here.close(), there.close()]);
});

test('the link of the email logs in the browser that registered, also when the page that waited for it logs in first', async () => {
  const visitor = await newVisitor(browser, product.url);
  const page = await openPage(visitor, '/register');
  const email = 'iris.first@players.test';
  await register(page, { name: 'Iris First', email, password, confirm: password });
  await page.waitForURL(`${product.url}/`);
  const link = await linkIn(email, '/verify?token=');
  const { promise: isLoggedIn, resolve: letVerify } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => pathname === '/auth/verify',
    async (route) => {
      const response = await route.fetch();
      await isLoggedIn;
      await route.fulfill({ response });
    },
  );
  // Until the profile is there, the registration counts as pending, and the screen asks for a session too.
  const profile = await holdAnswer(page, 'GET /auth/me');
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/login/registration') && answer.status() === 401,
  );
  await page.goto(link);
  await until('a session', async () => (await page.evaluate("localStorage.getItem('token')")) ?? undefined);
  letVerify();
  await refused;
  profile.release();
  await Promise.all([page.waitForURL(`${product.url}/`), balanceSeen(page, '$0.00')]);
  await visitor.close();
});

test('attack: an excluded bettor registers again with a variant of the address: the account is on hold, and an admin sees why and lifts it', async () => {
  const player = await newVisitor(browser, product.url);
  const page = await openPage(player, '/register');
  const join = async (email: string) => {
    await page.goto('/register');
    await register(page, { name: 'Rosa Park', email, password, confirm: password });
    await page.waitForURL(`${product.url}/`);
    // Verifying logs this browser in.
    await page.goto(await linkIn(email, '/verify?token='));
    await balanceSeen(page, '$0.00');
  };
  const tryDeposit = async () => {
    await page.goto('/deposit');
    await depositPanel(page).getByLabel('Amount', { exact: true }).fill('20');
    await depositPanel(page).locator('label:has(input[value="creditcard"])').click();
    await depositPanel(page).locator('button[type="submit"]').click();
  };
  const [first, variant] = ['rosa.park@gmail.com', 'r.osapark+new@googlemail.com'];
  await join(first);
  const { session } = await logIn(product.url, { email: first, password });
  await callAs(product.url, session, '/limits/exclusion', { body: { kind: 'self-exclusion', days: 183 } });
  await page.goto('/');
  await logOut(page);
  await join(variant);
  await page.goto('/deposit');
  const panel = depositPanel(page);
  await seen(
    panel.getByText(/^We have excluded you from betting and depositing until/),
    panel.getByText(/write to support/),
  );

  const staff = await visitorAs(browser, product.url, await newAdmin(product, 'Identity Clerk'));
  const adminPage = await openPage(staff, '/players');
  await adminPage.getByRole('combobox', { name: 'Player' }).fill(variant);
  await adminPage.getByRole('option').first().click();
  const state = adminPage.getByRole('region', { name: 'State' });
  await seen(state.getByText('On hold', { exact: true }), said(adminPage, 'Possibly an excluded person'));
  const shared = state.getByRole('region', { name: 'Possibly the same person' });
  await seen(
    shared.getByText('Same device, email address', { exact: true }),
    shared.getByRole('link', { name: first }),
  );
  await press(adminPage, 'Lift the hold…');
  await adminPage.getByRole('dialog').getByLabel('Reason').fill('The passport shows another person.');
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Lift the hold', exact: true }).click();
  await seen(state.getByText('Active', { exact: true }));
  await seen(
    adminPage.getByRole('region', { name: 'Admin decisions' }).getByText('The passport shows another person.'),
  );
  await tryDeposit();
  await page.waitForURL('**/checkout/**');
  await Promise.all([player.close(), staff.close()]);
});

test('a passkey is added on Profile, logs in without the password, and is removed', async () => {
  const { user } = await newBettor(product, 'Pat Key');
  const visitor = await newVisitor(browser, product.url);
  const page = await openPage(visitor, '/login');
  const { devtools, authenticatorId } = await withAuthenticator(page);

  await press(page, 'Log in with a passkey');
  await seen(page.getByText('No passkey was used. Please try again.'));

  await logInOnScreen(page, { email: user.email, password });
  await page.waitForURL(`${product.url}/`);
  await page.goto(`${product.url}/profile`);
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByLabel('Name of the passkey').fill('My phone');
  await card.getByLabel('Your password', { exact: true }).fill(password);
  await card.getByRole('button', { name: 'Add passkey', exact: true }).click();
  await seen(card.getByText('My phone'), card.getByText('never used'));
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: new URL(product.url).hostname }]);

  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await visitor.clearCookies();
  await page.goto(`${product.url}/login`);
  await press(page, 'Log in with a passkey');
  await page.waitForURL(`${product.url}/`);
  await page.goto(`${product.url}/profile`);
  await seen(card.getByText('last used'));

  await card.getByRole('button', { name: 'Remove My phone' }).click();
  await card.getByLabel('Your password', { exact: true }).fill(password);
  await card.getByRole('button', { name: 'Remove passkey', exact: true }).click();
  await card.getByRole('listitem').waitFor({ state: 'detached' });
  await visitor.close();
});

/** The next test begins as a guest again. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await seen(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }));
}

/** Gives a page a device that makes passkeys and verifies who uses them. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

type NewAccount = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly confirm: string;
};

async function register(page: Page, account: NewAccount): Promise<void> {
  await field(page, 'Username').fill(account.name);
  await field(page, 'Email').fill(account.email);
  await field(page, 'Password').fill(account.password);
  await field(page, 'Confirm Password').fill(account.confirm);
  await press(page, 'Register');
}

/** What is wrong stands with its field, for the eye and for a screen reader, and no field complains without a reason. */
async function complains(page: Page, reasons: Readonly<Record<string, string>>): Promise<void> {
  await seen(...Object.values(reasons).map((words) => said(page, words)));
  const shown = await Promise.all(
    Object.keys(reasons).map(async (label) => [label, await describedBy(page, field(page, label))] as const),
  );
  expect(Object.fromEntries(shown)).toEqual(reasons);
  await expect.poll(() => page.locator('[aria-invalid="true"]').count(), patiently).toBe(Object.keys(reasons).length);
}

async function describedBy(page: Page, input: Locator): Promise<string | null> {
  const id = await input.getAttribute('aria-describedby');
  return page.locator(`[id="${id}"]`).textContent();
}

async function isShownOnDemand(page: Page, label: string): Promise<void> {
  const input = field(page, label);
  await input.fill('Secret-1');
  expect(await input.getAttribute('type')).toBe('password');
  await press(page, `Show ${label}`);
  expect(await input.getAttribute('type')).toBe('text');
  await press(page, `Hide ${label}`);
  expect([await input.getAttribute('type'), await input.inputValue()]).toEqual(['password', 'Secret-1']);
}

/** The newest link of that kind in emails to an address. */
const linkIn = (address: string, kind: string): Promise<string> =>
  until(`an email to ${address} with ${kind}`, async () => {
    const { links } = await product.sandbox.emailTo(address);
    return links.find((each) => each.includes(kind));
  });
