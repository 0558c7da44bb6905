import type { Page } from 'playwright-core';
import type { OpenProduct } from './open-product.ts';
import { depositPanel } from './wallet-forms.ts';

export type DepositMethod = 'creditcard' | 'ideal' | 'bancontact' | 'paypal';
export type Ending = 'paid' | 'failed' | 'canceled' | 'expired' | 'open' | 'pending';

const buttons: Record<Ending, string> = {
  paid: 'Pay',
  failed: 'Let it fail',
  canceled: 'Cancel',
  expired: 'Let it expire',
  open: 'Go back and leave it open',
  pending: 'Leave it pending at the bank',
};

/** From the form of the wallet to the payment provider's own page; resolves there with the payment's number. */
export async function goToCheckout(page: Page, amount: string, method: DepositMethod = 'creditcard'): Promise<string> {
  await page.goto('/deposit');
  await depositPanel(page).getByLabel('Amount', { exact: true }).fill(amount);
  // The radio itself lies under its tile.
  await depositPanel(page).locator(`label:has(input[value="${method}"])`).click();
  await depositPanel(page).locator('button[type="submit"]').click();
  await page.waitForURL('**/checkout/**');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Presses the button of the checkout that makes it end so; the provider leads back to the product. */
export async function endCheckout(page: Page, ending: Ending): Promise<void> {
  // A payment that succeeded leads on from there by itself.
  await Promise.all([
    page.waitForURL('**/payment/return/**', { waitUntil: 'commit' }),
    page.getByRole('button', { name: buttons[ending], exact: true }).click(),
  ]);
}

/** Pays, and closes the tab before the provider's answer has led back: the product's own page is never opened. */
export async function payAndCloseTab(page: Page): Promise<void> {
  const { promise: paid, resolve } = Promise.withResolvers<void>();
  await page.route('**/checkout/**', async (route) => {
    await route.fetch({ maxRedirects: 0 });
    resolve();
    await route.abort();
  });
  await page.getByRole('button', { name: buttons.paid, exact: true }).click({ noWaitAfter: true });
  await paid;
  await page.close();
}

/** What the bank does to a payment later, on the sandbox's payments page. */
export async function atBank(
  { sandboxUrl }: OpenProduct,
  payment: string,
  what: 'chargeback' | 'status' | 'pay-other',
  body: object = {},
): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/payments/api/${payment}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The bank refused the ${what} of ${payment}: ${await answer.text()}`);
}
