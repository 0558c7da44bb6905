import { ledgerEndpoints, type SavedFilter } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { call, messageOf, orThrow } from '../../api/call.ts';

export type SavedFiltersEvent =
  | { readonly type: 'begin' }
  | { readonly type: 'cancel' }
  | { readonly type: 'save'; readonly name: string; readonly search: string }
  | { readonly type: 'delete'; readonly id: string }
  | { readonly type: 'retry' };

const fallback = msg('Your saved filters could not be changed.');

/**
 * The filters that an auditor saved: `loading`, `failed`, or `shown`. From there one is deleted, or `naming` asks for the name of the
 * one to save. A change that fails leaves everything as it was and says why.
 */
export const savedFiltersMachine = setup({
  types: {
    context: {} as { readonly filters: readonly SavedFilter[]; readonly message: string },
    events: {} as SavedFiltersEvent,
  },
  actors: {
    listFilters: fromPromise(() => orThrow(call(ledgerEndpoints.savedFilters))),
    saveFilter: fromPromise<SavedFilter[], Omit<SavedFilter, 'id'>>(({ input: body }) =>
      orThrow(call(ledgerEndpoints.saveFilter, { body })),
    ),
    deleteFilter: fromPromise<SavedFilter[], string>(({ input: id }) =>
      orThrow(call(ledgerEndpoints.deleteFilter, { params: { id } })),
    ),
  },
  actions: {
    'keep filters': assign((_, filters: SavedFilter[]) => ({ filters, message: '' })),
  },
}).createMachine({
  id: 'savedFilters',
  context: { filters: [], message: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'listFilters',
        src: 'listFilters',
        onDone: { target: 'shown', actions: { type: 'keep filters', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
    },
    failed: { on: { retry: 'loading' } },
    shown: { on: { begin: 'naming', delete: 'deleting' } },
    naming: { on: { cancel: 'shown', save: 'saving' } },
    saving: {
      invoke: {
        id: 'saveFilter',
        src: 'saveFilter',
        input: ({ event }) => {
          assertEvent(event, 'save');
          return { name: event.name, search: event.search };
        },
        onDone: { target: 'shown', actions: { type: 'keep filters', params: ({ event }) => event.output } },
        onError: { target: 'naming', actions: assign(messageOf(fallback)) },
      },
    },
    deleting: {
      invoke: {
        id: 'deleteFilter',
        src: 'deleteFilter',
        input: ({ event }) => {
          assertEvent(event, 'delete');
          return event.id;
        },
        onDone: { target: 'shown', actions: { type: 'keep filters', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: assign(messageOf(fallback)) },
      },
    },
  },
});
