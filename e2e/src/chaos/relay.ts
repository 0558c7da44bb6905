import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@touchline/launch/ports';

/** Stands between one client and the nodes, as a mobile network and a front do: it leads, cuts and stalls, and changes nothing. */
export type Relay = {
  readonly url: string;
  /** New connections go to the first of these that takes them. */
  readonly leadTo: (nodes: readonly string[]) => void;
  /** Ends every connection. */
  readonly cut: () => void;
  /** From now on nothing passes in either direction, and neither end notices. */
  readonly stall: () => void;
  readonly flow: () => void;
  readonly close: () => void;
};

export async function openRelay(nodes: readonly string[]): Promise<Relay> {
  let targets = nodes;
  let isStalled = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const waiting = new Set<Socket>();

  const join = (client: Socket, node: Socket): void => {
    const pair = [client, node] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [node, client] as const]) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (!isStalled) from.resume();
      });
    }
  };
  const lead = (client: Socket, [target, ...others]: readonly string[]): void => {
    if (target === undefined) return void client.destroy();
    const node = connect({ port: Number(new URL(target).port), host: '127.0.0.1', noDelay: true });
    const next = () => lead(client, others);
    node.once('error', next);
    node.once('connect', () => {
      node.off('error', next);
      join(client, node);
    });
  };
  const server = createServer({ noDelay: true, pauseOnConnect: false }, (client) => {
    client.on('error', () => client.destroy());
    if (!isStalled) return lead(client, targets);
    waiting.add(client);
    return undefined;
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (others) => {
      targets = others;
    },
    cut: () => {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy();
    },
    stall: () => {
      isStalled = true;
      for (const sockets of pairs) for (const socket of sockets) socket.pause();
    },
    flow: () => {
      isStalled = false;
      for (const sockets of pairs) for (const socket of sockets) socket.resume();
      for (const client of waiting) lead(client, targets);
      waiting.clear();
    },
    close: () => {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy();
      for (const client of waiting) client.destroy();
      server.close();
    },
  };
}
