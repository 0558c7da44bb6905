import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepTouches } from './touches.ts';

test('reads console changes from a state file of the previous version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-old-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const plan = { id: 'a'.repeat(32), sportKey: 'soccer_epl', homeTeam: 'Alpha', awayTeam: 'Beta', goals: [] };
  const stored = { plan, goals: [{ side: 'home', at: 7 }], ended: null, market: 'suspended', prices: null };
  writeFileSync(join(folder, 'desk-x.json'), JSON.stringify({ [plan.id]: stored }));
  expect(keepTouches(folder, 'desk-x').all().get(plan.id)).toEqual({
    plan: { ...plan, reds: [], fate: null },
    goals: [{ side: 'home', at: 7 }],
    withdrawn: [],
    reds: [],
    ended: null,
    corrections: [],
    abandonedAt: null,
    away: null,
    market: 'suspended',
    lingersSince: null,
    prices: null,
  });
});
