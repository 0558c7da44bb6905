import type { WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import type { WalletEvent } from '@touchline/core/wallet';
import { expect, test } from 'vitest';
import { appendEvent } from './append-event.ts';

test('rejects an event with a member name that JSON escapes', () => {
  const event = { type: 'StakeTaken', amount: cents(100), '10"': null } as unknown as WalletEvent;
  const source = { walletId: 'any' as WalletId, actor: 'system:test', cause: 'test' } as const;
  const entry = { event, key: 'any', seq: 1, request: Buffer.alloc(32), now: '2026-11-20T14:00:00.000000Z' };
  expect(() => appendEvent(source, entry, undefined as never)).toThrow(
    'the ledger holds plain names only, not "10\\""',
  );
});
