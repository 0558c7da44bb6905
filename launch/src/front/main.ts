import { z } from 'zod';
import { createFront } from './front.ts';

// Started by the launcher, which has checked what it tells: not a program for people.
const told = z
  .object({ PORT: z.coerce.number(), HOST: z.string(), FRONT_NODES: z.string() })
  .transform(({ PORT, HOST, FRONT_NODES }) => ({ port: PORT, host: HOST, urls: FRONT_NODES.split(',') }))
  .parse(process.env);

const say = (line: string): void => {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
};
// It keeps nothing but connections, so it goes on: strangers must not be able to end it (decisions/0031).
process.on('uncaughtException', (error) => say(`an error was not handled: ${error.stack}`));
const front = createFront({ urls: told.urls, onChange: (url, state) => say(`${url} is ${state}`) });
front.server.once('error', (error) => {
  say(`the front cannot listen: ${error.message}`);
  process.exit(1);
});
front.server.listen({ port: told.port, host: told.host }, () => say(`front ready for ${told.urls.join(' ')}`));

let isClosing = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isClosing) return;
    isClosing = true;
    void front.close();
  });
}
