import { expect, test } from 'vitest';
import { CallFailed } from '../api/call.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends } from '../testing/remote-actors.ts';
import { downloadMachine } from './download-machine.ts';

const samples = [
  { type: 'progress', bytes: 10 },
  { type: 'xstate.done.actor.download', output: 'saved' },
  { type: 'xstate.done.actor.download', output: 'canceled' },
  { type: 'xstate.error.actor.download', error: new CallFailed({ kind: 'network' }) },
];
const input = { path: '/ledger/export', fileName: 'export.ndjson' };
const reached = reachableStates(downloadMachine.provide({ actors: { download: pends() } }), { samples, input });
test.each(allStates(downloadMachine))('a download can reach "%s"', (state) => expect(reached).toContain(state));
