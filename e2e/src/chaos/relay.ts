import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@touchline/launch/ports';

/** A network between one client and the nodes: it forwards bytes unchanged, and can cut, stall or delay them. */
export type Relay = {
  readonly url: string;
  /** New connections go to the first of these nodes that accepts them. */
  readonly connectTo: (nodes: readonly string[]) => void;
  /** Ends every connection. */
  readonly cut: () => void;
  /** Stops forwarding in both directions; the connections stay open. */
  readonly stall: () => void;
  readonly flow: () => void;
  /** Delays what is forwarded in each direction, in order. */
  readonly slow: (delayMs: number) => void;
  readonly close: () => void;
};

export async function openRelay(nodes: readonly string[]): Promise<Relay> {
  let targets = nodes;
  let isStalled = false;
  let delayMs = 0;
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
      const late: { readonly dueAt: number; readonly chunk: Buffer }[] = [];
      const pass = (chunk: Buffer): void => {
        if (!to.destroyed && !to.write(chunk)) from.pause();
      };
      const passDue = (): void => {
        for (let [next] = late; next && next.dueAt <= performance.now(); [next] = late)
          pass((late.shift() ?? next).chunk);
        if (late.length > 0) setTimeout(passDue, Math.ceil((late[0]?.dueAt ?? 0) - performance.now()));
      };
      from.on('data', (chunk: Buffer) => {
        // Delayed bytes go first, also once there is no delay any more.
        if (delayMs === 0 && late.length === 0) return pass(chunk);
        late.push({ dueAt: performance.now() + delayMs, chunk });
        if (late.length === 1) setTimeout(passDue, delayMs);
      });
      to.on('drain', () => {
        if (!isStalled) from.resume();
      });
    }
  };
  const connectClient = (client: Socket, [target, ...others]: readonly string[]): void => {
    if (target === undefined) return void client.destroy();
    const node = connect({ port: Number(new URL(target).port), host: '127.0.0.1', noDelay: true });
    const next = () => connectClient(client, others);
    node.once('error', next);
    node.once('connect', () => {
      node.off('error', next);
      join(client, node);
    });
  };
  const server = createServer({ noDelay: true, pauseOnConnect: false }, (client) => {
    client.on('error', () => client.destroy());
    if (!isStalled) return connectClient(client, targets);
    waiting.add(client);
    return undefined;
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${port}`,
    connectTo: (others) => {
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
      for (const client of waiting) connectClient(client, targets);
      waiting.clear();
    },
    slow: (ms) => {
      delayMs = ms;
    },
    close: () => {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy();
      for (const client of waiting) client.destroy();
      server.close();
    },
  };
}
