import { afterEach, beforeEach } from 'vitest';
import { openPages, openVisitors, stayingVisitors } from './on-screen.ts';

// A page that stays open is drawn at every push until the end of its file. What was opened before a test, in `beforeAll`, stays open
// for the tests that share it.
let before: ReadonlySet<unknown>;
beforeEach(() => {
  before = new Set([...openPages, ...openVisitors]);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await sayWhatIsShown();
  for (const page of openPages) if (stayingVisitors.has(page.context())) openPages.delete(page);
  await closeNew(openPages);
  await closeNew(openVisitors);
});

/** One line for each page, which `.ci/run` repeats at the end: what a failed test waited for tells little about why. */
async function sayWhatIsShown(): Promise<void> {
  for (const page of openPages) {
    if (page.isClosed()) continue;
    const root = page.locator('#root');
    const text = await root.textContent({ timeout: 2_000 }).catch((error: unknown) => String(error));
    process.stderr.write(`ON SCREEN ${page.url()} | ${text?.replaceAll(/\s+/g, ' ').slice(0, mostCharacters)}\n`);
  }
}
const mostCharacters = 600;

async function closeNew<Opened extends { close(): Promise<void> }>(all: Set<Opened>): Promise<void> {
  const own = [...all].filter((each) => !before.has(each));
  for (const each of own) all.delete(each);
  // A test may have closed it, or its browser.
  await Promise.all(own.map((each) => each.close().catch(() => undefined)));
}
