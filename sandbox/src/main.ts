import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Programme, readCommandLine, USAGE } from './command-line.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { readEnvironment, type Settings } from './env.ts';
import type { ProgrammeOptions, TextFile } from './programme.ts';

await main();

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  if (!environment.ok) return giveUp(environment.wrong);
  const commandLine = readCommandLine(process.argv.slice(2));
  if (!commandLine.ok) return giveUp([...commandLine.wrong, USAGE]);
  const { settings } = environment;
  const programme = readProgramme(commandLine.programme, settings);
  if (typeof programme === 'string') return giveUp([programme]);
  const sandbox = await started(settings, programme);
  if (typeof sandbox === 'string') return giveUp([sandbox]);
  for (const row of sandbox.bad) process.stderr.write(`${row.file}:${row.line}: ${row.reason} (${row.effect})\n`);
  process.stdout.write(`sandbox ready on ${sandbox.url}\n`);
  closeOnSignal(sandbox);
}

async function started(settings: Settings, programme: ProgrammeOptions): Promise<Sandbox | string> {
  try {
    return await createSandbox({ ...settings, programme });
  } catch (error) {
    const { code, port } = error as NodeJS.ErrnoException & { port?: number };
    if (code === 'EADDRINUSE')
      return `Port ${port} is taken by another program: stop it, or choose another SANDBOX_PORT or SANDBOX_SMTP_PORT.`;
    if (code === 'EACCES') return `Port ${port} may not be used by this user: choose SANDBOX_PORT above 1023.`;
    return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readProgramme(programme: Programme, settings: Settings): ProgrammeOptions | string {
  const files: TextFile[] = [];
  for (const path of [...programme.replay, ...programme.timeline, ...programme.serve]) {
    try {
      files.push({ name: basename(path), text: textOf(path) });
    } catch (error) {
      return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  if (programme.serve.length > 0) return { kind: 'stored', files };
  const { from, speed, leadMs } = programme;
  const everyMs = programme.everyMs ?? settings.timelineEveryMs;
  if (programme.timeline.length > 0) {
    const kickOffs = everyMs === null ? ({ kind: 'true' } as const) : ({ kind: 'every', everyMs } as const);
    return { kind: 'timeline', files, from, speed, leadMs, kickOffs };
  }
  if (programme.replay.length > 0) return { kind: 'replay', files, from, speed, leadMs };
  const { seed, matchSpeed, rareEvents, daysAhead } = settings;
  return { kind: 'calendar', seed, matchSpeed, rareEvents, daysAhead };
}

function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function closeOnSignal(sandbox: Sandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function giveUp(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`sandbox: ${sentence}\n`);
  process.exit(1);
}
