import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of axe that is not experimental, or one of them. */
export type Rules = 'all' | 'color-contrast';

/** What axe finds wrong with a page as it stands, one line per element: the rule, the element, and why. */
export async function violationsOn(page: Page, rules: Rules): Promise<readonly string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source);
  const options = rules === 'all' ? {} : { runOnly: { type: 'rule', values: [rules] } };
  return page.evaluate(`axe
    .run(document, { ...${JSON.stringify(options)}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => [id, target.join(' '), html.slice(0, 160), failureSummary].join(' | '))))`);
}
