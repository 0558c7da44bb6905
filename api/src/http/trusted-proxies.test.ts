import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { callerOf, readTrust } from './trusted-proxies.ts';

const settings = [undefined, 0, 1, 2, '127.0.0.1', 'loopback, 10.0.0.0/8', '127.0.0.1,2001:db8::/32', 'uniquelocal'];
const connections = ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.1.2.3', '203.0.113.9'];
const headers = [
  undefined,
  '',
  '203.0.113.7',
  '198.51.100.1, 203.0.113.7',
  ' 198.51.100.1 ,10.0.0.7,, 10.0.0.8',
  '198.51.100.1,2001:db8::5',
  'unknown, 10.0.0.1',
  'nonsense',
];

test.each(settings)('with TRUST_PROXY %o a socket counts for the address that HTTP sees as well', async (setting) => {
  const trusts = readTrust(setting);
  if (!trusts) throw new Error('cannot be read');
  // What Fastify itself makes of the setting, but for the number of hops, which it only takes as a function.
  const app = Fastify({ trustProxy: typeof setting === 'string' ? setting : trusts });
  app.get('/', async (request) => ({ seen: request.ip, caller: callerOf(request.raw, trusts) }));
  for (const remoteAddress of connections) {
    for (const header of headers) {
      const headers = header === undefined ? {} : { 'x-forwarded-for': header };
      const { seen, caller } = (await app.inject({ url: '/', remoteAddress, headers })).json();
      expect([remoteAddress, header, caller]).toEqual([remoteAddress, header, seen]);
    }
  }
  await app.close();
});

test('does not trust a proxy one hop beyond the trusted ones', () => {
  const request = { headers: { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' }, socket: { remoteAddress: '10.0.0.1' } };
  const callers = [0, 1, 2].map((hops) => callerOf(request as never, readTrust(hops) ?? (() => false)));
  expect(callers).toEqual(['10.0.0.1', '203.0.113.7', '192.0.2.1']);
});

test.each(['proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/', '10.0.0.1,', 'true', '::1/129'])(
  'proxies that are written as "%s" cannot be read',
  (setting) => expect(readTrust(setting)).toBeUndefined(),
);
