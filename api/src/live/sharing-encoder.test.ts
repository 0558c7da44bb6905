import type { SubscribeAnswer } from '@touchline/core/contract';
import { Encoder, PacketType } from 'socket.io-parser';
import { expect, test } from 'vitest';
import { testRow } from '../testing/test-live.ts';
import { SharingEncoder, shared } from './sharing-encoder.ts';

const answer = (): SubscribeAnswer => ({
  ok: true,
  tick: { e: 'e', p: 0, n: 1, t: 5, full: true, d: [testRow('München', 1, 2.1)] },
  hb: { e: 'e', n: 1, t: 5, feed: 'ok', stale: [] },
});
const reply = (id: number, data: unknown) => ({ type: PacketType.ACK, nsp: '/', id, data: [data] });

test('a shared answer is encoded once, and decodes as before', () => {
  const encoder = SharingEncoder();
  let writings = 0;
  const counted = Object.defineProperty(answer(), 'toJSON', {
    value() {
      writings += 1;
      return { ...this };
    },
  });
  const one = shared(counted);
  const texts = [0, 1, 27].map((id) => encoder.encode(reply(id, one)));
  expect(writings).toBe(1);
  expect(texts).toEqual([0, 1, 27].map((id) => new Encoder().encode(reply(id, answer()))));
});

test('everything else is encoded as by Socket.IO', () => {
  const event = { type: PacketType.EVENT, nsp: '/', data: ['hb', { n: 1 }] };
  const packets = [event, reply(3, true), reply(4, answer()), { ...reply(5, shared(answer())), nsp: '/other' }];
  for (const packet of packets) expect(SharingEncoder().encode(packet)).toEqual(new Encoder().encode(packet));
});
