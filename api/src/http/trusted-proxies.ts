import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether the address, this many hops away, is a trusted proxy, so that its forwarded caller counts. */
export type TrustsProxy = (address: string, hop: number) => boolean;

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Reads `TRUST_PROXY`: the number of proxies in front, or a comma-separated list of addresses, ranges such as 10.0.0.0/8, and the
 * names above. An empty setting trusts none. Returns `undefined` if it is not valid.
 */
export function readTrust(setting: number | string | undefined): TrustsProxy | undefined {
  if (setting === undefined) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const list = new BlockList();
  const written = setting.split(',').map((entry) => entry.trim());
  if (!written.flatMap((entry) => named[entry] ?? [entry]).every((range) => addTo(list, range))) return undefined;
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** The caller's address: that of the connection, or the one that trusted proxies forward. */
export function callerOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, trusts: TrustsProxy): string {
  const said = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hops = said.map((hop) => hop.trim()).filter((hop) => hop !== '');
  let caller = request.socket.remoteAddress ?? '';
  for (let hop = 0; trusts(caller, hop); hop += 1) {
    const before = hops.pop();
    if (before === undefined) break;
    caller = before;
  }
  return caller;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function addTo(list: BlockList, range: string): boolean {
  const [address = '', bits] = range.split('/');
  if (isIP(address) === 0) return false;
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else if (!/^\d+$/.test(bits) || +bits === 0 || +bits > (isIP(address) === 6 ? 128 : 32)) return false;
  else list.addSubnet(address, +bits, familyOf(address));
  return true;
}
