import { cleanup, renderHook } from '@testing-library/react';
import type { ConfigView } from '@touchline/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { liveMachine } from '../live/live-machine.ts';
import { settings as config } from '../testing/settings.ts';
import { useConfig } from './use-config.ts';

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

function firstConfig(inPage: string): ConfigView | undefined {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  document.head.innerHTML = `<script id="config" type="application/json">${inPage}</script>`;
  const live = createActor(liveMachine.provide({ actors: { connection: fromCallback(() => {}) } }), {
    input: { token: undefined },
  });
  return renderHook(() => useConfig(live)).result.current;
}

test('the embedded settings are known at the first render', () =>
  expect(firstConfig(JSON.stringify(config))).toEqual(config));

test('waits for the API if the embedded settings are invalid', () =>
  expect(firstConfig('{"brand":1}')).toBeUndefined());
