import type { BrowserContext, Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** Lets `stopTime` stop a visitor's clock. Call it before the visitor's first page opens; until then time passes as usual. */
export const stoppable = (visitor: BrowserContext): Promise<void> => visitor.clock.install();

/** Stops time on this visitor's pages, except for `pass`. What is due within the next second happens first. */
export async function stopTime(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000);
  // If that second is over before the call arrives, the clock cannot be set back: it is stopped from where it is.
  await stop().catch(stop);
}

/** Lets time pass as usual again. */
export const goOn = (page: Page): Promise<void> => page.clock.resume();

/** Lets so much time pass on the page at once, with everything that is due in it. */
export async function pass(page: Page, ms: number): Promise<void> {
  await drawn(page);
  await page.clock.runFor(ms);
  await drawn(page);
}

/** Resolves when what has just happened is drawn and has faded in or out: neither needs the time that is stopped. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(0); });
    }
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  })()`);

/**
 * Resolves when something that was shown just now stays for `ms` and not longer; time is stopped.
 * @throws when it goes too early or does not go
 */
export async function staysFor(page: Page, shown: Locator, ms: number): Promise<void> {
  await until('it to be shown', async () => ((await isShown(shown)) ? true : undefined));
  await pass(page, ms - 100);
  if (!(await isShown(shown))) throw new Error(`It went before ${ms} ms had passed.`);
  await pass(page, 200);
  await until(`it to be gone after ${ms} ms`, async () => ((await isShown(shown)) ? undefined : true));
}

/** What fades out counts as gone when nothing of it can be seen. */
async function isShown(locator: Locator): Promise<boolean> {
  const opacities = await locator.evaluateAll((found) =>
    found.map((element) => {
      let opacity = 1;
      // All of the document is transparent (see `newVisitor`).
      for (let each = element; each.parentElement; each = each.parentElement) {
        opacity *= Number(element.ownerDocument.defaultView.getComputedStyle(each).opacity);
      }
      return opacity;
    }),
  );
  return opacities.some((opacity) => opacity > 0);
}
