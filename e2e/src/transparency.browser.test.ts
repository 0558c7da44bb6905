import { readFileSync } from 'node:fs';
import type { ReceiptView } from '@touchline/core/contract';
import { connect } from '@touchline/store/connect';
import pg from 'pg';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor, logIn } from './bettor.ts';
import { newVisitor, openPage, seen, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { demoAuditor } from './people.ts';
import { openAccounts } from './place-many.ts';
import { until } from './until.ts';
import { transactionRows } from './wallet-forms.ts';

let product: OpenProduct;
let browser: Browser;
let bettor: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openProduct({ env: { ...rarePolls, SIGNER: 'on', SIGN_SECONDS: '1' } }),
    openBrowser(),
  ]);
  bettor = await newVisitor(browser, product.url);
  await startLoggedIn(bettor, (await logIn(product.url, demoBettor)).session);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const patiently = { timeout: 60_000 } as const;

/** Opens the wallet and waits for all of it: a part that arrives above a button moves it, perhaps out of a press. */
async function openWallet(): Promise<Page> {
  const page = await openPage(bettor, '/my-wallet');
  const part = (name: string) => page.getByRole('region', { name });
  await seen(part('Bonus terms and progress'), part('Balance over time').getByRole('img'), transactionRows(page));
  return page;
}

/** Verifies again as long as it says to try again: right after a seal was taken, it is not signed yet. */
const prove = (card: Locator) =>
  until('a proof', async () => {
    const button = card.getByRole('button', { name: /^Verify (my balance|again)$/ });
    await button.click();
    const outcome = card.getByRole('status').or(card.getByRole('alert'));
    await seen(outcome).catch(async (error: unknown) => {
      const isBusy = (await button.getAttribute('aria-busy')) === 'true';
      throw new Error(isBusy ? 'The check does not end.' : 'The press was lost.', { cause: error });
    });
    return (await card.getByText(/Please try again/).count()) === 0 ? true : undefined;
  });

/** What the owner of the database can do, without the signing key. */
async function asOwner(...statements: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  try {
    await owner.query('set session_replication_role = replica');
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
  }
}

test('a bettor verifies their balance against a witnessed checkpoint, and keeps the proof', async () => {
  const page = await openWallet();
  const card = page.getByRole('region', { name: 'Verify my balance' });
  await prove(card);
  await seen(card.getByText(/^Proved: \$1,000\.00 available/));
  await until('a witness confirms', async () => {
    await card.getByRole('button', { name: 'Verify again' }).click();
    await seen(card.getByRole('list', { name: 'Checks' }));
    return (await card.getByText(/^1 witness confirmed the log: own-witness/).count()) > 0 ? true : undefined;
  });
  await seen(card.getByText(/^Nothing in the log was changed since this browser first saw it/));
  await seen(card.getByText(/^Your wallet is one of \d+ wallets? that add up to \$[\d,]+\.\d\d owed to players\.$/));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download the proof' }).click(),
  ]);
  const receipt = JSON.parse(readFileSync(await download.path(), 'utf8')) as ReceiptView;
  expect([receipt.format, receipt.wallet.cash]).toEqual(['touchline-receipt', 100_000]);
});

test('anyone sees checkpoints, what is owed, witnesses and how to check it', async () => {
  const guest = await newVisitor(browser, product.url);
  const page = await openPage(guest, '/transparency');
  const part = (name: string) => page.getByRole('region', { name });
  await seen(part('Newest checkpoint').getByText('own-witness.touchline.example', { exact: true }));
  await seen(part('Owed to players').getByText(/^\$[\d,]+\.\d\d$/));
  await seen(part('Witnesses').getByText('Confirming', { exact: true }));
  await seen(part('Check it without us').getByRole('button', { name: 'Copy the key' }));
  await guest.close();
});

