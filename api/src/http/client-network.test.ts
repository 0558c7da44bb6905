import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test.each([
  ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another one of its /64', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['the next /64', '2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['zeros left out at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['zeros left out across the border', '2001:db8::6', '2001:db8:0:0::/64'],
  ['zeros left out in front', '::2:0:0:0:1', '0:0:0:2::/64'],
  ['leading zeros', '2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['capital letters', '2001:DB8:A:B::C', '2001:db8:a:b::/64'],
  ['a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['the host itself', '::1', '0:0:0:0::/64'],
  ['a mapped IPv4 address', '::ffff:203.0.113.7', '203.0.113.7'],
  ['a mapped one in hexadecimal and in full', '0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
  ['a mapped one with a zone', '::ffff:203.0.113.7%1', '203.0.113.7'],
  ['one that only looks mapped', '2001:db8::ffff:203.0.113.7', '2001:db8:0:0::/64'],
  ['no address', 'unknown', 'unknown'],
])('%s, %s, counts as %s', (_what, address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
