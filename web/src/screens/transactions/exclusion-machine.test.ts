import type { PlayerExclusionView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { type ExclusionWish, exclusionMachine } from './exclusion-machine.ts';

const free: PlayerExclusionView = { user: { id: 'u1', name: 'Ada', email: 'ada@x.test' }, exclusion: null, own: null };
const exclusion = {
  cause: 'fraud',
  reason: 'Two cards.',
  since: '2026-11-20T12:00:00Z',
  until: null,
  by: 'Bo',
} as const;
const wish: ExclusionWish = { how: 'exclude', body: { cause: 'fraud', days: null, reason: 'Two cards.' } };
type Answered = Result<PlayerExclusionView, ApiFailure>;
const down: Answered = refused({ kind: 'network' });
const excluded: Answered = ok({ ...free, exclusion });

type Actors = { readonly load?: () => Promise<Answered>; readonly send?: () => Promise<Answered> };
const start = ({ load = async () => ok(free), send = async () => excluded }: Actors) =>
  createActor(
    exclusionMachine.provide({
      actors: { load: fromPromise<Answered>(load), send: fromPromise<Answered, ExclusionWish>(send) },
    }),
  ).start();

test('what came is shown, and what an admin wished for is shown as the server has it', async () => {
  const actor = start({});
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'wished', wish });
  const { context } = await waitFor(actor, (now) => now.matches('shown') && now.context.view?.exclusion !== null);
  expect(context.view?.exclusion).toEqual(exclusion);
});

test('what did not come can be asked for again', async () => {
  let asked = 0;
  const load = async (): Promise<Answered> => {
    asked += 1;
    if (asked === 2) throw new Error('broken');
    return asked === 1 ? down : ok(free);
  };
  const actor = start({ load });
  for (const round of [1, 2]) {
    await waitFor(actor, (now) => now.matches('failed') && asked === round);
    actor.send({ type: 'again pressed' });
  }
  await waitFor(actor, (now) => now.matches('shown'));
});

test('a wish that was refused, or of which nobody knows, leaves what is shown, and can be sent again', async () => {
  let sent = 0;
  const send = async (): Promise<Answered> => {
    sent += 1;
    if (sent === 2) throw new Error('broken');
    return sent === 1 ? down : excluded;
  };
  const actor = start({ send });
  await waitFor(actor, (now) => now.matches('shown'));
  for (const round of [1, 2]) {
    actor.send({ type: 'wished', wish });
    const { context } = await waitFor(actor, (now) => now.matches('refused') && sent === round);
    expect([context.view, context.message === '']).toEqual([free, false]);
  }
  actor.send({ type: 'wished', wish });
  await waitFor(actor, (now) => now.matches('shown'));
});
