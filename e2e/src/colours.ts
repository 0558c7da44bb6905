import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** Resolves when text has a colour of the theme, after any transition. */
export async function writtenIn(locator: Locator, colour: Colour): Promise<void> {
  const wanted = await houseColour(locator.page(), colour);
  const look = async () => ((await colourOf(locator)) === wanted ? true : undefined);
  await until(`it to be written in ${colour}`, look);
}

/** The theme's colours by name, as `--color-…` of the style sheet. */
export type Colour = 'pitch' | 'live' | 'gold' | 'muted' | 'ink';

/** The colour in which something is written, as the browser computed it. */
export const colourOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).color);

/** A colour of this page's theme, as the browser computes it. */
export const houseColour = (page: Page, colour: Colour): Promise<string> =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'var(--color-${colour})';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);
