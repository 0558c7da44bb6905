import { Decoder, type Packet } from 'socket.io-parser';

type Receive = (packet: Packet) => void;

/** Of the socket whose packet is being decoded. */
let receive: Receive | undefined;
const decoder = new Decoder();
decoder.on('decoded', (packet) => receive?.(packet));

const binary = /^[56]/;

/**
 * Socket.IO's packet decoder, one for all sockets. Only binary packets, which consist of several messages, would need one each;
 * clients send none.
 */
export class SharingDecoder {
  #receive: Receive | undefined;

  on(_event: 'decoded', listener: Receive): void {
    this.#receive = listener;
  }
  removeListener(): void {
    this.#receive = undefined;
  }
  /** @throws for what is not a text packet, which ends the connection */
  add(message: unknown): void {
    if (typeof message !== 'string' || binary.test(message)) throw new Error('binary packets are not accepted');
    receive = this.#receive;
    decoder.add(message);
  }
  destroy(): void {
    this.#receive = undefined;
  }
}
