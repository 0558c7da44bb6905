import { afterEach, beforeEach } from 'vitest';
import { openPages, openVisitors, sharedVisitors } from './on-screen.ts';

// A page that stays open is drawn at every push until the end of its file. What was opened before a test, in `beforeAll`, stays open
// for the tests that share it.
let before: ReadonlySet<unknown>;
beforeEach(() => {
  before = new Set([...openPages, ...openVisitors]);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await printOpenPages();
  for (const page of openPages) if (sharedVisitors.has(page.context())) openPages.delete(page);
  await closeNew(openPages);
  await closeNew(openVisitors);
});

/** Prints a line for each open page, which `.ci/run` repeats at its end. A timeout says what a test waited for, not what the page showed. */
async function printOpenPages(): Promise<void> {
  for (const page of openPages) {
    if (page.isClosed()) continue;
    // What lies outside of `main` is the same on every page.
    const text = await page
      .evaluate<string>(`(document.querySelector('main') ?? document.body).innerText`)
      .catch(String);
    process.stderr.write(`ON SCREEN ${page.url()} | ${text.replaceAll(/\s+/g, ' ').slice(0, mostCharacters)}\n`);
  }
}
const mostCharacters = 1_500;

async function closeNew<Opened extends { close(): Promise<void> }>(all: Set<Opened>): Promise<void> {
  const own = [...all].filter((each) => !before.has(each));
  for (const each of own) all.delete(each);
  // A test may have closed it, or its browser.
  await Promise.all(own.map((each) => each.close().catch(() => undefined)));
}
