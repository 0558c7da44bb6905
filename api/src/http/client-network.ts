import { isIPv6 } from 'node:net';

/**
 * Returns the client that a rate limit counts for an address. The owner of an IPv6 address has its whole /64, so all of it is one
 * client; an IPv4-mapped IPv6 address is the IPv4 client.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const network = groups.slice(0, 4);
  const [, , , , , kind = 0, high = 0, low = 0] = groups;
  const isMapped = kind === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups. A URL writes an address in hexadecimal and in its shortest form, but knows no zones. */
function groupsOf(address: string): readonly number[] {
  const shortest = new URL(`http://[${address.replace(/%.*/s, '')}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const omitted = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...omitted, ...after].map((group) => Number.parseInt(group, 16));
}
