import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadEnv } from './env.ts';
import { nodePrograms } from './node-programs.ts';
import { runAsProgram } from './program.ts';
import { ROOT } from './root.ts';
import { runProduct } from './run-product.ts';
import { feedNotice } from './start-options.ts';

const { WEB_PORT = '5173' } = process.env;

// api and worker restart when a source changes. vite serves the screens and forwards api calls.
runAsProgram(async ({ print, stopRequested }) => {
  const env = loadEnv();
  const product = await runProduct({ env, replay: undefined, beginning: 'continue', sources: 'watch', print });
  const vite = spawn(
    process.execPath,
    [nodePrograms.vite, '--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'],
    {
      cwd: join(ROOT, 'web'),
      env: { ...process.env, PORT: String(env.port), WEB_PORT },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const viteEnded = new Promise<string>((resolve) => vite.once('exit', () => resolve('vite has ended.')));
  print(
    `api at ${product.url}, screens at http://localhost:${WEB_PORT}, logs in ${env.dataDir}/logs. ${feedNotice(undefined)}`,
  );
  const why = await Promise.race([viteEnded, stopRequested]);
  if (why !== 'stop') print(why);
  vite.kill('SIGTERM');
  await product.stop();
  return why === 'stop' ? 0 : 1;
});
