/**
 * Replays matches of a timeline, second by second, on the whole product, and attempts at every goal and red card to bet at
 * the price from before it: at the moment itself and a little later. Then it reads every bet that was taken.
 *
 *   node e2e/src/goal-by-goal.ts FILE.jsonl[.gz]... [--matches 10] [--skip 0] [--speed 30]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import { openProduct } from './open-product.ts';
import { type Counts, playedFrom, soonAfterMs, tryAtGoals } from './try-at-goals.ts';
import { until } from './until.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matches: { type: 'string', default: '10' },
    skip: { type: 'string', default: '0' },
    speed: { type: 'string', default: '30' },
  },
});
/** When markets are mostly open again, and an honest bet is taken. */
const longAfterMs = 20_000;
const say = (line: string) => process.stdout.write(`${line}\n`);
if (positionals.length === 0) {
  say('Use: node e2e/src/goal-by-goal.ts FILE.jsonl[.gz]... [--matches 10] [--skip 0] [--speed 30]');
  process.exitCode = 1;
} else {
  process.exitCode = await play(positionals.flatMap(linesOf), Number(values.speed));
}

function linesOf(file: string): readonly string[] {
  const bytes = readFileSync(resolve(file));
  const text = file.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(Number(values.skip), Number(values.skip) + Number(values.matches));
}

async function play(lines: readonly string[], speed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-timeline-'));
  const file = join(folder, 'some.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  say(`${lines.length} matches, all kicking off together, ${speed} times faster than real time`);
  // The sandbox inherits this environment.
  process.env['SANDBOX_TIMELINE_EVERY'] = '0';
  const product = await openProduct({ replay: { files: [file], from: undefined, speed, leadSeconds: 45 } });
  try {
    const listed = await until('every match to be listed', async () => {
      const rows = await matchesOf(product.url);
      const played = lines.flatMap((line) => playedFrom(line, rows, speed) ?? []);
      return played.length === lines.length ? played : undefined;
    });
    const bettor = await logIn(product.url, demoBettor);
    return report(await tryAtGoals({ url: product.url, bettor, triesMs: [...soonAfterMs, longAfterMs] }, listed));
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report({ wrong, ...counts }: Counts): number {
  say(JSON.stringify(counts, null, 2));
  for (const line of wrong) say(line);
  say(`${wrong.length} bets were accepted at a price from before the last goal or red card`);
  return wrong.length === 0 ? 0 : 1;
}
