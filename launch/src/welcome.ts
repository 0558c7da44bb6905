import { setTimeout as pause } from 'node:timers/promises';
import type { LaunchEnv } from './env.ts';
import type { Product } from './run-product.ts';
import { hasDemoAccounts } from './seed-demo.ts';
import { feedNotice, type Replay } from './start-options.ts';

const FEED_WITHIN_MS = 20_000;

/** Waits until the api is ready, so that the first screen shows matches. Gives up after a while, because the provider may be down. */
export async function waitForFeed(url: string): Promise<'ready' | 'late'> {
  const until = Date.now() + FEED_WITHIN_MS;
  while (Date.now() < until) {
    if (await isReady(url)) return 'ready';
    await pause(250);
  }
  return 'late';
}

/** Returns the summary that `npm start` prints. */
export function welcome(shown: {
  readonly product: Product;
  readonly env: LaunchEnv;
  readonly replay: Replay | undefined;
  readonly feed: 'ready' | 'late';
}): string {
  const { product, env, feed } = shown;
  return [
    '',
    `  Touchline is running at  ${env.publicUrl}`,
    ...(env.odds.url === undefined ? [`  ${feedNotice(shown.replay)}`] : []),
    ...(feed === 'late' ? [`  Not everything is ready yet: see ${product.url}/readyz`] : []),
    ...(hasDemoAccounts(env) ? demoAccounts(product.sandboxUrl) : staffOnly),
    ...(product.sandboxUrl === undefined ? [] : sandboxPages(product.sandboxUrl)),
    '',
    `  Logs    ${env.dataDir}/logs`,
    `  Stop    Ctrl-C (nothing is lost)${env.databaseUrl === undefined ? startOver : ''}`,
    '',
  ].join('\n');
}

const startOver = '     Start over    npm start -- --fresh';

const staffOnly = [
  '',
  '  No demo accounts: a real provider is set. For the first admin: npm run staff -- invite EMAIL --role admin',
];

function demoAccounts(sandboxUrl: string | undefined): string[] {
  return [
    '',
    '  Demo accounts (password Touchline1!)',
    '    bettor@touchline.test     $1,000.00 to bet with',
    '    admin@touchline.test      approves withdrawals',
    '    auditor@touchline.test    checks the ledger',
    ...(sandboxUrl === undefined ? [] : [`    Admin and auditor also need a code: ${sandboxUrl}/authenticator`]),
  ];
}

function sandboxPages(url: string): string[] {
  return [
    '',
    '  The outside world (sandbox)',
    `    Authenticator   ${url}/authenticator`,
    `    Inbox           ${url}/inbox`,
    `    Payments        ${url}/payments`,
    `    Matches         ${url}/desk`,
  ];
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
