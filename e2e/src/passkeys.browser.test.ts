import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor } from './bettor.ts';
import { logInOnScreen, newVisitor, openPage, seen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';

let product: OpenProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

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

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a passkey is added on Profile, logs in without the password, and is removed', async () => {
  const visitor = await newVisitor(browser, product.url);
  const page = await openPage(visitor, '/login');
  const { devtools, authenticatorId } = await withAuthenticator(page);

  await press(page, 'Log in with a passkey');
  await seen(page.getByText('No passkey was used. Please try again.'));

  await logInOnScreen(page, demoBettor);
  await page.waitForURL(`${product.url}/`);
  await page.goto(`${product.url}/profile`);
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByLabel('Name of the passkey').fill('My phone');
  await card.getByLabel('Your password', { exact: true }).fill(demoBettor.password);
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
  await card.getByLabel('Your password', { exact: true }).fill(demoBettor.password);
  await card.getByRole('button', { name: 'Remove passkey', exact: true }).click();
  await card.getByRole('listitem').waitFor({ state: 'detached' });
  await visitor.close();
});