test('an auditor follows a figure to its events, exports them, and sees why numbers are missing', async () => {
  // A transaction that draws two numbers and is rolled back, before another event.
  await asOwner(`begin; select nextval('ledger_seq'), nextval('ledger_seq'); rollback`);
  const store = connect(product.ownerUrl);
  await openAccounts(product.url, store, 1);
  await store.close();

  const auditor = await newVisitor(browser, product.url);
  await startLoggedIn(auditor, (await logIn(product.url, demoAuditor)).session);
  // No one answers the file dialog of this browser; without it the file is saved as a download.
  await auditor.addInitScript(`Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined })`);
  const page = await openPage(auditor, '/reports');
  await page
    .getByRole('region', { name: 'Owed to players' })
    .getByRole('link', { name: /^Deposit credited, Cash: / })
    .click();
  await seen(page.getByText(/^\d+ events? · Player · cash: \$[\d,]+\.\d\d$/));
  await seen(page.getByRole('link', { name: 'Wallet of Demo Bettor' }).first());

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export events' }).click(),
  ]);
  const [head, ...rows] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(head).toMatch(/^seq,wallet_id,version,type,/);
  expect(rows.length).toBe(await page.getByRole('row', { name: /Deposit credited/ }).count());

  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByLabel('Name of the filter').fill('Deposits of the month');
  await page.getByLabel('Name of the filter').press('Enter');
  await page.goto(`${product.url}/ledger`);
  await page.getByLabel('Saved filters').selectOption('Deposits of the month');
  await seen(page.getByText(/^\d+ events? · Player · cash: /));

  await until('the log covers the numbers that were not used', async () => {
    await page.goto(`${product.url}/ledger`);
    const line = page.getByText(/^Numbers? [\d,–]+ w(as|ere) never used$/).first();
    await line.click();
    return (await page.getByText(/follow each other in the signed log/).count()) > 0 ? true : undefined;
  });

  await page
    .getByRole('button', { name: /^Show the details of event/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add to case' }).click();
  await page.getByLabel('Title of the new case').fill('A deposit to check');
  await page.getByRole('button', { name: 'Open case' }).click();
  await page.getByRole('link', { name: /^case \d+$/ }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'A deposit to check' }));
  await page.getByRole('link', { name: /^Event \d+$/ }).click();
  await expect.poll(() => page.getByRole('row', { name: /Deposit credited/ }).count()).toBe(1);
  await auditor.close();
});

test('a database that its owner changed turns the same page red, and nothing more is signed', async () => {
  const page = await openWallet();
  const card = page.getByRole('region', { name: 'Verify my balance' });
  await prove(card);
  await seen(card.getByText(/^Proved: \$1,000\.00 available/));

  // Balances that were never paid in. The signer refuses them, so that no honest seal follows.
  await asOwner(`update wallets set cash = cash * 10`);
  const guest = await newVisitor(browser, product.url);
  const log = await openPage(guest, '/transparency');
  await expect.poll(() => log.getByRole('alert').textContent(), patiently).toContain('Nothing has been signed since');
  await guest.close();
  await page.reload();
  await card.getByRole('button', { name: 'Verify my balance' }).click();
  await seen(
    card
      .getByRole('alert')
      .getByText(/^This page shows \$10,000\.00 available, but \$1,000\.00 was sealed, and no event has changed/),
  );

  // A sum that leaves out what is owed.
  await asOwner(`update liability_seals set text = regexp_replace(text, '"liabilities":\\d+', '"liabilities":1')`);
  await card.getByRole('button', { name: 'Verify again' }).click();
  await seen(card.getByRole('alert').getByText('Your balance could not be proved.'));
  await seen(card.getByText('Your balance is not part of the sum that the operator sealed.'));

  const auditor = await newVisitor(browser, product.url);
  await startLoggedIn(auditor, (await logIn(product.url, demoAuditor)).session);
  await auditor.addInitScript(`Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined })`);
  const ledger = await openPage(auditor, '/ledger?view=verification');
  await ledger.getByRole('button', { name: 'Verify now' }).click();
  await ledger.getByText('Something does not add up').waitFor(patiently);
  const findings = ledger.getByRole('list', { name: 'Findings' });
  await seen(findings.getByText(/^the balance of wallet .* is not the fold of its 1 event$/).first());
  await seen(findings.getByText(/^seal \d+ says liabilities 1 instead of \d+$/).first());
  await findings.getByRole('link', { name: 'Open cases' }).click();
  await ledger
    .getByRole('link', { name: /the balance of wallet/i })
    .first()
    .click();
  await ledger.getByLabel('Note or reason').fill('The owner of the database changed it.');
  await ledger.getByRole('button', { name: 'Add note' }).click();
  await seen(ledger.getByRole('listitem').getByText('The owner of the database changed it.'));
  const [archive] = await Promise.all([
    ledger.waitForEvent('download'),
    ledger.getByRole('button', { name: 'Download archive' }).click(),
  ]);
  expect(
    readFileSync(await archive.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await auditor.close();
});
