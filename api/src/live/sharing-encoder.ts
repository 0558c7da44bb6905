import type { SubscribeAnswer } from '@touchline/core/contract';
import { Encoder, type Packet, PacketType } from 'socket.io-parser';

const written = new WeakMap<object, { text: string | undefined }>();

/** An answer for many sockets: it is encoded once, when the first of them gets it. */
export function shared(answer: SubscribeAnswer): SubscribeAnswer {
  written.set(answer, { text: undefined });
  return answer;
}

/** Socket.IO's packet encoder, except for shared answers. */
export function SharingEncoder(): Pick<Encoder, 'encode'> {
  const plain = new Encoder();
  return {
    encode: (packet) => {
      const text = packet.type === PacketType.ACK && packet.nsp === '/' ? textOf(packet) : undefined;
      return text === undefined ? plain.encode(packet) : [`${PacketType.ACK}${packet.id}[${text}]`];
    },
  };
}

function textOf({ data }: Packet): string | undefined {
  const answer: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined;
  const known = typeof answer === 'object' && answer !== null ? written.get(answer) : undefined;
  if (known) known.text ??= JSON.stringify(answer);
  return known?.text;
}
