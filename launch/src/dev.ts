import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadEnv } from './env.ts';
import { runAsProgram } from './program.ts';
import { ROOT } from './root.ts';
import { runProduct } from './run-product.ts';
import { feedNotice } from './start-options.ts';

const { WEB_PORT = '5173' } = process.env;

// api and worker start again when a source changes; the screens come from vite, which passes api calls on.
runAsProgram(async ({ say, stopRequested }) => {
  const env = loadEnv();
  const product = await runProduct({ env, replay: undefined, beginning: 'continue', sources: 'watch', say });
  const vite = spawn('vite', ['--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, PORT: String(env.port), WEB_PORT },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const viteEnded = new Promise<string>((resolve) => vite.once('exit', () => resolve('vite has ended.')));
  say(
    `api at ${product.url}, screens at http://localhost:${WEB_PORT}, logs in ${env.dataDir}/logs. ${feedNotice(undefined)}`,
  );
  const why = await Promise.race([viteEnded, stopRequested]);
  if (why !== 'stop') say(why);
  vite.kill('SIGTERM');
  await product.stop();
  return why === 'stop' ? 0 : 1;
});
