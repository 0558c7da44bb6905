import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '..');
/** Between servers, and below sockets: what arrives there cannot fail because of what a client sent. */
const others = [
  `io.on('sessionsEnded'`,
  `io.on(factsPublished`,
  `io.on('missed'`,
  `io.engine.on('connection'`,
  `io.engine.use(`,
];

test('socket handlers are registered only through the function that contains their failures', () => {
  const found = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !/testing\/|\.test\.ts$|live\/sockets\.ts$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(sources, file), 'utf8').matchAll(/\b(?:io\.engine|io|socket)\.(?:on|once|use)\([^,)]*/g),
      ].map(([call]) => [file, call]),
    )
    .filter(([, call]) => !others.some((other) => call?.startsWith(other)));
  expect(found).toEqual([]);
});
