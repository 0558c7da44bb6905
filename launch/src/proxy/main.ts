import { z } from 'zod';
import { createProxy } from './proxy.ts';

// Started by the launcher, which has validated the environment.
const settings = z
  .object({ PORT: z.coerce.number(), HOST: z.string(), PROXY_NODES: z.string() })
  .transform(({ PORT, HOST, PROXY_NODES }) => ({ port: PORT, host: HOST, urls: PROXY_NODES.split(',') }))
  .parse(process.env);

const print = (line: string): void => {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
};
// It holds nothing but connections, so it continues: strangers must not be able to end it (decisions/0031).
process.on('uncaughtException', (error) => print(`an error was not handled: ${error.stack}`));
const proxy = createProxy({ urls: settings.urls, onChange: (url, state) => print(`${url} is ${state}`) });
proxy.server.once('error', (error) => {
  print(`the proxy cannot listen: ${error.message}`);
  process.exit(1);
});
proxy.server.listen({ port: settings.port, host: settings.host }, () =>
  print(`proxy ready for ${settings.urls.join(' ')}`),
);

let isClosing = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isClosing) return;
    isClosing = true;
    void proxy.close();
  });
}
