import { fromPromise } from 'xstate';
import { CallFailed } from '../api/call.ts';
import type { ApiFailure } from '../api/client.ts';

/** Stand-ins for the actors of a machine that call the API. */
export const resolves = <Value, Input>(value: Value) => fromPromise<Value, Input>(async () => value);
export const fails = <Value, Input>(failure: ApiFailure) =>
  fromPromise<Value, Input>(() => Promise.reject(new CallFailed(failure)));
export const pends = <Value, Input>() => fromPromise<Value, Input>(() => new Promise(() => {}));
