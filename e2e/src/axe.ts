import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of axe that is not experimental, or one of them. */
export type Rules = 'all' | 'color-contrast';

/**
 * Returns what axe finds wrong with a page, one line per element: the rule, the element, and why. What it finds during an animation,
 * such as a notice that is fading out, counts only if it is still there when the animation has ended.
 */
export async function violationsOn(page: Page, rules: Rules): Promise<readonly string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source);
  let found = await runAxe(page, rules);
  // Another animation may begin during a run. On a page that changes all the time, the last run counts.
  for (let run = 1; run < mostRuns && found.length > 0; run += 1) {
    await page.evaluate(animationsEnded);
    const before = found.join('\n');
    found = await runAxe(page, rules);
    if (found.join('\n') === before) break;
  }
  return found;
}

const mostRuns = 5;

const runAxe = (page: Page, rules: Rules): Promise<readonly string[]> =>
  page.evaluate(`axe
    .run(document, { ...${JSON.stringify(rules === 'all' ? {} : { runOnly: { type: 'rule', values: [rules] } })}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => [id, target.join(' '), html.slice(0, 160), failureSummary].join(' | '))))`);

/** A scroll-driven animation never finishes by itself, and an animation whose element is removed is cancelled. */
const animationsEnded = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, timeline, effect }) =>
    playState === 'running' && timeline instanceof DocumentTimeline && effect.getComputedTiming().iterations !== Infinity)
  .map(({ finished }) => finished))`;
