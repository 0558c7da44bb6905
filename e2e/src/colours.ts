import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** Resolves when something is written in a colour of the house; what fades from one to another is waited for. */
export async function writtenIn(locator: Locator, colour: Colour): Promise<void> {
  const wanted = await houseColour(locator.page(), colour);
  const look = async () => ((await colourOf(locator)) === wanted ? true : undefined);
  await until(`it to be written in ${colour}`, look);
}

/** The colours of the house by name, as `--color-…` of the style sheet. */
export type Colour = 'pitch' | 'live' | 'gold' | 'muted' | 'ink';

/** The colour in which something is written, as the browser computed it. */
export const colourOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).color);

/** A colour of the house in the theme of this page, spelt as the browser computes it. */
export const houseColour = (page: Page, colour: Colour): Promise<string> =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'var(--color-${colour})';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);
