import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { downloadMachine } from './download-machine.ts';

const samples = [
  { type: 'bytes arrived', bytes: 10 },
  { type: 'ended', outcome: ok('saved') },
  { type: 'ended', outcome: ok('not wanted') },
  { type: 'ended', outcome: refused({ kind: 'network' }) },
];
const input = { path: '/ledger/export', fileName: 'export.ndjson' };
const reached = reachableStates(downloadMachine, { samples, input });
test.each(allStates(downloadMachine))('a download can reach "%s"', (state) => expect(reached).toContain(state));
