import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { StartRefused } from './refusal.ts';
import { ROOT } from './root.ts';

/** Puts the demo accounts into a database that has no accounts at all; leaves every other one as it is. */
export async function seedDemo(databaseUrl: string): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'api', 'src', 'seed-demo.ts')], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new StartRefused(`The demo accounts could not be made:\n${Buffer.concat(chunks).toString('utf8').trim()}`);
}
