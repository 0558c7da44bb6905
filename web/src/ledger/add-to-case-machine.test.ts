import type { CaseView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { addToCaseMachine, type CaseTarget } from './add-to-case-machine.ts';

type Attached = { readonly target: CaseTarget; readonly subject: string };
const subjects = ['event:1', 'event:2', 'event:3'];

test('reaches every state', () => {
  const samples = [
    { type: 'add', target: { title: 'A doubt' } },
    { type: 'xstate.done.actor.listCases', output: [] },
    { type: 'xstate.error.actor.listCases', error: new Error('broken') },
    { type: 'xstate.done.actor.attach', output: 7 },
    { type: 'xstate.error.actor.attach', error: new Error('broken') },
  ] as const;
  expect(reachableStates(addToCaseMachine, { samples, input: { subjects: ['event:1'] } })).toEqual(
    new Set(allStates(addToCaseMachine)),
  );
});

test('opens a case with the first subject, attaches the others to it, and continues after a failure', async () => {
  let isBroken = true;
  const attached: [CaseTarget, string][] = [];
  const actor = createActor(
    addToCaseMachine.provide({
      actors: {
        listCases: fromPromise(async (): Promise<CaseView[]> => []),
        attach: fromPromise<number, Attached>(async ({ input: { target, subject } }) => {
          if (subject === 'event:2' && isBroken) throw new Error('broken');
          attached.push([target, subject]);
          return 7;
        }),
      },
    }),
    { input: { subjects } },
  ).start();
  actor.send({ type: 'open' });
  await waitFor(actor, (snapshot) => snapshot.matches('choosing'));
  actor.send({ type: 'add', target: { title: 'A doubt' } });
  expect((await waitFor(actor, (snapshot) => snapshot.matches('failed'))).context.message).toBe(
    'Nothing more was added.',
  );
  isBroken = false;
  actor.send({ type: 'retry' });
  expect((await waitFor(actor, (snapshot) => snapshot.matches('added'))).context.target).toEqual({ caseId: 7 });
  expect(attached).toEqual([
    [{ title: 'A doubt' }, 'event:1'],
    [{ caseId: 7 }, 'event:2'],
    [{ caseId: 7 }, 'event:3'],
  ]);
});
