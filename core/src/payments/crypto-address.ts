import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** Returns a Bitcoin or Ethereum address with a valid checksum, in its canonical spelling; `undefined` for any other text. */
export function cryptoAddress(text: string): string | undefined {
  const address = text.trim();
  if (/^0x[0-9a-f]{40}$/i.test(address)) return isEthereum(address) ? address.toLowerCase() : undefined;
  if (/^bc1/i.test(address)) return isSegwit(address) ? address.toLowerCase() : undefined;
  return isBase58(address) ? address : undefined;
}

/** EIP-55: upper case encodes a checksum; an address in one case has none. */
function isEthereum(address: string): boolean {
  const hex = address.slice(2);
  const plain = hex.toLowerCase();
  if (hex === plain || hex === hex.toUpperCase()) return true;
  const hash = keccak_256(new TextEncoder().encode(plain));
  return [...plain].every((digit, at) => {
    const byte = hash[at >> 1] ?? 0;
    const isUpper = (at % 2 === 0 ? byte >> 4 : byte & 0x0f) >= 8;
    return hex[at] === (isUpper ? digit.toUpperCase() : digit);
  });
}

/** Version 0 follows BIP-173, later versions BIP-350. */
function isSegwit(address: string): boolean {
  for (const code of [bech32, bech32m]) {
    const decoded = code.decodeUnsafe(address, 90);
    if (decoded?.prefix !== 'bc') continue;
    const [version = -1, ...data] = decoded.words;
    const program = code.fromWordsUnsafe(data);
    if (!program || version < 0 || version > 16) return false;
    if (version === 0) return code === bech32 && (program.length === 20 || program.length === 32);
    return code === bech32m && program.length >= 2 && program.length <= 40;
  }
  return false;
}

const base58check = createBase58check(sha256);
/** Main network: pay to public key hash (`1…`) or script hash (`3…`). */
const mainNetwork: readonly number[] = [0x00, 0x05];

function isBase58(address: string): boolean {
  if (!/^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(address)) return false;
  try {
    const [version = -1, ...hash] = base58check.decode(address);
    return mainNetwork.includes(version) && hash.length === 20;
  } catch {
    return false;
  }
}
