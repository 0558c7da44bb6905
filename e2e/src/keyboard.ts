import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

const mostSteps = 80;

/**
 * Presses Tab until `wanted` has the focus, as a keyboard user does.
 * @throws when the way there is too long, or when on the way the focus cannot be seen
 */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press(key);
    await focusSeen(page);
    if (await hasFocus(wanted)) return;
  }
  throw new Error(`${mostSteps} presses of ${key} do not lead to ${wanted}.`);
}

export async function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluateAll((found) => found.some((element) => element === element.ownerDocument.activeElement));
}

/**
 * Resolves when whatever has the focus lies in view and is marked by an outline.
 * @throws with what it is when it is not
 */
export async function focusSeen(page: Page): Promise<void> {
  let complaint: unknown;
  const look = async () => {
    complaint = await whatHidesFocus(page);
    return complaint === '' ? true : undefined;
  };
  await until('the focus', look, { everyMs: 20 }).catch((cause: unknown) => {
    throw new Error(`The focus cannot be seen: ${complaint}`, { cause });
  });
}

const whatHidesFocus = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing has the focus';
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const name = focused.outerHTML.slice(0, 200);
    // A field is outlined with what stands in it before and after the text.
    const isOutlined = [focused, focused.parentElement].some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    if (!isOutlined) return 'no outline around ' + name;
    const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return isInView ? '' : 'out of view: ' + name;
  })()`);
