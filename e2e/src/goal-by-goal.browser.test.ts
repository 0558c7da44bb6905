import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { playedFrom, soonAfterMs, tryAtGoals } from './try-at-goals.ts';
import { until } from './until.ts';

// A match in seventeen seconds: a goal after six, a red card after fifteen. It is listed only if a slow machine has begun to ask
// for matches before it is over.
const speed = 360;
const line = JSON.stringify({
  matchId: 1,
  div: 'E0',
  kickoffUtc: '2017-08-11T18:45:00Z',
  home: 'Arsenal',
  away: 'Leicester City',
  ft: [1, 0],
  periodEndSec: { '1H': 2_700, '2H': 2_700 },
  events: [
    { type: 'goal', side: 'home', period: '1H', sec: 2_160 },
    { type: 'red', side: 'away', period: '2H', sec: 1_800 },
  ],
});

let folder: string;
let product: OpenProduct;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-timeline-'));
  const file = join(folder, 'one.jsonl');
  writeFileSync(file, `${line}\n`);
  product = await openProduct({
    replay: { files: [file], from: undefined, speed, leadSeconds: 40 },
    env: { ODDS_POLL_SECONDS: '1', IN_PLAY_DELAY_SECONDS: '3' },
  });
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('no bet at the price from before a goal or red card is ever accepted', async () => {
  const match = await until('the match to be listed', async () =>
    playedFrom(line, await matchesOf(product.url), speed),
  );
  const found = await tryAtGoals(
    { url: product.url, bettor: await logIn(product.url, demoBettor), triesMs: soonAfterMs },
    [match],
  );
  expect(found).toMatchObject({ happenings: 2, wrong: [] });
  const answered = [...Object.values(found.refused), ...Object.values(found.rejected), found.accepted];
  expect(answered.reduce((sum, count) => sum + count, 0)).toBe(found.tried);
});
