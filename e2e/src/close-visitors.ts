import { afterEach, beforeEach } from 'vitest';
import { openPages, openVisitors, stayingVisitors } from './on-screen.ts';

// A page that stays open is drawn at every push until the end of its file. What was opened before a test, in `beforeAll`, stays open
// for the tests that share it.
let before: ReadonlySet<unknown>;
beforeEach(() => {
  before = new Set([...openPages, ...openVisitors]);
});
afterEach(async () => {
  for (const page of openPages) if (stayingVisitors.has(page.context())) openPages.delete(page);
  await closeNew(openPages);
  await closeNew(openVisitors);
});

async function closeNew<Opened extends { close(): Promise<void> }>(all: Set<Opened>): Promise<void> {
  const own = [...all].filter((each) => !before.has(each));
  for (const each of own) all.delete(each);
  // A test may have closed it, or its browser.
  await Promise.all(own.map((each) => each.close().catch(() => undefined)));
}
