import type { Locator, Page } from 'playwright-core';
import { demoBettor } from './bettor.ts';
import { shown } from './on-screen.ts';

export const depositPanel = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Deposit', exact: true });
export const withdrawPanel = (page: Page): Locator =>
  page.getByRole('tabpanel', { name: shown('Withdraw'), exact: true });
export const historyPanel = (page: Page): Locator => page.getByRole('region', { name: 'Transaction History' });
export const transactionRows = (page: Page): Locator => historyPanel(page).getByRole('listitem');

/** One of the figures at the top of the wallet. */
export const holding = (page: Page, name: string, amount: string): Locator =>
  page.getByRole('region', { name, exact: true }).getByText(amount, { exact: true });

/** Fills in the form of the withdrawal tab, which is open, and sends it. */
export async function withdrawOnScreen(page: Page, amount: string): Promise<void> {
  const form = withdrawPanel(page);
  await form.getByLabel('Amount', { exact: true }).fill(amount);
  await form.getByLabel('Bank name', { exact: true }).fill('First Bank');
  await form.getByLabel('Account holder', { exact: true }).fill('Demo Bettor');
  await form.getByLabel('IBAN', { exact: true }).fill('NL91 ABNA 0417 1643 00');
  await form.locator('button[type="submit"]').click();
}

/** The same to an account that is new: the form asks for the password in place. */
export async function withdrawConfirmed(page: Page, amount: string): Promise<void> {
  await withdrawOnScreen(page, amount);
  const form = withdrawPanel(page);
  await form.getByLabel('Your password', { exact: true }).fill(demoBettor.password);
  await form.locator('button[type="submit"]').click();
}
