import { expect, test } from 'vitest';
import { cryptoAddress } from './crypto-address.ts';

// From the examples of BIP-173, BIP-350, EIP-55 and the first block.
test.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  [' 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359 ', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
])('%s is an address', (text, address) => {
  expect(cryptoAddress(text)).toBe(address);
});

test.each([
  '',
  'mine',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  // Version 0 under the checksum of version 1, and the other way round.
  'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea',
])('%s is none', (text) => {
  expect(cryptoAddress(text)).toBeUndefined();
});
