import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@touchline/launch/ports';

/** Stands between the payment provider and the product, where webhooks are lost in real life. */
export type WebhookRelay = {
  /** To be given to the product as `WEBHOOK_URL`. */
  readonly url: string;
  /** Where the product takes its webhooks. */
  readonly connectTo: (productUrl: string) => void;
  /** From now on the provider believes that its webhooks arrive, and none does. */
  readonly lose: () => void;
  readonly deliver: () => void;
  /** The payments whose webhooks were lost. */
  readonly lost: readonly string[];
  readonly close: () => void;
};

export async function openWebhookRelay(): Promise<WebhookRelay> {
  let target: string | undefined;
  let isLosing = false;
  const lost: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (isLosing) {
      lost.push(new URLSearchParams(body).get('id') ?? '');
      response.end();
      return;
    }
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const answer =
      target === undefined ? undefined : await fetch(target, { method: 'POST', headers, body }).catch(() => undefined);
    response.writeHead(answer?.status ?? 502).end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/payment/webhook`,
    connectTo: (productUrl) => {
      target = `${productUrl}/payment/webhook`;
    },
    lose: () => {
      isLosing = true;
    },
    deliver: () => {
      isLosing = false;
    },
    lost,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
